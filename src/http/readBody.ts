import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as ByteSize from "effect/ByteSize"
import { InvalidRequest, Refusal } from "../../domain/Refusal.ts"
import type { RequestBody } from "./Exchange.ts"

/** 413: the body is larger than 64 KB. */
export class BodyTooLarge extends Refusal("invalid_request", 413) {}
/** 415: the body is not JSON. */
export class NotJson extends Refusal("invalid_request", 415) {}

const limit = 65_536
const deepest = 64
const utf8 = new TextDecoder("utf-8", { fatal: true })

const tooLarge = () => new BodyTooLarge({ message: "The request body is larger than 64 KB (65,536 bytes). Nothing was read or charged." })

/** The whole body, of GET too where there is one. A body that announces its size is refused before it is read. */
export const readBody = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const length = Number(request.headers["content-length"] ?? 0)
  if (length === 0 && request.headers["transfer-encoding"] === undefined) return new Uint8Array()
  if (length > limit) return yield* tooLarge()
  return yield* request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limit)),
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.mapError((error) =>
      /size|limit|exceed/i.test(String(error.reason.cause))
        ? tooLarge()
        : new InvalidRequest({ message: "The request body could not be read to its end." }),
    ),
  )
})

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
  if (depth > deepest) return `The request body is nested deeper than ${deepest} levels.`
  for (const member of Object.values(value)) {
    const problem = problemIn(member, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
