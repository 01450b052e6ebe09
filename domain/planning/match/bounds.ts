import type { Schema } from "effect"

type JsonSchema = Readonly<Record<string, unknown>>

/** The value, or the same text in capitals or small letters where only that keeps the bounds: `aapl` of `^[A-Z]+$`. Undefined if none does. */
export const withinBounds = (schema: JsonSchema, value: Schema.Json): Schema.Json | undefined =>
  [value, ...(typeof value === "string" ? [value.toUpperCase(), value.toLowerCase()] : [])].find((each) => keepsBounds(schema, each))

/**
 * Whether a value keeps the bounds of a JSON Schema: of a number its range, of a text its length, and its pattern where that is one class of characters, repeated
 * (other patterns can run for ever). A value that the operation would refuse is no value of its input.
 */
const keepsBounds = (schema: JsonSchema, value: Schema.Json): boolean => {
  if (typeof value === "number") return isInRange(schema, value)
  if (typeof value === "string") return hasLength(schema, value) && hasPattern(schema.pattern, value)
  return !Array.isArray(value) || !isObject(schema.items) || value.every((item) => keepsBounds(schema.items as JsonSchema, item))
}

const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value)

const isInRange = ({ exclusiveMaximum, exclusiveMinimum, maximum, minimum }: JsonSchema, value: number): boolean =>
  !(typeof minimum === "number" && value < minimum) &&
  !(typeof maximum === "number" && value > maximum) &&
  !(typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) &&
  !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)

const hasLength = ({ maxLength, minLength }: JsonSchema, value: string): boolean =>
  !(typeof minLength === "number" && [...value].length < minLength) && !(typeof maxLength === "number" && [...value].length > maxLength)

/** `^[0-9]+$`, `^\d{2,10}$` */
const oneClass = /^\^(?:\[(?:[^\]\\]|\\.)+\]|\\[dw])(?:[+*]|\{\d{1,4}(?:,\d{0,4})?\})?\$$/u

const hasPattern = (pattern: unknown, value: string): boolean => {
  if (typeof pattern !== "string" || !oneClass.test(pattern)) return true
  try {
    return new RegExp(pattern, "u").test(value)
  } catch {
    return true
  }
}
