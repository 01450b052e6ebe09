import { type Effect, Result } from "effect"
import type { InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { BodyBindings } from "./bodyBindings.ts"
import type { InputBinding } from "./InputBinding.ts"
import { headerText, pairsOf, pathText, percentEncoded } from "./serialise.ts"

type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** A request to the server of a source. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, percent-encoded, beginning with a slash; the base address's own path included. */
  readonly path: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  /** The operation's method and path template: its failures are counted apart from those of others. */
  readonly endpoint?: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Sends a request at most once, follows no redirect, and bounds time and size. */
export type SendRequest = (request: ApiRequest) => Effect.Effect<ApiAnswer, SourceFailure>

/** How an operation becomes an HTTP request. */
export interface RequestPlan {
  readonly method: string
  /** Of the base address: "" or a path that begins with a slash and ends without one. */
  readonly basePath: string
  readonly path: string
  readonly bindings: ReadonlyArray<InputBinding>
  readonly body: BodyBindings
  readonly accept: string
}

type Input = Readonly<Record<string, unknown>>
const maxPath = 8_000
const maxHeader = 4_000

/** The HTTP request of a call, or the input whose value is not allowed at its place in the request. */
export const buildRequest = (plan: RequestPlan, input: Input): Result.Result<ApiRequest, InputProblem> =>
  Result.gen(function* () {
    const given = plan.bindings.filter(({ field }) => Object.hasOwn(input, field) && input[field] !== undefined)
    const path = yield* pathOf(plan, given, input)
    const query = given.filter((binding) => binding.in === "query").flatMap((binding) => pairsOf(binding, input[binding.field]))
    const target = query.length === 0 ? path : `${path}?${query.join("&")}`
    const [first] = given
    if (first && target.length > maxPath) return yield* inputProblem(first, "the address it is sent to would be too long.")
    const headers: Array<readonly [string, string]> = [["accept", plan.accept]]
    for (const binding of given.filter((binding) => binding.in === "header")) headers.push([binding.name, yield* headerOf(binding, input)])
    // Several APIs refuse requests without a User-Agent.
    if (!headers.some(([name]) => name.toLowerCase() === "user-agent")) headers.push(["user-agent", "farthing/2"])
    const body = yield* bodyOf(plan, given, input)
    if (body !== undefined) headers.push(["content-type", plan.body.mediaType])
    return { method: plan.method, path: target, headers, body }
  })

/** A segment that is empty or only dots would be another path, however it is encoded, once somebody normalises it. */
const pathOf = (plan: RequestPlan, given: ReadonlyArray<InputBinding>, input: Input): Result.Result<string, InputProblem> => {
  const placeOf = new Map(given.filter((binding) => binding.in === "path").map((binding) => [binding.name, binding]))
  const segments: Array<string> = []
  for (const segment of plan.path.split("/").slice(1)) {
    let last: InputBinding | undefined
    const written = segment.split(/\{([^{}]+)\}/).map((text, index) => {
      const binding = index % 2 === 1 ? placeOf.get(text) : undefined
      last = binding ?? last
      return binding ? pathText(binding, input[binding.field]) : index % 2 === 1 ? "" : literal(text)
    })
    const value = written.join("")
    if (last && /^\.*$/.test(value)) return inputProblem(last, "it is a part of a path and may be neither empty nor only dots.")
    segments.push(value)
  }
  return Result.succeed(`${plan.basePath}/${segments.join("/")}`)
}

/** Encodes the document's own path text. Characters and escapes that are valid in a path are kept. */
const literal = (text: string): string =>
  percentEncoded(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/%(3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent)

const headerOf = (binding: InputBinding, input: Input): Result.Result<string, InputProblem> => {
  const value = headerText(binding, input[binding.field])
  if (value.length > maxHeader) return inputProblem(binding, "it is too long for a header.")
  return /^[\x20-\x7e]*$/.test(value)
    ? Result.succeed(value)
    : inputProblem(binding, "it is sent as a header and may only have printable ASCII characters.")
}

const bodyOf = (
  plan: RequestPlan,
  given: ReadonlyArray<InputBinding>,
  input: Input,
): Result.Result<Uint8Array | undefined, InputProblem> => {
  const { body, bindings } = plan
  const parts = given.filter((binding) => binding.in === "member" || binding.in === "form" || binding.in === "body")
  if (body.type === "none" || (parts.length === 0 && body.optional)) return Result.succeed(undefined)
  // Of an optional body all required members are sent, or none.
  const missing = bindings.find(
    (binding) => (binding.in === "member" || binding.in === "form") && body.requires.includes(binding.name) && !parts.includes(binding),
  )
  if (missing) return inputProblem(missing, `it is needed together with ${parts[0]?.field ?? "the request's body"}.`)
  return Result.succeed(new TextEncoder().encode(body.type === "form" ? form(parts, input) : json(parts, input)))
}

const form = (parts: ReadonlyArray<InputBinding>, input: Input): string =>
  parts.flatMap((binding) => pairsOf(binding, input[binding.field])).join("&")

const json = (parts: ReadonlyArray<InputBinding>, input: Input): string => {
  const whole = parts.find((binding) => binding.in === "body")
  return JSON.stringify(whole ? input[whole.field] : Object.fromEntries(parts.map((binding) => [binding.name, input[binding.field]])))
}

const inputProblem = ({ field }: InputBinding, reason: string): Result.Result<never, InputProblem> => Result.fail({ field, reason })
