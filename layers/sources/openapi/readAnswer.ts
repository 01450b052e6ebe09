import { Result } from "effect"
import { sanitize } from "../../../domain/sanitize.ts"
import { type SourceAnswer, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { type OpenApiDocument, isObject, type Json, type JsonObject, memberOf, textOf } from "./Document.ts"
import { describedResponse, mediaType } from "./responses.ts"
import { validateJson } from "./validateJson.ts"
import type { ApiAnswer } from "./buildRequest.ts"

/** What of an operation decides how its answers are read. */
export interface ExpectedAnswer {
  readonly document: OpenApiDocument
  readonly node: JsonObject
  /** JSON Pointer to the documents that `per_result` counts; undefined where calls are sold. */
  readonly counted: { readonly pointer: string | undefined } | undefined
}

const maxDepth = 64

/**
 * The delivered answer, or the reason why the call fails: a status other than 2xx, a body that is not what the document promises, or one that
 * cannot be read. It is decided here, before any money is captured.
 */
export const readAnswer = (expected: ExpectedAnswer, answer: ApiAnswer, limit: number): Result.Result<SourceAnswer, SourceFailure> => {
  if (answer.status < 200 || answer.status > 299) return refuse(`The source answered ${answer.status}${errorDetail(answer)}.`)
  const described = describedResponse(expected.document, expected.node, answer.status)
  if (answer.body.length === 0)
    return described.kind === "nothing" || described.kind === "unknown"
      ? Result.succeed({ data: null, documents: expected.counted ? 0 : 1 })
      : refuse(`The source answered ${answer.status} without a document.`)
  const { essence, kind } = mediaType(headerOf(answer, "content-type") ?? "")
  const encoding = headerOf(answer, "content-encoding")
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return refuse("The source answered in an encoding that was not requested.")
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
  const message = ["message", "error", "detail", "title"].flatMap((name) => places.map((place) => textOf(place, name))).find((text) => text)
  return message === undefined ? "" : `: ${sanitize(message).replace(/[.\s]+$/, "")}`
}

const refuse = (message: string) => Result.fail(new SourceFailure({ code: "source_error", message }))

/**
 * The part of an answer priced by its documents that is delivered: the array at the pointer, else the answer itself, else its
 * only member that is an array, cut to `limit`. An answer without such an array is one document; it is zero
 * documents if the pointer leads nowhere or to null.
 */
export const limitDocuments = (data: Json, pointer: string | undefined, limit: number): Result.Result<SourceAnswer, SourceFailure> => {
  const path = pointer === undefined ? onlyArray(data) : pointer.split("/").slice(1).map(unescaped)
  if (path === undefined) return Result.succeed({ data, documents: data === null ? 0 : 1 })
  const counted = path.reduce<Json | undefined>(memberOf, data)
  if (counted === undefined || counted === null) return Result.succeed({ data, documents: 0 })
  if (!Array.isArray(counted))
    return Result.fail(
      new SourceFailure({ code: "source_error", message: `The source's answer is not what it promises: ${pointer} is not an array.` }),
    )
  const delivered = counted.slice(0, limit)
  return Result.succeed({ data: replaced(data, path, delivered), documents: delivered.length })
}

const onlyArray = (data: Json): ReadonlyArray<string> | undefined => {
  if (Array.isArray(data)) return []
  if (!isObject(data)) return undefined
  const arrays = Object.keys(data).filter((name) => Array.isArray(data[name]))
  return arrays.length === 1 ? arrays : undefined
}

const replaced = (data: Json, [name, ...rest]: ReadonlyArray<string>, by: Json): Json => {
  if (name === undefined || !isObject(data)) return by
  const inner: JsonObject = { ...data, [name]: replaced(memberOf(data, name) ?? null, rest, by) }
  return inner
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")
