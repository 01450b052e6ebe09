import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numbersIn } from "../../../domain/planning/read/numbers.ts"

/** A stretch of time that a text names: `90 days`, `1 year and 6 months`, `9 h 40 min`. */
interface Stretch {
  readonly start: number
  readonly end: number
  /** Symbol of ISO 8601 → count. */
  readonly counts: ReadonlyMap<string, number>
}

const units: ReadonlyArray<readonly [RegExp, string]> = [
  [/^[\s-]?(?:calendar\s+)?days?\b/iu, "D"],
  [/^[\s-]?(?:weeks?|wks?)\b/iu, "W"],
  [/^[\s-]?(?:months?|mths?)\b/iu, "M"],
  [/^[\s-]?(?:years?|yrs?)\b/iu, "Y"],
  [/^[\s-]?(?:hours?|hrs?|h)(?![\p{L}/])/iu, "TH"],
  [/^[\s-]?(?:minutes?|mins?)(?![\p{L}/])/iu, "TM"],
]

const joint = /^\s*(?:,\s*|and\s+|,\s*and\s+)?$/iu

/** Amounts of time with nothing but `and` between them are one stretch. */
const stretchesIn = (text: string): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (const { end: afterNumber, start, value } of [...numbersIn(text)].sort((a, b) => a.start - b.start)) {
    const [match, symbol] = units.flatMap(([form, unit]) => {
      const unitName = form.exec(text.slice(afterNumber))
      return unitName ? [[unitName[0], unit] as const] : []
    })[0] ?? [undefined, ""]
    if (match === undefined || value <= 0) continue
    const end = afterNumber + match.length
    const last = stretches.at(-1)
    const isMore = last !== undefined && joint.test(text.slice(last.end, start)) && !last.counts.has(symbol)
    if (isMore) stretches[stretches.length - 1] = { start: last.start, end, counts: new Map([...last.counts, [symbol, value]]) }
    else stretches.push({ start, end, counts: new Map([[symbol, value]]) })
  }
  return stretches
}

const backwards = /^\s+(?:before|prior to|earlier than|earlier|back from|back)\b/iu
const forwards = /^\s+(?:after|from|later than|later|past)\b/iu
const subtracted = /(?:\bminus|\bless|\bsubtract(?:ing)?|[-−–])\s*$/iu
const added = /(?:\bplus|\badd(?:ing)?|\+)\s*$/iu

/** The stretch with the words beside it that say whether it is counted back: `90 days before`, `minus 10 days`. */
const withDirection = (text: string, { counts, end, start }: Stretch) => {
  const [before, after] = [text.slice(Math.max(0, start - 14), start), text.slice(end, end + 16)]
  const [ahead] = subtracted.exec(before) ?? added.exec(before) ?? [""]
  const [behind] = backwards.exec(after) ?? forwards.exec(after) ?? [""]
  const isBack = subtracted.test(before) || backwards.test(after)
  const at = { start: start - ahead.length, end: end + behind.length }
  return { ...at, counts, sign: isBack ? "-" : "" }
}

const isWhole = (counts: ReadonlyMap<string, number>): boolean => [...counts.values()].every(Number.isSafeInteger)

/** `P1Y6M`, `P90D`: whole years, months, weeks and days, for a count from a date. */
export const periods = (text: string): ReadonlyArray<Mention> =>
  stretchesIn(text).flatMap((stretch): ReadonlyArray<Mention> => {
    const { counts, end, sign, start } = withDirection(text, stretch)
    if ([...counts.keys()].some((symbol) => symbol.startsWith("T")) || !isWhole(counts)) return []
    const parts = ["Y", "M", "W", "D"].flatMap((symbol) => (counts.has(symbol) ? [`${counts.get(symbol)}${symbol}`] : []))
    return [{ kind: "calendar.period", start, end, text: text.slice(start, end), value: `${sign}P${parts.join("")}`, weight: 0.6 }]
  })
