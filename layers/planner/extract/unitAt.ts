import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { namesWithNumbers, unitsNamed } from "../../sources/units/units.ts"

/** The words of the longest name of a unit. */
export const maxWords = 4

/** The longest prefix of a text, in words, that is the name of a unit. */
export const unitAt = (text: string): string | undefined => {
  const numbered = numberedAt(text, /^\s*/u.exec(text)![0].length)
  if (numbered !== undefined) return numbered
  // Before another preposition, `in` is the inch: `12 in to cm`.
  if (/^\s*in\s+(?:to|into|in|as)\s/iu.test(text)) return "in"
  const words =
    /^\s*((?:°\s?[CFK]?|[\p{L}µΩ°"'²³^/%]+(?:[-·]\p{L}+)?\d?(?:\/\p{L}{1,6})?)(?:\s+(?:[\p{L}²³/]+|\(\p{L}+\))){0,3})/u
      .exec(text)?.[1]
      ?.split(/\s+/u) ?? []
  for (let count = Math.min(maxWords, words.length); count > 0; count--) {
    const name = words
      .slice(0, count)
      .join(" ")
      .replace(/[?.,]+$/u, "")
    if (/^(?:in|to|a|an|as|at|the|is|of|and|for|are|do|it)$/iu.test(name)) continue
    if (unitsNamed(name).length > 0) return name
    // `20 ft-wide`
    const [first = name] = name.split(/[-·]/u)
    if (count === 1 && unitsNamed(first).length > 0) return first
  }
  return undefined
}

/** Whether the name of a country says which unit is meant: `UK miles per gallon`, `miles per UK gallon`. */
export const isOfUnit = (text: string, { end, kind, start }: Mention): boolean => {
  if (!/^(?:country\.code|time\.zone)$/u.test(kind)) return false
  // `mpg (UK)`, `38 mpg UK`
  if (/\b(?:mpg|gallons?|gal|pints?|quarts?|oz)\s\(?$/iu.test(text.slice(Math.max(0, start - 10), start))) return true
  if (!/^\s(?:miles|mpg|gallon|gal\b|pint|quart|fl|tons?\b)/iu.test(text.slice(end, end + 8))) return false
  const before = /\bmiles\s(?:per|to\sthe)\s$/iu.exec(text.slice(Math.max(0, start - 14), start))?.[0].length ?? 0
  return (unitAt(text.slice(start - before))?.length ?? 0) > end - start + before
}

/** The name with a number in it that begins at a place of a text: `litres per 100 km`. */
export const numberedAt = (text: string, start: number): string | undefined => {
  const rest = text.slice(start, start + 40).toLowerCase()
  const name = namesWithNumbers.find((each) => rest.startsWith(each.toLowerCase()) && !/^\p{L}/u.test(rest.slice(each.length)))
  return name === undefined ? undefined : text.slice(start, start + name.length)
}
