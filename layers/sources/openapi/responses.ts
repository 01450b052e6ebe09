import { type Document, isObject, type Json, type JsonObject, memberOf, objectOf } from "./Document.ts"
import { mediaType } from "./mediaType.ts"
import { resolve } from "./references.ts"

/** What the document says of one answer. */
export interface Described {
  /** Whether it has JSON, text, or nothing; `unknown` where the document does not say. */
  readonly kind: "json" | "text" | "nothing" | "other" | "unknown"
  /** Of the JSON document. */
  readonly schema: Json | undefined
  /** What to ask for. */
  readonly accept: string
}

const anything = "application/json, text/*;q=0.5"
const unknown: Described = { kind: "unknown", schema: undefined, accept: anything }

/** What is said of an answer with this 2xx status: by itself, by its range, by the only success there is, or by `default`. */
export const describedAnswer = (document: Document, node: JsonObject, status: number): Described => {
  const responses = objectOf(node, "responses")
  const successes = Object.keys(responses).filter((name) => /^2(\d\d|XX)$/i.test(name))
  const range = successes.find((name) => /^2XX$/i.test(name))
  const only = successes.length === 1 ? successes[0] : successes.length === 0 ? "default" : undefined
  const name = [String(status), range, only].find((name) => name !== undefined && Object.hasOwn(responses, name))
  return name === undefined ? unknown : described(document, memberOf(responses, name))
}

/** What is said of the answer that a caller hopes for: the first success. */
export const mainAnswer = (document: Document, node: JsonObject): Described => {
  const statuses = Object.keys(objectOf(node, "responses")).filter((name) => /^2\d\d$/.test(name))
  return describedAnswer(document, node, Number(statuses.sort()[0] ?? 200))
}

const described = (document: Document, written: Json | undefined): Described => {
  const response = resolve(document, written)
  if (!isObject(response)) return unknown
  const content = Object.entries(objectOf(response, "content"))
  if (content.length === 0) return { kind: "nothing", schema: undefined, accept: anything }
  const json = content.find(([name]) => mediaType(name).kind === "json")
  if (json) return { kind: "json", schema: memberOf(json[1], "schema"), accept: accepting(json[0]) }
  const text = content.some(([name]) => mediaType(name).kind === "text")
  return { kind: text ? "text" : "other", schema: undefined, accept: text ? "text/*" : anything }
}

/** Some servers answer nothing but the JSON type of their own. */
const accepting = (name: string): string => {
  const { essence } = mediaType(name)
  return essence === "application/json" || essence.includes("*") ? "application/json" : `${essence}, application/json;q=0.9`
}
