import { type NumberSpan, numbersIn } from "../../../domain/planning/read/numbers.ts"
import { impossibleKind, type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { type Compound, compoundsIn } from "./compounds.ts"
import { inConversions, withoutOtherKinds, withoutOwnUnits } from "./conversions.ts"
import { meantUnits } from "./meantUnits.ts"
import { extentsIn, multiplesIn, type Product } from "./products.ts"
import { unitsOfSystem } from "./systemUnits.ts"
import { maxWords, numberedAt, unitAt } from "./unitAt.ts"

/** The numbers of a text that are no part of the name of a unit. */
const amountsIn = (text: string) => {
  const named = /\d/u.test(text)
    ? [...text.matchAll(/(?<!\p{L})l/giu)].flatMap(({ index }) => {
        const name = numberedAt(text, index)
        return name === undefined ? [] : [{ start: index, end: index + name.length }]
      })
    : []
  return numbersIn(text)
    .filter((number) => !named.some((name) => overlaps(name, number)))
    .sort((a, b) => a.start - b.start)
}

const maxShared = 8

/** `120 x 80 cm`, `12, 24 and 36 inches`: whether the first of the numbers has the unit behind the last one of its list. */
const sharesUnit = (text: string, numbers: ReadonlyArray<NumberSpan>, isTaken: (start: number, end: number) => boolean): boolean => {
  for (const [place, number] of numbers.slice(0, maxShared).entries()) {
    const next = numbers[place + 1]
    if (next === undefined || isTaken(next.start, next.end)) return false
    const between = text.slice(number.end, next.start)
    const isLast = /^\s*(?:[x×*]|by|,?\s*(?:and|or|&))\s*$/iu.test(between)
    if (!isLast && !/^\s*,\s*$/u.test(between)) return false
    if (isLast && unitAt(text.slice(next.end)) !== undefined) return true
  }
  return false
}

/** The amounts with a unit, and the units to which the question wants them converted. */
export const measures = (text: string): ReadonlyArray<Mention> => meantUnits(text, measuresIn(text))

const measuresIn = (text: string): ReadonlyArray<Mention> => {
  const mentions: Array<Mention> = []
  // By the place in the text, of which 4,000 characters may have 1,000 amounts.
  const taken = new Uint8Array(text.length)
  const isTaken = (start: number, end: number) => taken.subarray(start, end).includes(1)
  const take = (mention: Mention) => {
    mentions.push(mention)
    taken.fill(1, mention.start, mention.end)
  }
  const unit = (kind: string, start: number, name: string, weight: number) =>
    take({ kind, start, end: start + name.length, text: name, value: name, weight })
  const numbers = amountsIn(text)
  for (const { from, to, value } of numberLast(text, numbers)) {
    unit("unit.from", from.start, from.name, 0.75)
    unit("unit.to", to.start, to.name, 0.7)
    take({
      kind: "unit.value",
      start: value.start,
      end: value.end,
      text: text.slice(value.start, value.end),
      value: value.value,
      weight: 0.7,
    })
  }
  for (const product of productsIn(text, numbers)) ofProduct(text, product).forEach(take)
  for (const compound of compoundsIn(text, numbers)) if (!isTaken(compound.start, compound.end)) asOne(text, compound).forEach(take)
  for (const [place, { end, start, value }] of numbers.entries()) {
    if (isTaken(start, end)) continue
    const written = text.slice(end)
    const name = unitAt(written)
    if (name === undefined && sharesUnit(text, numbers.slice(place), isTaken))
      take({ kind: "unit.value", start, end, text: text.slice(start, end), value, weight: 0.7 })
    const ahead = name === undefined ? unitAhead(text, start, written) : undefined
    if (ahead !== undefined && !isTaken(ahead.start, end)) {
      take({ kind: "unit.value", start, end, text: text.slice(start, end), value, weight: 0.7 })
      unit("unit.from", ahead.start, ahead.name, 0.75)
    }
    if (name === undefined) continue
    const at = end + written.indexOf(name)
    if (isTaken(start, at + name.length)) continue
    take({ kind: "unit.value", start, end, text: text.slice(start, end), value, weight: 0.7 })
    unit("unit.from", at, name, 0.75)
  }
  // The article is the amount 1: `how many feet are in a mile`.
  if (mentions.length === 0)
    for (const match of text.matchAll(/\b(?:in|is|are|to|equal)\s+(an?|one)\s+(?=\p{L})/giu)) {
      const start = match.index + match[0].length
      const name = unitAt(text.slice(start))
      if (name === undefined || isTaken(start, start + name.length)) continue
      const article = match.index + match[0].lastIndexOf(match[1]!)
      take({ kind: "unit.value", start: article, end: article + match[1]!.length, text: match[1]!, value: 1, weight: 0.6 })
      unit("unit.from", start, name, 0.6)
    }
  for (const match of text.matchAll(
    /(?:\b(?:how\s+many|how\s+much|to|in|into|as|number\s+of|equals?|need|want)\s+|(?:[-=]+>|→|⇒|=)[\s?]*)(?=[\p{L}°])/giu,
  )) {
    const start = match.index + match[0].length
    const name = unitAt(text.slice(start))
    if (name === undefined || isTaken(start, start + name.length)) continue
    unit("unit.to", start, name, mentions.length > 0 ? 0.7 : 0.4)
    for (const next of furtherTargets(text, start + name.length, mentions))
      if (!isTaken(next.start, next.start + next.name.length)) unit("unit.to", next.start, next.name, 0.7)
  }
  for (const match of text.matchAll(/\bconvert\s+(?:from\s+)?(?=\p{L})/giu)) {
    const start = match.index + match[0].length
    const name = unitAt(text.slice(start))
    if (name !== undefined && !isTaken(start, start + name.length)) unit("unit.from", start, name, 0.6)
  }
  for (const { name, start } of targetsBeside(text, mentions)) if (!isTaken(start, start + name.length)) unit("unit.to", start, name, 0.7)
  if (!mentions.some(({ kind }) => kind === "unit.to"))
    mentions.push(
      ...unitsOfSystem(
        text,
        mentions.filter(({ kind }) => kind === "unit.from"),
      ),
    )
  mentions.push(...betweenVolumeAndMass(mentions))
  return oneKind(mentions)
    ? withoutOtherKinds(
        text,
        inConversions(text, withoutOwnUnits(mentions)).map((mention) => ({ ...mention, weight: Math.max(mention.weight, 0.85) })),
      )
    : mentions
}

/** `psi to bar 32`, `oz to ml, 40`: two units and then the one number of the text. */
const numberLast = (text: string, numbers: ReadonlyArray<NumberSpan>) => {
  const [value, ...others] = numbers
  if (value === undefined || others.length > 0 || !/^\s*[?.!]?\s*$/u.test(text.slice(value.end))) return []
  const [, opening = "", first = "", joint = "", second = ""] =
    /^(\s*(?:convert\s+)?)(\p{L}.{0,40}?)(\s+(?:to|in|into)\s+)(\p{L}.{0,40}?),?\s+$/iu.exec(text.slice(0, value.start)) ?? []
  const isUnit = (name: string) => name !== "" && unitAt(name)?.length === name.length
  const [from, to] = [
    { name: first, start: opening.length },
    { name: second, start: opening.length + first.length + joint.length },
  ]
  return isUnit(first) && isUnit(second) ? [{ from, to, value }] : []
}

/** `mmHg 120 to kPa`: the unit before its number, at the beginning or behind `convert`, where another unit follows. */
const unitAhead = (text: string, start: number, after: string): { readonly name: string; readonly start: number } | undefined => {
  const [, name] = /(?:^\W*|\bconvert\s|\bis\s)((?!(?:is|are|do|what|how)\s)[\p{L}µΩ°/²³]{1,12})\s$/iu.exec(text.slice(0, start)) ?? []
  const [, to] = /^\s*(?:to|in|into|as|=|->|→)\s+([\p{L}µΩ°][^\n]*)/iu.exec(after) ?? []
  return name !== undefined && to !== undefined && unitsNamed(name).length > 0 && unitAt(to) !== undefined
    ? { name, start: start - name.length - 1 }
    : undefined
}

const unitWithPlace = (text: string): { readonly name: string; readonly start: number } | undefined => {
  const name = unitAt(text)
  return name === undefined ? undefined : { name, start: text.indexOf(name) }
}

/** The areas, volumes and multiples of a text. An extent is one only where a unit of its kind is named elsewhere. */
const productsIn = (text: string, numbers: ReadonlyArray<NumberSpan>): ReadonlyArray<Product> => {
  if (numbers.length < 2) return []
  let named: ReadonlySet<string> | undefined
  const isNamed = (kind: string) => (named ??= kindsNamed(text)).has(kind)
  const extents = extentsIn(text, numbers, unitWithPlace, isNamed)
  return [...extents, ...multiplesIn(text, numbers, unitWithPlace).filter((each) => !extents.some((extent) => overlaps(extent, each)))]
}

/** The kinds of the units that a text names. */
const kindsNamed = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<![\p{L}\p{N}-])\p{L}/gu)].flatMap(({ index }) => {
      const name = unitAt(text.slice(index, index + 60))
      return name === undefined ? [] : unitsNamed(name).map(({ kind }) => kind)
    }),
  )

const ofProduct = (text: string, { assumed, end, sides, start, unit, unitEnd, unitStart, value }: Product): ReadonlyArray<Mention> => {
  const unitOf = (value: string): Mention => ({
    kind: "unit.from",
    start: unitStart,
    end: unitEnd,
    text: text.slice(unitStart, unitEnd),
    value,
    weight: 0.75,
  })
  const product: ReadonlyArray<Mention> = [
    { kind: "unit.value", start, end, text: text.slice(start, end).trimEnd(), value, weight: 0.7, assumed },
    unitOf(unit),
  ]
  if (sides === undefined || !isLengthRequested(text.slice(unitEnd))) return product
  const lengths = sides.lengths.map((side): Mention => ({
    kind: "unit.value",
    start: side.start,
    end: side.end,
    text: text.slice(side.start, side.end),
    value: side.value,
    weight: 0.7,
  }))
  return [...product, ...lengths, unitOf(sides.unit)]
}

/** `13 x 8 x 5 inches to cm and the volume in litres`: the sides are requested too. */
const isLengthRequested = (behind: string): boolean =>
  [...behind.matchAll(/\b(?:to|in|into|as|need|want)\s+(?=\p{L})/giu)].some(({ 0: { length }, index }) => {
    const name = unitAt(behind.slice(index + length))
    return name !== undefined && unitsNamed(name).some(({ kind }) => kind === "length")
  })

/** Why `3 cups of flour to grams` cannot be answered. An ounce may be a fluid ounce. */
const betweenVolumeAndMass = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const of = (kind: string) => mentions.filter((mention) => mention.kind === kind)
  const kindsOf = (kind: string) => new Set(of(kind).flatMap(({ value }) => unitsNamed(String(value)).map((unit) => unit.kind)))
  const [from, to] = [kindsOf("unit.from"), kindsOf("unit.to")]
  const [amount] = of("unit.value")
  const isBetween = (a: string, b: string) => from.size === 1 && to.size === 1 && from.has(a) && to.has(b)
  const hasOunce = mentions.some(({ value }) => unitsNamed(String(value)).some(({ name }) => name === "ounce"))
  if (amount === undefined || hasOunce || !(isBetween("volume", "mass") || isBetween("mass", "volume"))) return []
  const [unit, target] = [of("unit.from")[0]!, of("unit.to")[0]!]
  const contradiction = `"${unit.text}" measures ${[...from].join("")} and "${target.text}" ${[...to].join("")}: one becomes the other by the density of the substance, which no source has.`
  return [{ ...amount, kind: impossibleKind, weight: 1, contradiction }]
}

interface Target {
  readonly name: string
  readonly start: number
}

/** The units listed after a target unit that are of the kind of an amount: `to cm and kg`. */
const furtherTargets = (text: string, end: number, mentions: ReadonlyArray<Mention>): ReadonlyArray<Target> => {
  const kinds = new Set(
    mentions.filter(({ kind }) => kind === "unit.from").flatMap(({ value }) => unitsNamed(String(value)).map(({ kind }) => kind)),
  )
  const targets: Array<Target> = []
  for (let at = end; targets.length < maxWords;) {
    const joint = /^\s*(?:,|\/|&|,?\s(?:and|or)\s)\s*(?:to\s|in\s)?/iu.exec(text.slice(at, at + 16))?.[0]
    const name = joint === undefined ? undefined : unitAt(text.slice(at + joint.length, at + 60))
    if (joint === undefined || name === undefined || !text.startsWith(name, at + joint.length)) break
    if (!unitsNamed(name).some(({ kind }) => kinds.has(kind))) break
    targets.push({ name, start: at + joint.length })
    at += joint.length + name.length
  }
  return targets
}

/**
 * The units of the kinds of the amounts, where no target is stated otherwise: `1200 barrels of oil, cubic meters`. Symbols of one or two letters
 * are words too often.
 */
const targetsBeside = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Target> => {
  const amounts = mentions.filter(({ kind }) => kind === "unit.from")
  if (amounts.length === 0 || mentions.some(({ kind }) => kind === "unit.to")) return []
  const own = amounts.flatMap(({ value }) => unitsNamed(String(value)))
  const kinds = new Set(own.map(({ kind }) => kind))
  const targets: Array<Target> = []
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}-])\p{L}/gu)) {
    if (index < (targets.at(-1)?.start ?? 0) + (targets.at(-1)?.name.length ?? 0)) continue
    if (amounts.some(({ end, start }) => index >= start && index < end)) continue
    const name = unitAt(text.slice(index, index + 60))
    if (name === undefined || (name.length < 3 && !isAlone(text, index, index + name.length))) continue
    const named = unitsNamed(name)
    if (named.some(({ kind }) => kinds.has(kind)) && !named.some((each) => own.includes(each))) targets.push({ name, start: index })
  }
  return targets
}

/** `11 stone 4, kg?`: a symbol behind a comma that ends the question. */
const isAlone = (text: string, start: number, end: number): boolean =>
  /[,;:=?]\s*$/u.test(text.slice(Math.max(0, start - 4), start)) && /^\s*(?:please|pls)?\s*\??\s*$/iu.test(text.slice(end))

/** The mentions of a compound amount: value, unit, and target unit. In `5 ft 3 in cm`, `in` is the inch and the preposition. */
const asOne = (text: string, { end, isJoined, lastUnit, start, unit, value }: Compound): ReadonlyArray<Mention> => {
  const written = text.slice(start, end)
  const amount = text.slice(start, lastUnit).trimEnd()
  const wanted = text.slice(lastUnit, end).toLowerCase() === "in" ? unitAt(text.slice(end)) : undefined
  const at = wanted === undefined ? end : end + text.slice(end).indexOf(wanted)
  const assumed = isJoined ? { assumed: `"${written}" was read as one amount, ${value} ${unit}.` } : {}
  return [
    { kind: "unit.value", start, end: start + amount.length, text: amount, value, weight: 0.7, ...assumed },
    { kind: "unit.from", start: lastUnit, end, text: text.slice(lastUnit, end), value: unit, weight: 0.75 },
    ...(wanted === undefined ? [] : [{ kind: "unit.to", start: at, end: at + wanted.length, text: wanted, value: wanted, weight: 0.7 }]),
  ]
}

/** Whether an amount and a target unit are of the same kind, which makes the reading as a conversion certain. */
const oneKind = (mentions: ReadonlyArray<Mention>): boolean => {
  const kinds = (kind: string) =>
    mentions.filter((mention) => mention.kind === kind).flatMap(({ value }) => unitsNamed(String(value)).map((unit) => unit.kind))
  const from = new Set(kinds("unit.from"))
  return mentions.some(({ kind }) => kind === "unit.value") && kinds("unit.to").some((kind) => from.has(kind))
}
