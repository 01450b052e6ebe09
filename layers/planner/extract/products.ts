import type { NumberSpan } from "../../../domain/planning/read/numbers.ts"
import { decimalOf, parseRational, type Rational, times } from "../../sources/units/rational.ts"
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
 * repeated.
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
    let end = unit === undefined ? first.end : first.end + unit.start + unit.name.length
    let unitEnd = end
    for (const next of numbers.slice(at + 1, at + 3)) {
      if (!/^\s?(?:x|×|\*|by)\s?$/iu.test(text.slice(end, next.start))) break
      const own = unitAt(text.slice(next.end))
      if (own !== undefined && unit !== undefined && meantBy(own.name) !== meantBy(unit.name)) break
      sides.push(next)
      end = own === undefined ? next.end : next.end + own.start + own.name.length
      if (own !== undefined) [unit, unitEnd] = [own, end]
    }
    if (sides.some(({ value }) => value <= 0)) continue
    const length = unit && meantBy(unit.name)
    const size = sizes[sides.length - 1]
    if (unit === undefined || length?.kind !== "length" || !size || unitEnd !== end) continue
    const [whole] = unitsNamed(`${size} ${length.name}`)
    if (whole === undefined || !isRequested(whole.kind)) continue
    const value = amountOf(sides.map((side) => parseRational(String(side.value))).reduce(times))
    if (value === undefined) continue
    const assumed = `"${text.slice(first.start, end)}" was read as ${value} ${pluralOf(whole)}.`
    extents.push({
      start: first.start,
      end: end - unit.name.length,
      unitStart: end - unit.name.length,
      unitEnd: end,
      value,
      unit: whole.name,
      assumed,
      sides: { lengths: sides, unit: unit.name },
    })
  }
  return extents
}

/** `two pallets at 1,320 lb each`, `12 x 750 ml`: several things of one size, together. */
export const multiplesIn = (text: string, numbers: ReadonlyArray<NumberSpan>, unitAt: UnitAt): ReadonlyArray<Product> =>
  numbers.flatMap((amount, at): ReadonlyArray<Product> => {
    const count = numbers[at - 1]
    const unit = unitAt(text.slice(amount.end))
    if (count === undefined || unit === undefined || !Number.isSafeInteger(count.value) || count.value < 2) return []
    const [meant, ...others] = unitsNamed(unit.name)
    if (meant === undefined || others.length > 0 || meant.offset.n !== 0n || meant.isReciprocal === true) return []
    const unitStart = amount.end + unit.start
    const unitEnd = unitStart + unit.name.length
    const between = text.slice(count.end, amount.start)
    const after = text.slice(unitEnd)
    const isEach =
      things.test(between) &&
      unitAt(between) === undefined &&
      (each.test(after) || (severalOf.test(between) && together.test(after))) &&
      !single.test(after)
    // `2 x 4 m` may be an area.
    if (!isEach && !(/^\s?[x×]\s?$/iu.test(between) && meant.kind !== "length")) return []
    const value = amountOf(times(parseRational(String(count.value)), parseRational(String(amount.value))))
    if (value === undefined) return []
    const assumed = `"${text.slice(count.start, unitEnd)}${each.exec(after)?.[0] ?? ""}" was read as ${value} ${unit.name} together.`
    return [{ start: count.start, end: amount.end, unitStart, unitEnd, value, unit: unit.name, assumed }]
  })

/** One to four words between the count and the amount of each. */
const things = /^\s(?:\p{L}[\p{L}-]*\s){1,4}(?:(?:of|at|with|@|à)\s)?$|^\s\p{L}[\p{L}-]*(?:,|:|\s@)\s$/iu
const each = /^\s?,?\s?(?:each|apiece|a piece|per piece)\b/iu
/** `275 bags of 70 kg, how many pounds in total` */
const severalOf = /^\s(?:\p{L}[\p{L}-]*\s){0,2}\p{L}+s\s(?:of|at|with|@|à)\s$/iu
const together = /\b(?:in\stotal|in\sall|altogether|all\stogether|total\sweight)\b/iu
/** The size of one of them is requested. */
const single = /\b(?:one|single|each of them|per\s\p{L}+)\b(?!\s?piece)/iu

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
