import type { NumberSpan } from "../../../domain/planning/read/numbers.ts"
import { decimalOf, over, parseRational, type Rational, times } from "../../sources/units/rational.ts"
import { type Unit, unitsNamed } from "../../sources/units/units.ts"

/** An amount that is a product in the text: an area, a volume, or several things of one size. */
export interface Product {
  readonly start: number
  /** The end of its numbers, and where its unit is. */
  readonly end: number
  readonly unitStart: number
  readonly unitEnd: number
  readonly value: number | string
  readonly unit: string
  /** What it is read as. */
  readonly assumed: string
  /** The lengths of an extent, and the unit that all have. */
  readonly sides?: { readonly lengths: ReadonlyArray<NumberSpan>; readonly unit: string }
}

/** The name of the unit that a text begins with, and where it begins. */
type UnitAt = (text: string) => { readonly name: string; readonly start: number } | undefined

const sizes = ["", "square", "cubic"]

/**
 * `120 x 80 cm` where a unit of area is requested, and `24 x 16 x 12 in` where one of volume is: the product of lengths in one unit, which may be
 * repeated, or each in its own (`8.4 m x 6 m x 150 mm`).
 */
export const extentsIn = (
  text: string,
  numbers: ReadonlyArray<NumberSpan>,
  unitAt: UnitAt,
  isRequested: (kind: string) => boolean,
): ReadonlyArray<Product> => {
  const extents: Array<Product> = []
  for (const [at, first] of numbers.entries()) {
    if (extents.some(({ end }) => first.start < end)) continue
    const sides = [first]
    let unit = unitAt(text.slice(first.end))
    const units = [unit && meantBy(unit.name)]
    let end = unit === undefined ? first.end : first.end + unit.start + unit.name.length
    let unitEnd = end
    for (const next of numbers.slice(at + 1, at + 3)) {
      if (!/^\s?(?:x|×|\*|by)\s?$/iu.test(text.slice(end, next.start))) break
      const own = unitAt(text.slice(next.end))
      const [length, before] = [own && meantBy(own.name), unit && meantBy(unit.name)]
      // `8.4 m x 6 m x 150 mm`: each side has a unit of its own.
      const isMixed = own !== undefined && unit !== undefined && length !== before
      if (isMixed && (length?.kind !== "length" || units.some((each) => each?.kind !== "length"))) break
      if (own === undefined && new Set(units).size > 1) break
      sides.push(next)
      units.push(length)
      end = own === undefined ? next.end : next.end + own.start + own.name.length
      if (own !== undefined) [unit, unitEnd] = [own, end]
    }
    if (sides.some(({ value }) => value <= 0)) continue
    const given = [...new Set(units.filter((each) => each !== undefined))]
    const isMixed = given.length > 1
    const size = sizes[sides.length - 1]
    if (unit === undefined || !size || unitEnd !== end) continue
    const count = sides.length === 3 ? countOf(text, numbers, at, end) : undefined
    const values = sides.map(({ value }) => parseRational(String(value)))
    const factors = isMixed ? units.flatMap((each) => each?.factor ?? []) : []
    const amountIn = (length: Unit) => {
      const [whole] = length.kind === "length" ? unitsNamed(`${size} ${length.name}`) : []
      if (whole === undefined || !isRequested(whole.kind)) return undefined
      const lengths = isMixed ? values.map((value, place) => over(times(value, factors[place]!), length.factor)) : values
      const value = amountOf([...lengths, ...(count === undefined ? [] : [parseRational(String(count.value))])].reduce(times))
      return value === undefined ? undefined : { value, whole }
    }
    // Of several units the first one in which the amount is exact: 12 ft by 3.5 m are no whole number of square feet.
    const [amount] = given.flatMap((length) => amountIn(length) ?? [])
    if (amount === undefined) continue
    const { value, whole } = amount
    const [start, last] = [Math.min(count?.start ?? first.start, first.start), Math.max(count?.end ?? end, end)]
    const assumed = `"${text.slice(start, last)}" was read as ${value} ${pluralOf(whole)}${count === undefined ? "" : " together"}.`
    extents.push({
      start,
      end: end - unit.name.length,
      unitStart: end - unit.name.length,
      unitEnd: last,
      value,
      unit: whole.name,
      assumed,
      ...(count === undefined && !isMixed && { sides: { lengths: sides, unit: unit.name } }),
    })
  }
  return extents
}

/** The number of things of one extent: `48 boxes of 60x40x35 cm`, `60x40x35 cm times 48`. */
const countOf = (text: string, numbers: ReadonlyArray<NumberSpan>, first: number, end: number): NumberSpan | undefined => {
  if (ofOne.test(text)) return undefined
  const isCount = (number: NumberSpan | undefined) => number !== undefined && Number.isSafeInteger(number.value) && number.value > 1
  const before = numbers[first - 1]
  if (before !== undefined && isCount(before) && !isName(text, before) && severalOf.test(text.slice(before.end, numbers[first]!.start)))
    return before
  const behind = numbers.find(({ start }) => start >= end)
  return behind !== undefined && isCount(behind) && /^\s(?:times|x|×)\s?$/iu.test(text.slice(end, behind.start)) ? behind : undefined
}

/** `60 kg bags of coffee, 320 bags`: the size of one thing, and behind it how many. */
const behindSize = (text: string, amount: NumberSpan, unitEnd: number, numbers: ReadonlyArray<NumberSpan>): NumberSpan | undefined => {
  const [, thing] = /^[\s-](\p{L}{3,}s)\b/u.exec(text.slice(unitEnd)) ?? []
  const count = numbers.find(({ start }) => start > amount.end)
  return thing !== undefined && count !== undefined && new RegExp(String.raw`^\s${thing}\b`, "iu").test(text.slice(count.end))
    ? count
    : undefined
}

/** `two pallets at 1,320 lb each`, `12 x 750 ml`, `320 bags of 60 kg`: several things of one size, together. */
export const multiplesIn = (text: string, numbers: ReadonlyArray<NumberSpan>, unitAt: UnitAt): ReadonlyArray<Product> =>
  numbers.flatMap((amount, at): ReadonlyArray<Product> => {
    const unit = unitAt(text.slice(amount.end))
    if (unit === undefined) return []
    const before = numbers[at - 1]
    const count = before ?? behindSize(text, amount, amount.end + unit.start + unit.name.length, numbers)
    if (count === undefined || !Number.isSafeInteger(count.value) || count.value < 2) return []
    const [meant, ...others] = unitsNamed(unit.name)
    if (meant === undefined || others.length > 0 || meant.offset.n !== 0n || meant.isReciprocal === true) return []
    const unitStart = amount.end + unit.start
    const unitEnd = unitStart + unit.name.length
    const isBehind = count !== before
    const between = text.slice(count.end, amount.start)
    const after = text.slice(unitEnd)
    const isWeighed = meant.kind === "mass" || meant.kind === "volume"
    const isTotal = isWeighed && !ofOne.test(text) && !isName(text, count)
    const isEach =
      (isBehind && isTotal) ||
      (things.test(between) &&
        unitAt(between) === undefined &&
        (each.test(after) || (severalOf.test(between) && ((isTotal && consistsOf.test(between)) || together.test(after)))) &&
        !single.test(after))
    // `2 x 4 m` may be an area.
    if (!isEach && !(/^\s?[x×]\s?$/iu.test(between) && meant.kind !== "length")) return []
    const value = amountOf(times(parseRational(String(count.value)), parseRational(String(amount.value))))
    if (value === undefined) return []
    const written = isBehind ? text.slice(amount.start, count.end) : `${text.slice(count.start, unitEnd)}${each.exec(after)?.[0] ?? ""}`
    const assumed = `"${written}" was read as ${value} ${unit.name} together.`
    if (isBehind) return [{ start: amount.start, end: amount.end, unitStart, unitEnd: count.end, value, unit: unit.name, assumed }]
    return [{ start: count.start, end: amount.end, unitStart, unitEnd, value, unit: unit.name, assumed }]
  })

/** One to four words between the count and the amount of each. */
const things = /^\s(?:\p{L}[\p{L}-]*\s){1,4}(?:(?:of|at|with|@|à)\s)?$|^\s\p{L}[\p{L}-]*(?:,|:|\s@)\s$/iu
const each = /^\s?,?\s?(?:each|apiece|a piece|per piece)\b/iu
/** `275 bags of 70 kg, how many pounds in total`, `320 bags of coffee of 60 kg`, `48 boxes measuring 60x40x35 cm` */
const severalOf = /^\s(?:\p{L}[\p{L}-]*\s){0,2}\p{L}+s\s(?:of\s\p{L}+\s)?(?:of|at|with|measuring|@|à)\s$/iu
/** `at 23 kg` and `with 500 mg` may be what one of them has. */
const consistsOf = /\sof\s$/iu
const together = /\b(?:in\stotal|in\sall|altogether|all\stogether|total\sweight)\b/iu
/** The size of one of them is requested. */
const single = /\b(?:one|single|each of them|per\s\p{L}+)\b(?!\s?piece)/iu

/** What one of them weighs or holds is requested, or what one may have. */
const ofOne =
  /\b(?:one|single|each|every|apiece|per\s\p{L}+|an?\s(?:bag|sack|box|carton|case|crate|drum|bottle|can|pallet|suitcase|piece|container)|limit|allowance|max(?:imum)?)\b/iu

/** `grade 8 bolts`, `flight 447`, `2027 models`: a number that is a name or a year, and no count. */
const isName = (text: string, { start, value }: NumberSpan): boolean =>
  (value >= 1900 && value <= 2100 && Number.isSafeInteger(value) && !/,/u.test(text.slice(start, start + 5))) ||
  /\b(?:grade|class|type|phase|room|flight|top|model|category|level|number|no\.?|size|series|version|stage|zone|gate|group|line|unit|item|lot|order|year|of)\s$/iu.test(
    text.slice(0, start),
  )

const meantBy = (name: string): Unit | undefined => {
  const [unit, ...others] = unitsNamed(name)
  return others.length === 0 ? unit : undefined
}

const pluralOf = ({ aliases, name }: Unit): string => aliases.find((alias) => /^(?:square|cubic) .*(?:s|feet)$/u.test(alias)) ?? name

/** As a number if it is one exactly. */
const amountOf = (product: Rational): number | string | undefined => {
  const { exact, text } = decimalOf(product)
  if (!exact) return undefined
  return String(Number(text)) === text ? Number(text) : text
}
