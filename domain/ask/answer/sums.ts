import { BigDecimal, Option, type Schema } from "effect"

/** Names of amounts that may be added up: a sum of latitudes or of prices per unit says nothing. */
const additive =
  /^(?:amount|count|quantity|qty|total|subtotal|sum|volume|units|points|visits|views|downloads|sales|revenue)$|_(?:count|total|amount|quantity)$/u

export const isAdditive = (name: string): boolean => additive.test(name.replace(/([a-z])([A-Z])/gu, "$1_$2").toLowerCase())

/** Longer lists are not added up: it would hold up everybody else. */
const mostAdded = 10_000

/** The exact decimal sum, or undefined where there is nothing to add up. */
export const sumOf = (numbers: ReadonlyArray<number>): string | undefined => {
  if (numbers.length > mostAdded) return undefined
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
