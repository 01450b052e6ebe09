import { Result } from "effect"
import { sanitize } from "../../../domain/sanitize.ts"
import { type Answer, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { limitDocuments } from "./countDocuments.ts"
import { type Document, isObject, type Json, type JsonObject, memberOf, textOf } from "./Document.ts"
import { mediaType } from "./mediaType.ts"
import { validateJson } from "./mismatchOf.ts"
import { describedResponse } from "./responses.ts"
import type { ApiAnswer } from "./Send.ts"

/** What of an operation decides how its answers are read. */
export interface ExpectedAnswer {
  readonly document: Document
  readonly node: JsonObject
  /** JSON Pointer to the documents that `per_result` counts; undefined where calls are sold. */
  readonly counted: { readonly pointer: string | undefined } | undefined
}

const maxDepth = 64

/**
 * What was bought, or why nothing was: a status other than 2xx, a body that is not what the document promises, or one that
 * cannot be read. It is decided here, before any money is captured.
 */
export const readAnswer = (expected: ExpectedAnswer, answer: ApiAnswer, limit: number): Result.Result<Answer, SourceFailure> => {
  if (answer.status < 200 || answer.status > 299) return refuse(`The source answered ${answer.status}${errorDetail(answer)}.`)
  const described = describedResponse(expected.document, expected.node, answer.status)
  if (answer.body.length === 0)
    return described.kind === "nothing" || described.kind === "unknown"
      ? Result.succeed({ data: null, documents: expected.counted ? 0 : 1 })
      : refuse(`The source answered ${answer.status} without a document.`)
  const { essence, kind } = mediaType(headerOf(answer, "content-type") ?? "")
  const encoding = headerOf(answer, "content-encoding")
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return refuse("The source answered in an encoding that was not asked for.")
  const text = utf8Text(answer.body)
  if (text === undefined) return refuse("The source answered with bytes that are not UTF-8 text.")
  if (kind === "text" && described.kind !== "json") return Result.succeed({ data: { text }, documents: 1 })
  if (kind !== "json") return refuse(`The source answered ${sanitize(essence) || "without a media type"} instead of JSON.`)
  const data = readJson(text)
  if (data === undefined)
    return refuse("The source answered with JSON that cannot be read: malformed, too deep or with numbers out of range.")
  const wrong = described.schema === undefined ? undefined : validateJson(expected.document, described.schema, data)
  if (wrong)
    return refuse(
      `The source's answer is not what it promises: ${wrong.pointer === "" ? "the document" : sanitize(wrong.pointer)} ${sanitize(wrong.reason)}.`,
    )
  return expected.counted ? limitDocuments(data, expected.counted.pointer, limit) : Result.succeed({ data, documents: 1 })
}

const headerOf = ({ headers }: ApiAnswer, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

const utf8Text = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** JSON whose numbers are finite and whose nesting is bounded. */
const readJson = (text: string): Json | undefined => {
  try {
    const value: Json = JSON.parse(text)
    return isBounded(value, 0) ? value : undefined
  } catch {
    return undefined
  }
}

const isBounded = (value: Json, depth: number): boolean => {
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value !== "object" || value === null) return true
  return depth < maxDepth && Object.values(value).every((member: Json) => isBounded(member, depth + 1))
}

/** What a failed answer says about itself in the member that problem documents and most APIs use: short and cleaned. */
const errorDetail = (answer: ApiAnswer): string => {
  if (mediaType(headerOf(answer, "content-type") ?? "").kind !== "json" || answer.body.length > 65_536) return ""
  const body = readJson(utf8Text(answer.body) ?? "")
  const error = memberOf(body, "error")
  const places = [body, isObject(error) ? error : undefined]
  const said = ["message", "error", "detail", "title"].flatMap((name) => places.map((place) => textOf(place, name))).find((text) => text)
  return said === undefined ? "" : `: ${sanitize(said).replace(/[.\s]+$/, "")}`
}

const refuse = (message: string) => Result.fail(new SourceFailure({ code: "source_error", message }))
