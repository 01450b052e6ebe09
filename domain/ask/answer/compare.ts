import type { Schema } from "effect"
import type { PlannedComparison } from "../Plan.ts"
import { at, type Path, pointerOf } from "./documentValues.ts"
import { dateText, enumerate, labelOf, momentText, valueText } from "./wording.ts"

/** One of the compared things with its result. */
export interface ComparedThing {
  readonly label: string
  readonly data: Schema.Json
}

/** A sentence about several results, with the places of its values in the result of each, in the order of the things. */
export interface ComparedSentence {
  readonly text: string
  readonly paths: ReadonlyArray<ReadonlyArray<Path>>
}

/** `The area of Turkey is larger than that of Ukraine: 783562 against 603550 square kilometres.` Undefined if a value is missing or is no measure. */
export const compare = (comparison: PlannedComparison, things: ReadonlyArray<ComparedThing>): ComparedSentence | undefined => {
  const path = comparison.fact.split(".")
  const named = things.map(nameIn)
  const values = things.map(({ data }, place) => ({ label: named[place]!.label, value: at(data, pointerOf(path)) }))
  if (values.length < 2) return undefined
  const text = comparison.words === undefined ? sameness(comparison, values) : order(comparison, comparison.words, values)
  return text === undefined ? undefined : { text, paths: named.map(({ paths }) => [path, ...paths]) }
}

/** A name with a number is used only where the result has it too, since an answer has no other numbers. */
const nameIn = ({ data, label }: ComparedThing, place: number): { readonly label: string; readonly paths: ReadonlyArray<Path> } => {
  if (!/\p{N}/u.test(label)) return { label, paths: [] }
  const own = members(data).flatMap(([key, inner]) => members(inner).map(([name, value]) => ({ path: [key, name], value })))
  const repeated = own.find(({ value }) => value === label)
  return repeated === undefined ? { label: ordinals[place] ?? "another one", paths: [] } : { label, paths: [repeated.path] }
}

const ordinals = ["the first", "the second", "the third", "the fourth", "the fifth", "the sixth"]

const members = (value: Schema.Json): ReadonlyArray<[string, Schema.Json]> =>
  value instanceof Object && !Array.isArray(value) ? Object.entries(value) : []

interface Value {
  readonly label: string
  readonly value: Schema.Json | undefined
}

const sameness = (comparison: PlannedComparison, values: ReadonlyArray<Value>): string | undefined => {
  const { name } = comparison
  // `on the same day`: of moments with their clock times, the days are compared.
  const days = values.map(({ value }) => /^(\d{4}-\d\d-\d\d)T/u.exec(String(value))?.[1])
  const [day] = days
  if (comparison.ofDays === true && day !== undefined && !days.includes(undefined)) {
    const of = `The day of the ${name} of ${enumerate(values.map(({ label }) => label))}`
    return new Set(days).size === 1
      ? `${of} is the same: ${dateText(day)}.`
      : `${of} is not the same: ${enumerate(days.map((each) => dateText(each ?? "")))}.`
  }
  // Two that are both so may differ in everything else.
  if (values.some(({ value }) => typeof value === "boolean")) return undefined
  const shown = values.map(({ value }) => (value === undefined || value === null || value === "" ? undefined : shownText(value)))
  const [first] = shown
  if (first === undefined || shown.includes(undefined)) return undefined
  // Items of which only a part is shown may differ in the rest: two changes of clocks that are both forward.
  const isSameText = new Set(shown).size === 1
  if (isSameText && new Set(values.map(({ value }) => JSON.stringify(inOrder(value)))).size > 1) return undefined
  const of = `The ${name} of ${enumerate(values.map(({ label }) => label))}`
  return isSameText ? `${of} is the same: ${first}.` : `${of} is not the same: ${enumerate(shown.map((text) => text ?? ""))}.`
}

/** A list has no order that matters. */
const inOrder = (value: Schema.Json | undefined): Schema.Json | undefined =>
  Array.isArray(value) ? value.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b), "en")) : value

const shownText = (value: Schema.Json): string =>
  Array.isArray(value)
    ? enumerate(value.map((item) => labelOf(item)?.text ?? valueText(item)).sort((a, b) => a.localeCompare(b, "en")))
    : valueText(value)

const order = (
  { isEstimate = false, name, relation, unit = "" }: PlannedComparison,
  words: NonNullable<PlannedComparison["words"]>,
  values: ReadonlyArray<Value>,
): string | undefined => {
  const sized = values.flatMap(({ label, value }) => {
    const size = value === undefined ? undefined : sizeOf(value)
    return size === undefined ? [] : [{ label, size, text: sizeText(value!) }]
  })
  if (sized.length < values.length) return undefined
  const direction = relation === "less" ? 1 : -1
  const [first, ...others] = sized.toSorted((a, b) => direction * (a.size - b.size))
  const after = unit === "" ? "" : ` ${unit}`
  const equal = others.filter(({ size }) => size === first!.size)
  if (equal.length === others.length)
    return `The ${name} of ${enumerate(sized.map(({ label }) => label))} is the same: ${first!.text}${after}.`
  // Two counts of different years may differ by more than the towns do.
  if (isEstimate && others.some(({ size }) => Math.max(size, first!.size) < minRatio * Math.min(size, first!.size)))
    return `The ${name} of ${enumerate(sized.map(({ label }) => label))} is too close to be put in order: ${enumerate(sized.map(({ text }) => text))}${after}.`
  const rest = `${enumerate(others.map(({ text }) => text))}${after}`
  if (equal.length > 0)
    return `No one of them alone: the ${name} of ${enumerate(sized.map(({ label, text }) => `${label} is ${text}${after}`))}.`
  return `The ${name} of ${first!.label} is ${relation === "less" ? words.less : words.more} than ${others.length > 1 ? "those" : "that"} of ${enumerate(others.map(({ label }) => label))}: ${first!.text} against ${rest}.`
}

/** An estimate is put before another one if it is larger by this factor at least: it may be 15 years older, and a town grows by 2 percent a year. */
const minRatio = 1.35

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u

const decimal = /^-?\d+(?:\.\d+)?$/u

/** The number (an exact one is a text), the entries of a list, or the instant in milliseconds. */
const sizeOf = (value: Schema.Json): number | undefined => {
  if (typeof value === "number") return value
  if (Array.isArray(value)) return value.length
  if (typeof value !== "string") return undefined
  return decimal.test(value) ? Number(value) : moment.test(value) ? Date.parse(value) : undefined
}

/** `24 November 2026 at 05:05 (+08:00)` of a moment. */
const sizeText = (value: Schema.Json): string => {
  if (Array.isArray(value)) return String(value.length)
  if (typeof value !== "string" || decimal.test(value)) return valueText(value)
  const offset = /(?:Z|[+-]\d{2}:\d{2})$/u.exec(value)?.[0]
  return offset === undefined ? momentText(value) : `${momentText(value)} (${offset === "Z" ? "UTC" : offset})`
}
