import { describingAmountKind, type Mention } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"

const kindsOf = ({ value }: Mention): ReadonlyArray<string> => unitsNamed(String(value)).map(({ kind }) => kind)

interface Amount {
  readonly value: Mention
  readonly unit: Mention
}

const maxConversions = 12

/**
 * The mentions with the conversions that each is of, where a question has several: an amount is converted to the target units of its own kind. Amounts
 * and targets of one kind that alternate (`12 in to cm and 30 ft to m`) are pairs. Nothing is grouped if a target or an amount would be left over, or
 * if several amounts of one kind share several targets in another order.
 */
export const inConversions = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const values = mentions.filter(({ kind }) => kind === "unit.value")
  const units = mentions.filter(({ kind }) => kind === "unit.from")
  const targets = mentions.filter(({ kind }) => kind === "unit.to").sort((a, b) => a.start - b.start)
  if (values.length + targets.length < 3 || values.length < units.length) return mentions
  // `I ran 10 km and 5 miles, what is that in metres`: each amount, or their sum.
  if (targets.length < 2 && values.length === units.length && ofSeveral.test(text)) return mentions
  // `120 x 80 cm`: an amount without a unit of its own has that of the next one.
  const unitOf = (value: Mention, at: number) => {
    if (values.length === units.length) return units[at]
    const [next, ...others] = units.filter(({ start }) => start >= value.end).sort((a, b) => a.start - b.start)
    // `13 x 8 x 5 inches` is an extent in cubic inches and three lengths in inches.
    const same = [...(next ? [next] : []), ...others.filter(({ start }) => start === next?.start)]
    const isExtent = values.some((side) => side !== value && side.start >= value.start && side.end <= value.end)
    return same.find(({ text, value: name }) => (name !== text) === isExtent) ?? next
  }
  const amounts = values
    .flatMap((value, at): ReadonlyArray<Amount> => {
      const unit = unitOf(value, at)
      return unit === undefined ? [] : [{ value, unit }]
    })
    .sort((a, b) => a.value.start - b.value.start)
  const kinds = [...new Set(amounts.flatMap(({ unit }) => kindsOf(unit)))]
  const conversions = kinds.flatMap((kind) =>
    pairsOf(
      amounts.filter(({ unit }) => kindsOf(unit).includes(kind)),
      targets.filter((target) => kindsOf(target).includes(kind)),
    ),
  )
  const isPaired = (mention: Mention) => conversions.some((conversion) => conversion.includes(mention))
  const isWhole = conversions.length > 1 && conversions.length <= maxConversions && [...values, ...units, ...targets].every(isPaired)
  if (!isWhole) return mentions
  return mentions.map((mention) => {
    const groups = conversions.flatMap((conversion, at) => (conversion.includes(mention) ? [at] : []))
    return groups.length === 0 ? mention : { ...mention, groups }
  })
}

/** `The drawing is in thou. 250 thou in mm?`: the unit of the one amount is no target beside another one. */
export const withoutOwnUnits = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const nameOf = ({ value }: Mention) => unitsNamed(String(value))[0]?.name
  const [unit, ...others] = mentions.filter(({ kind }) => kind === "unit.from")
  const targets = mentions.filter(({ kind }) => kind === "unit.to")
  const isOwn = (mention: Mention) => mention.kind === "unit.to" && unit !== undefined && nameOf(mention) === nameOf(unit)
  return others.length > 0 || targets.every(isOwn) ? mentions : mentions.filter((mention) => !isOwn(mention))
}

const ofSeveral = /\b(?:that|it|this|total|together|altogether|sum|combined)\b/iu

/** The conversions of one kind, each an amount, its unit and a target. */
const pairsOf = (amounts: ReadonlyArray<Amount>, targets: ReadonlyArray<Mention>): ReadonlyArray<ReadonlyArray<Mention>> => {
  if (amounts.length === 1 || targets.length === 1)
    return amounts.flatMap(({ unit, value }) => targets.map((target) => [value, unit, target]))
  const isAlternating =
    amounts.length === targets.length &&
    amounts.every(({ value }, at) => value.start < targets[at]!.start && targets[at]!.start < (amounts[at + 1]?.value.start ?? Infinity))
  return isAlternating ? amounts.map(({ unit, value }, at) => [value, unit, targets[at]!]) : []
}

/**
 * `20 ft container 33.2 cubic metres in cubic feet`: an amount before a noun, of a kind that no target has, describes the thing beside one that has a target. It stays as an
 * amount that nothing converts.
 */
export const withoutOtherKinds = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const targets = new Set(mentions.filter(({ kind }) => kind === "unit.to").flatMap(kindsOf))
  const isOther = (mention: Mention) => kindsOf(mention).length > 0 && !kindsOf(mention).some((kind) => targets.has(kind))
  const units = mentions.filter(({ kind }) => kind === "unit.from")
  const others = units.filter((unit) => isOther(unit) && describes.test(text.slice(unit.end)))
  if (targets.size === 0 || others.length === 0 || others.length === units.length) return mentions
  return mentions.flatMap((mention): ReadonlyArray<Mention> => {
    if (others.includes(mention)) return []
    const unit = units.find(({ start }) => start >= mention.end)
    if (mention.kind !== "unit.value" || unit === undefined || !others.includes(unit)) return [mention]
    const { start } = mention
    return [{ kind: describingAmountKind, start, end: unit.end, text: text.slice(start, unit.end), value: mention.value, weight: 0.6 }]
  })
}

/** A noun behind the unit. */
const describes =
  /^\s(?!(?:and|or|but|to|in|into|as|is|are|was|of|for|from|at|on|by|with|per|long|wide|high|deep|tall|thick|each|how|what|which|equals?)\b)\p{L}{3}/iu
