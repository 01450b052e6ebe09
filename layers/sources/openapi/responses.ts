import { type OpenApiDocument, followReferences, isObject, type Json, type JsonObject, memberOf, objectOf } from "./Document.ts"

/** What the document says of one answer. */
export interface DescribedResponse {
  /** Whether it has JSON, text, or nothing; `unknown` where the document does not say. */
  readonly kind: "json" | "text" | "nothing" | "other" | "unknown"
  /** Of the JSON document. */
  readonly schema: Json | undefined
  /** What to ask for. */
  readonly accept: string
}

const acceptAnything = "application/json, text/*;q=0.5"
const undescribed: DescribedResponse = { kind: "unknown", schema: undefined, accept: acceptAnything }

/** The document's response object for this 2xx status: of the status, of its range, of the only success, or `default`. */
export const describedResponse = (document: OpenApiDocument, node: JsonObject, status: number): DescribedResponse => {
  const responses = objectOf(node, "responses")
  const successes = Object.keys(responses).filter((name) => /^2(\d\d|XX)$/i.test(name))
  const range = successes.find((name) => /^2XX$/i.test(name))
  const only = successes.length === 1 ? successes[0] : successes.length === 0 ? "default" : undefined
  const name = [String(status), range, only].find((name) => name !== undefined && Object.hasOwn(responses, name))
  return name === undefined ? undescribed : describeResponse(document, memberOf(responses, name))
}

/** The document's response object for the first success status. */
export const mainResponse = (document: OpenApiDocument, node: JsonObject): DescribedResponse => {
  const statuses = Object.keys(objectOf(node, "responses")).filter((name) => /^2\d\d$/.test(name))
  return describedResponse(document, node, Number(statuses.sort()[0] ?? 200))
}

const describeResponse = (document: OpenApiDocument, written: Json | undefined): DescribedResponse => {
  const response = followReferences(document, written)
  if (!isObject(response)) return undescribed
  const content = Object.entries(objectOf(response, "content"))
  if (content.length === 0) return { kind: "nothing", schema: undefined, accept: acceptAnything }
  const json = content.find(([name]) => mediaType(name).kind === "json")
  if (json) return { kind: "json", schema: memberOf(json[1], "schema"), accept: acceptHeader(json[0]) }
  const text = content.some(([name]) => mediaType(name).kind === "text")
  return { kind: text ? "text" : "other", schema: undefined, accept: text ? "text/*" : acceptAnything }
}

/** Some servers answer nothing but the JSON type of their own. */
const acceptHeader = (name: string): string => {
  const { essence } = mediaType(name)
  return essence === "application/json" || essence.includes("*") ? "application/json" : `${essence}, application/json;q=0.9`
}

export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  readonly essence: string
  readonly kind: "json" | "form" | "text" | "other"
}

/** The kind of content that a media type (`application/json; charset=utf-8`) or a range of media types means. */
export const mediaType = (written: string): MediaType => {
  const essence = (written.split(";")[0] ?? "").trim().toLowerCase()
  return { essence, kind: kindOf(essence) }
}

const kindOf = (essence: string): MediaType["kind"] => {
  if (/^(application|text)\/([\w.!#$&^-]+\+)?json$/.test(essence) || essence === "*/*" || essence === "application/*") return "json"
  if (essence === "application/x-www-form-urlencoded") return "form"
  return essence.startsWith("text/") ? "text" : "other"
}
