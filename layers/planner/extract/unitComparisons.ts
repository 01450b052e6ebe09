import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { unitAt } from "./unitAt.ts"

/** `bigger than`, `the same weight as`, `the difference between`: what asks how two units compare. */
const comparing =
  /\b(?:bigger|larger|greater|longer|heavier|smaller|shorter|lighter)\b(?:\sthan)?|\b(?:the\s)?same(?:\s\p{L}+)?\s(?:as|like)|\bequal\s(?:to|in\s\p{L}+\sto)|\bdifferent\s(?:from|to|than)|\bdifference(?:\sin\s\p{L}+)?\sbetween/iu

/** Where the name of a unit may begin: `a UK gallon`, `, UK gallon`. Behind `the`, `second` and `foot` are words. */
const beginning = /(?:^|\b(?:an?|one|than|as|or|and|between|is|to)|[,:;])\s+(?=\p{L})/giu

/** Shorter symbols are words: the difference between `am` and `pm`. */
const isName = /^(?:kg|lb|km|mi|ft|oz|cm|mm|.{3,})$/u

/** `Is a UK gallon bigger than a US gallon?`, `what's longer, a nautical mile or a statute mile`: one of the first unit in the second one. */
export const unitComparisons = (text: string): ReadonlyArray<Mention> => {
  const compared = /\d/u.test(text) ? null : comparing.exec(text)
  if (compared === null) return []
  const units = [...text.matchAll(beginning)].flatMap(({ 0: before, index }) => {
    const start = index + before.length
    const name = unitAt(text.slice(start))?.replace(/\s(?:the|and|or|than|as|in)\b.*$/iu, "")
    return name === undefined || !isName.test(name) || unitsNamed(name).length === 0 ? [] : [{ start, name }]
  })
  const [from, to, ...others] = units
  if (from === undefined || to === undefined || others.length > 0) return []
  const [first, second] = [from, to].map(({ name }) => unitsNamed(name)[0])
  if (first === undefined || second === undefined || first === second || first.kind !== second.kind) return []
  // A degree Celsius is no 33.8 degrees Fahrenheit.
  if ([first, second].some(({ isReciprocal, offset }) => offset.n !== 0n || isReciprocal === true)) return []
  const [written] = compared
  const unit = (kind: string, { name, start }: typeof from, weight: number): Mention => ({
    kind,
    start,
    end: start + name.length,
    text: name,
    value: name,
    weight,
  })
  return [
    { kind: "unit.value", start: compared.index, end: compared.index + written.length, text: written, value: 1, weight: 0.7 },
    unit("unit.from", from, 0.75),
    unit("unit.to", to, 0.7),
  ]
}
