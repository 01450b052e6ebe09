import { Effect, type Schema } from "effect"
import * as ByteSize from "effect/ByteSize"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { InvalidRequest } from "../../domain/Refusal.ts"
import { BodyTooLarge, NotJson } from "./errors.ts"
import type { RequestBody } from "./RequestContext.ts"

const maxBytes = 65_536
const maxDepth = 64
const utf8 = new TextDecoder("utf-8", { fatal: true })

const tooLarge = (limit: number) =>
  new BodyTooLarge({
    message: `The request body is larger than ${limit / 1_024} KB (${limit.toLocaleString("en-US")} bytes). Nothing was read or charged.`,
  })

/** The whole body, of a GET too if it has one. A body that announces its size is refused before it is read. */
export const readBody = (
  request: HttpServerRequest,
  limit: number = maxBytes,
): Effect.Effect<Uint8Array<ArrayBuffer>, BodyTooLarge | InvalidRequest> => {
  const length = Number(request.headers["content-length"] ?? 0)
  if (length === 0 && request.headers["transfer-encoding"] === undefined) return noBody
  if (length > limit) return Effect.fail(tooLarge(limit))
  return request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limit)),
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.mapError((error) =>
      /size|limit|exceed/i.test(String(error.reason.cause))
        ? tooLarge(limit)
        : new InvalidRequest({ message: "The request body could not be read to its end." }),
    ),
  )
}

const noBody = Effect.succeed(new Uint8Array())

/** The body as a JSON object. Of duplicate members the last one counts; numbers are finite; nesting is bounded. */
export const parseObject = Effect.fnUntraced(function* ({ bytes, headers }: typeof RequestBody.Service) {
  if (!/^application\/(.+\+)?json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    return yield* new NotJson({ message: "Send the body as JSON, with `Content-Type: application/json`." })
  }
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return yield* new NotJson({ message: "Send the body as it is, without a Content-Encoding." })
  }
  const text = yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => new InvalidRequest({ message: "The request body is not valid UTF-8. Encode it as UTF-8." }),
  })
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new InvalidRequest({ message: "The request body is not valid JSON." }),
  })
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return yield* new InvalidRequest({ message: "The request body must be a JSON object." })
  }
  const problem = problemIn(value, 1)
  if (problem !== undefined) return yield* new InvalidRequest({ message: problem })
  return value as Record<string, unknown>
})

const problemIn = (value: unknown, depth: number): string | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "The request body has a number outside the finite range."
  if (typeof value !== "object" || value === null) return undefined
  if (depth > maxDepth) return `The request body is nested deeper than ${maxDepth} levels.`
  for (const member of Object.values(value)) {
    const problem = problemIn(member, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** 400 for a body that does not fit its schema. */
export const invalidBody = (error: Schema.SchemaError) =>
  new InvalidRequest({ message: validationMessage(error.message, "member").message })

/** The mistake that a schema reports, as a sentence that names the parameter or member and says what to do. */
export const validationMessage = (
  schemaMessage: string,
  kind: "parameter" | "member",
): { readonly message: string; readonly field: string | undefined } => {
  const line = schemaMessage.replaceAll(/\s+/g, " ").slice(0, 300)
  const [, path = "", item] = / at ((?:\["[^"]+"\])+)(\[\d+\])?/.exec(line) ?? []
  const field = path === "" ? undefined : [...path.matchAll(/\["([^"]+)"\]/g)].map(([, name]) => name).join(".")
  const rule = line.replace(/ at \[.*$/, "")
  if (item !== undefined && rule.includes("Missing key"))
    return { field, message: `The ${kind} "${field}" is empty. Send at least one item.` }
  return { field, message: field === undefined ? `${line}.` : sentence(field, rule, kind) }
}

const sentence = (field: string, rule: string, kind: "parameter" | "member"): string => {
  if (rule.includes("excess property")) return `This route has no ${kind} "${field}". Remove it.`
  if (rule.includes("Missing key")) return `The ${kind} "${field}" is missing. Send it.`
  // A query parameter is text; a parameter that is sent twice is a list.
  if (kind === "parameter" && /^Expected "[^"]*"(?: \| "[^"]*")+$/.test(rule))
    return `The parameter "${field}" is one of ${rule.slice("Expected ".length).replaceAll(" | ", ", ")}. Send one of them, once.`
  if (kind === "parameter" && rule === "Expected string") return `Send the parameter "${field}" once.`
  return `${field}: ${rule}.`
}
