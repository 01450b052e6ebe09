import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numbersIn } from "../../../domain/planning/read/numbers.ts"
import { type Unit, unitsNamed } from "../../sources/units/units.ts"
import { unitAt } from "./unitAt.ts"

/** `per`, `/` or an article before the unit of an amount, with a word for what is counted before it: `3.20 EUR per`, `40 SEK for a`. */
const perUnit = /^\s?(?:(?<counted>\p{Sc}|\p{L}{2,12})\s?)?(?:\bper\s|\/\s?|\b(?:for\s)?(?:an?|one|each)\s)/iu
const beforeTarget = /\bper\s|\/\s?|\b(?:an?|one|in|to)\s/giu

interface Named {
  readonly name: string
  readonly start: number
  readonly unit: Unit
}

/** An amount for one unit, and another unit of the same kind for which it is requested: `3.20 EUR per yard, what per metre`. */
export const rates = (text: string): ReadonlyArray<Mention> => {
  // Found once: 4,000 characters may have 1,000 amounts.
  let targets: ReadonlyArray<Named> | undefined
  for (const { end, start, value } of numbersIn(text)) {
    const per = perUnit.exec(text.slice(end, end + 40))
    const counted = per?.groups?.["counted"]
    if (per === null || (counted !== undefined && unitsNamed(counted).length > 0)) continue
    const from = unitNamed(text, end + per[0].length)
    if (from === undefined) continue
    targets ??= targetsIn(text)
    const target = targets.find(({ start: at, unit }) => at !== from.start && unit.kind === from.unit.kind && unit !== from.unit)
    if (target === undefined) continue
    return [
      { kind: "rate.value", start, end, text: text.slice(start, end), value, weight: 0.9 },
      mentionOf("rate.from", from),
      mentionOf("rate.to", target),
    ]
  }
  return []
}

const mentionOf = (kind: string, { name, start }: Named): Mention => ({
  kind,
  start,
  end: start + name.length,
  text: name,
  value: name,
  weight: 0.9,
})

const unitNamed = (text: string, at: number): Named | undefined => {
  const name = unitAt(text.slice(at, at + 40))
  const [unit, ...others] = name === undefined ? [] : unitsNamed(name)
  if (name === undefined || unit === undefined || others.length > 0) return undefined
  return unit.offset.n === 0n && unit.isReciprocal !== true && text.startsWith(name, at) ? { name, start: at, unit } : undefined
}

/** The units that amounts may be requested for, also before the amount: `price per kg at 2.99 per lb`. */
const targetsIn = (text: string): ReadonlyArray<Named> =>
  [...text.matchAll(beforeTarget)].flatMap(({ 0: before, index }) => unitNamed(text, index + before.length) ?? [])
