import { type NumberSpan, numbersIn } from "../../../domain/planning/read/numbers.ts"
import { decimalOf, parseRational, plus, type Rational, times, over } from "../../sources/units/rational.ts"
import { type Unit, unitsNamed } from "../../sources/units/units.ts"

/** An amount that is written in several units: `5 ft 3 in`. Its numbers and units are the text from `start` to `end`. */
export interface Compound {
  readonly start: number
  readonly end: number
  /** The offset at which its last unit begins. */
  readonly lastUnit: number
  /** The sum, in `unit`. */
  readonly value: number | string
  readonly unit: string
  /** Its parts are joined by `and` or a comma, as the members of a list are: the plan states that it is read as one amount. */
  readonly isJoined: boolean
}

interface Part {
  readonly amount: Rational
  readonly unit: Unit
  readonly unitStart: number
  readonly end: number
  readonly joint: string
}

const maxParts = 4

/**
 * Amounts in several units of one kind, the largest unit first: every number except the last is whole, and every part is less than one
 * of the unit before it. Parts joined by `and` or a comma may be a list; they are one amount if no other amount is listed beside them.
 */
export const compoundsIn = (text: string, numbers: ReadonlyArray<NumberSpan>): ReadonlyArray<Compound> => {
  const compounds: Array<Compound> = []
  for (const { end, start, value } of numbers) {
    if (value < 0 || compounds.some((other) => start < other.end && other.start < end)) continue
    const parts = partsAt(text, end, value)
    const last = parts.at(-1)
    if (last === undefined || parts.length < 2) continue
    const isJoined = parts.some(({ joint }) => joint !== "")
    if (isJoined && isListed(text, start, last.end)) continue
    const sum = sumOf(parts)
    if (sum !== undefined) compounds.push({ start, end: last.end, lastUnit: last.unitStart, isJoined, ...sum })
  }
  return compounds
}

const partsAt = (text: string, afterNumber: number, value: number): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let [end, amount, joint] = [afterNumber, value, ""]
  while (parts.length < maxParts) {
    const part = partAt(text, end, amount, joint, parts.at(-1))
    if (part === undefined) break
    parts.push(part)
    joint = /^\s*(?:,?\s*(?:and|&|plus|\+)\s*|,\s+)?/iu.exec(text.slice(part.end, part.end + 12))![0]
    const next = part.end + joint.length
    const [number] = numbersIn(text.slice(next, next + 40))
    if (number === undefined || number.start !== 0 || number.value < 0) break
    joint = joint.trim()
    ;[end, amount] = [next + number.end, number.value]
  }
  return parts
}

const partAt = (text: string, afterNumber: number, value: number, joint: string, before: Part | undefined): Part | undefined => {
  const implied = before === undefined ? undefined : impliedUnit(text.slice(afterNumber, afterNumber + 30), before.unit)
  const written =
    implied === undefined ? /^(\s?-?)(\p{L}+|["″”]|['′’]{1,2})/u.exec(text.slice(afterNumber, afterNumber + 30)) : ["", "", implied]
  if (written === null) return undefined
  const [whole = "", gap = "", name = ""] = written
  const unit = unitOf(name, before?.unit)
  if (unit === undefined || unit.offset.n !== 0n) return undefined
  const amount = parseRational(String(value))
  if (before !== undefined) {
    const isLess = unit.kind === before.unit.kind && isBelow(times(amount, unit.factor), before.unit.factor)
    if (!isLess || before.amount.d !== 1n) return undefined
  }
  return { amount, unit, unitStart: afterNumber + gap.length, end: afterNumber + whole.length, joint }
}

/** `12 stone 4 in kilos`, `5 foot 11 in cm`, `5 foot 11 and 13 stone`: the pounds after stones and the inches after feet, without their name. */
const impliedUnit = (after: string, { name }: Unit): string | undefined =>
  /^(?:\s?[?.!]*$|\s?,|\s(?:to|into|as|is|are|equals?)\s|\s?=|\sin\s(?!to\b|in\b|inch)|\sand\s\d[\d.]*\s?(?:stone|st|kg|kilos?|lbs?|pounds?|foot|feet|ft|cm|m)\b)/iu.test(
    after,
  ) && Object.hasOwn(implied, name)
    ? implied[name]
    : undefined

const implied: Readonly<Record<string, string>> = { stone: "lb", foot: "inch" }

const isBelow = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d

/** Symbols and abbreviations of units in such amounts that the catalogue of units lacks or uses for another unit. */
const short: Readonly<Record<string, string>> = {
  "′": "'",
  "’": "'",
  "″": '"',
  "”": '"',
  "''": '"',
  "’’": '"',
  "′′": '"',
  hr: "hour",
  hrs: "hour",
  mins: "minute",
  sec: "second",
  secs: "second",
}

/** The unit of a written name. After hours, `m` is a minute. */
const unitOf = (written: string, before: Unit | undefined): Unit | undefined => {
  const lower = written.toLowerCase()
  const isMinute = lower === "m" && before?.kind === "time"
  const units = unitsNamed(isMinute ? "minute" : Object.hasOwn(short, lower) ? short[lower]! : written)
  return units.length === 1 ? units[0] : undefined
}

/** Whether other amounts are listed before or after the amount at `start`. */
const isListed = (text: string, start: number, end: number): boolean =>
  /^\s*(?:,|;|&|,?\s*(?:and|or)\b)\s*\d/iu.test(text.slice(end, end + 12)) ||
  /\d\s*\p{L}+\s*(?:,|;|&|,?\s*(?:and|or))\s*$/iu.test(text.slice(Math.max(0, start - 24), start))

/** The sum in the last unit if it is exact there, otherwise in the first one; undefined if it is exact in neither. */
const sumOf = (parts: ReadonlyArray<Part>): { readonly value: number | string; readonly unit: string } | undefined => {
  const total = parts.map(({ amount, unit }) => times(amount, unit.factor)).reduce(plus)
  for (const { unit } of [parts.at(-1)!, parts[0]!]) {
    const { exact, text } = decimalOf(over(total, unit.factor))
    if (exact) return { value: String(Number(text)) === text ? Number(text) : text, unit: nameOf(unit) }
  }
  return undefined
}

const nameOf = ({ name, symbol }: Unit): string => (symbol !== null && unitsNamed(symbol).length === 1 ? symbol : name)
