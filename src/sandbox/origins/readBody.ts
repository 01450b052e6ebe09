import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { malformed, Refused } from "./Origin.ts"

const limit = 65_536

const tooLarge = () => new Refused({ status: 413, code: "body_too_large", message: "The body is larger than 64 KB." })

/** The whole body. What is over the limit is read and forgotten, so that the answer is not lost in a reset connection. */
export const readBytes = (request: IncomingMessage): Effect.Effect<Buffer, Refused> =>
  Effect.callback((resume) => {
    const pieces: Array<Buffer> = []
    let size = 0
    request.on("data", (piece: Buffer) => {
      size += piece.length
      if (size <= limit) pieces.push(piece)
    })
    request.on("end", () => resume(size > limit ? Effect.fail(tooLarge()) : Effect.succeed(Buffer.concat(pieces))))
    request.on("error", () => resume(Effect.fail(malformed("The body could not be read to its end."))))
  })

/** What no JSON document of PostgreSQL can hold: a NUL, or half a surrogate pair. An escaped backslash before it is text. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

const deepest = 64

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null && (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))

export const parseJson = Effect.fnUntraced(function* (bytes: Buffer, contentType: string | undefined) {
  if (!/^application\/(.+\+)?json\s*(;|$)/i.test(contentType ?? "")) {
    return yield* new Refused({
      status: 415,
      code: "unsupported_media_type",
      message: "Send the body as JSON, with Content-Type: application/json.",
    })
  }
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    catch: () => malformed("The body is not valid JSON."),
  })
  if (isDeeper(value, deepest)) return yield* malformed(`The body is nested deeper than ${deepest} levels.`)
  if (unstorable.test(JSON.stringify(value))) return yield* malformed("The body has text that is no Unicode, or a NUL.")
  return value
})
