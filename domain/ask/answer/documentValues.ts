import { BigDecimal, JsonPointer, Option, type Schema } from "effect"

/** Member names and list indexes from the top of a document to a value in it. */
export type Path = ReadonlyArray<string | number>

/** A path into a document as a JSON Pointer (RFC 6901). */
export const pointerOf = (path: Path): string => path.map((token) => `/${JsonPointer.escapeToken(String(token))}`).join("")

/** The value at a JSON Pointer (RFC 6901) of a document; undefined if the document has no such value, or if the text is not a pointer. */
export const at = (document: unknown, pointer: string): Schema.Json | undefined => {
  if (pointer === "") return isJson(document) ? document : undefined
  if (!pointer.startsWith("/")) return undefined
  let value = document
  for (const token of pointer.slice(1).split("/").map(JsonPointer.unescapeToken)) {
    const isContainer = Array.isArray(value) ? /^(?:0|[1-9]\d*)$/u.test(token) : typeof value === "object" && value !== null
    if (!isContainer || !Object.hasOwn(Object(value), token)) return undefined
    value = Object(value)[token]
  }
  return isJson(value) ? value : undefined
}

/** Documents come out of `JSON.parse`: every value but undefined is JSON. */
const isJson = (value: unknown): value is Schema.Json => value !== undefined

/** Names of amounts that can be added up: a sum of latitudes or of unit prices means nothing. */
const additive =
  /^(?:amount|count|quantity|qty|total|subtotal|sum|volume|units|points|visits|views|downloads|sales|revenue)$|_(?:count|total|amount|quantity)$/u

export const isAdditive = (name: string): boolean => additive.test(name.replace(/([a-z])([A-Z])/gu, "$1_$2").toLowerCase())

/** Longer lists are not added up: the addition blocks the event loop. */
const maxAdded = 10_000

/** The exact decimal sum; undefined if there are fewer than two numbers, or a number that is not finite. */
export const sumOf = (numbers: ReadonlyArray<number>): string | undefined => {
  if (numbers.length > maxAdded) return undefined
  const decimals = numbers.map((number) => Option.getOrUndefined(BigDecimal.fromNumber(number)))
  const finite = decimals.filter((decimal) => decimal !== undefined)
  return finite.length < 2 || finite.length < numbers.length
    ? undefined
    : BigDecimal.format(BigDecimal.normalize(BigDecimal.sumAll(finite)))
}

/** The numbers that the items of a list have under one name; undefined if an item has none. */
export const columnOf = (items: ReadonlyArray<Schema.Json>, name: string): ReadonlyArray<number> | undefined => {
  const column = items.map((item) =>
    item instanceof Object && !Array.isArray(item) ? Object.entries(item).find(([key]) => key === name)?.[1] : undefined,
  )
  const numbers = column.filter((value) => typeof value === "number")
  return numbers.length === items.length && numbers.length > 0 ? numbers : undefined
}
