import { JsonPointer, type Schema } from "effect"

/** Names and places in lists, from a document's top to a value in it. */
export type Path = ReadonlyArray<string | number>

/** A path into a document as a JSON Pointer (RFC 6901). */
export const pointerOf = (path: Path): string => path.map((token) => `/${JsonPointer.escapeToken(String(token))}`).join("")

/** What stands at a JSON Pointer (RFC 6901) of a document; undefined where nothing does, or where it is no pointer. */
export const at = (document: unknown, pointer: string): Schema.Json | undefined => {
  if (pointer === "") return isJson(document) ? document : undefined
  if (!pointer.startsWith("/")) return undefined
  let value = document
  for (const token of pointer.slice(1).split("/").map(JsonPointer.unescapeToken)) {
    const known = Array.isArray(value) ? /^(?:0|[1-9]\d*)$/u.test(token) : typeof value === "object" && value !== null
    if (!known || !Object.hasOwn(Object(value), token)) return undefined
    value = Object(value)[token]
  }
  return isJson(value) ? value : undefined
}

/** Documents come out of `JSON.parse`: what is not undefined is JSON. */
const isJson = (value: unknown): value is Schema.Json => value !== undefined
