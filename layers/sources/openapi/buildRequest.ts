import { Result } from "effect"
import type { Unfit } from "../../../domain/catalogue/Source.ts"
import type { Body } from "./bodyPlaces.ts"
import type { Place } from "./Place.ts"
import type { ApiRequest } from "./Send.ts"
import { encoded, inHeader, inPath, pairsOf } from "./serialise.ts"

/** How an operation is asked. */
export interface Plan {
  readonly method: string
  /** Of the base address: "" or a path that begins with a slash and ends without one. */
  readonly basePath: string
  readonly path: string
  readonly places: ReadonlyArray<Place>
  readonly body: Body
  readonly accept: string
}

type Input = Readonly<Record<string, unknown>>
const maxPath = 8_000
const maxHeader = 4_000

/** The request that asks an operation, or which input cannot stand where it goes. */
export const buildRequest = (plan: Plan, input: Input): Result.Result<ApiRequest, Unfit> =>
  Result.gen(function* () {
    const given = plan.places.filter(({ field }) => Object.hasOwn(input, field) && input[field] !== undefined)
    const path = yield* pathOf(plan, given, input)
    const query = given.filter((place) => place.in === "query").flatMap((place) => pairsOf(place, input[place.field]))
    const target = query.length === 0 ? path : `${path}?${query.join("&")}`
    const [first] = given
    if (first && target.length > maxPath) return yield* unfit(first, "the address it is sent to would be too long.")
    const headers: Array<readonly [string, string]> = [["accept", plan.accept]]
    for (const place of given.filter((place) => place.in === "header")) headers.push([place.name, yield* headerOf(place, input)])
    // Several APIs answer nobody who does not say who they are.
    if (!headers.some(([name]) => name.toLowerCase() === "user-agent")) headers.push(["user-agent", "farthing/2"])
    const body = yield* bodyOf(plan, given, input)
    if (body !== undefined) headers.push(["content-type", plan.body.mediaType])
    return { method: plan.method, path: target, headers, body }
  })

/** A segment that is empty or only dots would be another path, however it is encoded, once somebody normalises it. */
const pathOf = (plan: Plan, given: ReadonlyArray<Place>, input: Input): Result.Result<string, Unfit> => {
  const placeOf = new Map(given.filter((place) => place.in === "path").map((place) => [place.name, place]))
  const segments: Array<string> = []
  for (const segment of plan.path.split("/").slice(1)) {
    let last: Place | undefined
    const written = segment.split(/\{([^{}]+)\}/).map((text, index) => {
      const place = index % 2 === 1 ? placeOf.get(text) : undefined
      last = place ?? last
      return place ? inPath(place, input[place.field]) : index % 2 === 1 ? "" : literal(text)
    })
    const value = written.join("")
    if (last && /^\.*$/.test(value)) return unfit(last, "it is a part of a path and may be neither empty nor only dots.")
    segments.push(value)
  }
  return Result.succeed(`${plan.basePath}/${segments.join("/")}`)
}

/** The document's own text: what may stand in a path stays, escapes included. */
const literal = (text: string): string =>
  encoded(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/%(3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent)

const headerOf = (place: Place, input: Input): Result.Result<string, Unfit> => {
  const value = inHeader(place, input[place.field])
  if (value.length > maxHeader) return unfit(place, "it is too long for a header.")
  return /^[\x20-\x7e]*$/.test(value)
    ? Result.succeed(value)
    : unfit(place, "it is sent as a header and may only have printable ASCII characters.")
}

const bodyOf = (plan: Plan, given: ReadonlyArray<Place>, input: Input): Result.Result<Uint8Array | undefined, Unfit> => {
  const { body, places } = plan
  const parts = given.filter((place) => place.in === "member" || place.in === "form" || place.in === "body")
  if (body.type === "none" || (parts.length === 0 && body.optional)) return Result.succeed(undefined)
  // Of an optional body all required members are sent, or none.
  const missing = places.find(
    (place) => (place.in === "member" || place.in === "form") && body.requires.includes(place.name) && !parts.includes(place),
  )
  if (missing) return unfit(missing, `it is needed together with ${parts[0]?.field ?? "the request's body"}.`)
  return Result.succeed(new TextEncoder().encode(body.type === "form" ? form(parts, input) : json(parts, input)))
}

const form = (parts: ReadonlyArray<Place>, input: Input): string => parts.flatMap((place) => pairsOf(place, input[place.field])).join("&")

const json = (parts: ReadonlyArray<Place>, input: Input): string => {
  const whole = parts.find((place) => place.in === "body")
  return JSON.stringify(whole ? input[whole.field] : Object.fromEntries(parts.map((place) => [place.name, input[place.field]])))
}

const unfit = ({ field }: Place, reason: string): Result.Result<never, Unfit> => Result.fail({ field, reason })
