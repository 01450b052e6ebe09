import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"

/** The unit of the other system that people take in place of one. A gallon is another one in the two countries that have it, so no litres become gallons. */
const counterparts = {
  metric: {
    inch: "centimeter",
    foot: "meter",
    yard: "meter",
    mile: "kilometer",
    ounce: "gram",
    pound: "kilogram",
    stone: "kilogram",
    "short ton": "tonne",
    "US fluid ounce": "milliliter",
    "imperial fluid ounce": "milliliter",
    pint: "liter",
    quart: "liter",
    gallon: "liter",
    acre: "hectare",
    "square foot": "square meter",
    "cubic foot": "cubic meter",
    fahrenheit: "celsius",
    "mile per hour": "kilometer per hour",
    "pound per square inch": "bar",
  },
  imperial: {
    millimeter: "inch",
    centimeter: "inch",
    meter: "foot",
    kilometer: "mile",
    gram: "ounce",
    kilogram: "pound",
    hectare: "acre",
    "square meter": "square foot",
    "cubic meter": "cubic foot",
    celsius: "fahrenheit",
    "kilometer per hour": "mile per hour",
    bar: "pound per square inch",
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

const form =
  /(?<=\b(?:in|into|to)\s(?:the\s)?)(metric|imperial)\b(?:\s(?:units?|system|measure(?:s|ments?)?))?(?!\s(?:tons?|tonnes?|gallons?|pints?|cups?|\p{L}+\s?ounces?))/iu

/** `5 foot 11 in metric`: the unit of the other system for each amount; none if an amount has no unit that is known there. */
export const unitsOfSystem = (text: string, units: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const match = units.length === 0 ? null : form.exec(text)
  if (match === null) return []
  const [written, system = ""] = match
  const others: Readonly<Record<string, string>> = counterparts[system.toLowerCase() === "metric" ? "metric" : "imperial"]
  const meant = units.map(({ value }) => others[unitsNamed(String(value))[0]?.name ?? ""])
  if (meant.includes(undefined)) return []
  return [...new Set(meant)].map((name) => ({
    kind: "unit.to",
    start: match.index,
    end: match.index + written.length,
    text: written,
    value: name!,
    weight: 0.7,
    assumed: `"${written}" is read as ${name}.`,
  }))
}
