import { BigDecimal, JsonPointer, Option, type Schema } from "effect"

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
/** Names of amounts that may be added up: a sum of latitudes or of prices per unit says nothing. */
const additive =
  /^(?:amount|count|quantity|qty|total|subtotal|sum|volume|units|points|visits|views|downloads|sales|revenue)$|_(?:count|total|amount|quantity)$/u

export const isAdditive = (name: string): boolean => additive.test(name.replace(/([a-z])([A-Z])/gu, "$1_$2").toLowerCase())
/** Longer lists are not added up: it would hold up everybody else. */
const maxAdded = 10000
/** The exact decimal sum, or undefined where there is nothing to add up. */
export const sumOf = (numbers: ReadonlyArray<number>): string | undefined => {
  if (numbers.length > maxAdded) return undefined
  const decimals = numbers.map((number) => Option.getOrUndefined(BigDecimal.fromNumber(number)))
  const known = decimals.filter((decimal) => decimal !== undefined)
  return known.length < 2 || known.length < numbers.length ? undefined : BigDecimal.format(BigDecimal.normalize(BigDecimal.sumAll(known)))
}

/** The numbers that a list's items have under a name; undefined where an item has none. */
export const columnOf = (items: ReadonlyArray<Schema.Json>, name: string): ReadonlyArray<number> | undefined => {
  const column = items.map((item) =>
    item instanceof Object && !Array.isArray(item) ? Object.entries(item).find(([key]) => key === name)?.[1] : undefined,
  )
  const numbers = column.filter((value) => typeof value === "number")
  return numbers.length === items.length && numbers.length > 0 ? numbers : undefined
}
