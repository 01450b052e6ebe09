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
  [/^[\s-]?(?:(?:calendar\s+)?days?|nights?)\b/iu, "D"],
  [/^[\s-]?(?:weeks?|wks?)\b/iu, "W"],
  [/^[\s-]?(?:months?|mths?)\b/iu, "M"],
  [/^[\s-]?(?:years?|yrs?)\b/iu, "Y"],
  [/^[\s-]?(?:hours?|hrs?|h)(?![\p{L}/])/iu, "TH"],
  [/^[\s-]?(?:minutes?|mins?)(?![\p{L}/])/iu, "TM"],
]

/** `net 30`: a term of payment in days, where no amount of money or tax is meant. */
const isTerm = (text: string, start: number, end: number): boolean =>
  /\bnet[\s-]?$/iu.test(text.slice(0, start)) &&
  /^(?![\p{L}\p{N}]|[.,]\d|\s?(?:\p{Sc}|%|[A-Z]{3}\b|percent\b|euros?\b|dollars?\b|pounds?\b|kg\b))/u.test(text.slice(end)) &&
  /\b(?:due|terms?|invoiced?|pay(?:able|ment)?|paid|dated?|from)\b/iu.test(text) &&
  !/\b(?:vat|tax|gross|gst|price)\b/iu.test(text)

const metreOrMinute = /^m(?![\p{L}\p{N}/²³])/u

const joint = /^\s*(?:,\s*|and\s+|,\s*and\s+)?$/iu

/** Amounts of time with nothing but `and` between them are one stretch. */
const stretchesIn = (text: string): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  for (const { end: afterNumber, start, value } of [...numbersIn(text)].sort((a, b) => a.start - b.start)) {
    const last = stretches.at(-1)
    const isBehindHours = last?.counts.has("TH") === true && joint.test(text.slice(last.end, start))
    const [match, symbol] =
      units.flatMap(([form, unit]) => {
        const unitName = form.exec(text.slice(afterNumber))
        return unitName ? [[unitName[0], unit] as const] : []
      })[0] ??
      // `11h 10m`: behind hours no metres.
      (isBehindHours && metreOrMinute.test(text.slice(afterNumber))
        ? ["m", "TM"]
        : isTerm(text, start, afterNumber)
          ? ["", "D"]
          : [undefined, ""])
    if (match === undefined || value <= 0) continue
    const end = afterNumber + match.length
    const written = text.slice(start, afterNumber)
    // `her 100th day` of a job is 99 days after the first one, `the 100th day after it` is 100 days after it.
    const isOrdinal = /\d(?:st|nd|rd|th)$/iu.test(written) && symbol === "D" && !/^\s+(?:after|from|before)\b/iu.test(text.slice(end))
    if (isOrdinal && value === 1) continue
    // `7 h 10`: the minutes of a stretch of hours. `14h10` is a clock time more often.
    const [minutes = "", digits] =
      symbol === "TH" && Number.isSafeInteger(value) ? (/^\s?(\d{2})(?!\d|[:.,]\d|\s?[\p{L}%])/u.exec(text.slice(end)) ?? []) : []
    const isStretch =
      /^\s/u.test(minutes) || passing.test(text.slice(Math.max(0, start - 24), start)) || ofJourney.test(text.slice(end + minutes.length))
    if (digits !== undefined && isStretch && Number(digits) < 60) {
      stretches.push({
        start,
        end: end + minutes.length,
        counts: new Map([
          ["TH", value],
          ["TM", Number(digits)],
        ]),
      })
      continue
    }
    const isMore = last !== undefined && joint.test(text.slice(last.end, start)) && !last.counts.has(symbol)
    if (isMore) stretches[stretches.length - 1] = { start: last.start, end, counts: new Map([...last.counts, [symbol, value]]) }
    else stretches.push({ start, end, counts: new Map([[symbol, isOrdinal ? value - 1 : value]]) })
  }
  return stretches
}

const backwards = /^\s+(?:before|prior to|earlier than|earlier|back from|back)\b/iu
const forwards = /^\s+(?:after|from|later than|later|past)\b/iu
const subtracted = /(?:\bminus|\bless|\bsubtract(?:ing)?|\b(?:go|going|went|count|counting|step)\s+back|\brewind|[-−–])\s*$/iu
const added = /(?:\bplus|\badd(?:ing)?|\+)\s*$/iu

/** The stretch with the words beside it that say whether it is counted back: `90 days before`, `minus 10 days`. */
const withDirection = (text: string, { counts, end, start }: Stretch) => {
  const [before, after] = [text.slice(Math.max(0, start - 16), start), text.slice(end, end + 16)]
  const [ahead] = subtracted.exec(before) ?? added.exec(before) ?? [""]
  const [behind] = backwards.exec(after) ?? forwards.exec(after) ?? [""]
  const isBack = subtracted.test(before) || backwards.test(after)
  const at = { start: start - ahead.length, end: end + behind.length }
  return { ...at, counts, sign: isBack ? "-" : "" }
}

const isWhole = (counts: ReadonlyMap<string, number>): boolean => [...counts.values()].every(Number.isSafeInteger)

/** `turn 67`, `reach the age of 65`, `be 18`: the years from a birth. */
const age =
  /\b(?:turn(?:s|ed|ing)?|reach(?:es)?(?:\s+the)?(?:\s+age(?:\s+of)?)?|be(?:come)?s?|aged?)\s+(\d{1,3})(?!\d|[.,:]\d|\s?(?:%|\p{L}+\s+(?:before|after)|days?|weeks?|months?|hours?|min))(?:\s+years?(?:\s+old)?|\s+y\/?o)?/giu
const birth = /\b(?:born|birth\w*|d\.?o\.?b)\b/iu

/** The years after which somebody has an age, of a text with a birth. */
const ages = (text: string): ReadonlyArray<Mention> =>
  birth.test(text)
    ? [...text.matchAll(age)].map(({ 0: written, 1: years = "", index }) => ({
        kind: "calendar.period",
        start: index,
        end: index + written.length,
        text: written,
        value: `P${Number(years)}Y`,
        weight: 0.8,
      }))
    : []

/** `P1Y6M`, `P90D`: whole years, months, weeks and days, for a count from a date. `PT93H`, `PT8H30M`: hours and minutes, for one from a clock time. */
export const periods = (text: string): ReadonlyArray<Mention> => [...ages(text), ...stretches(text)]

const stretches = (text: string): ReadonlyArray<Mention> =>
  stretchesIn(text).flatMap((stretch): ReadonlyArray<Mention> => {
    const { counts, end, sign, start } = withDirection(text, stretch)
    const at = { start, end, text: text.slice(start, end) }
    if ([...counts.keys()].some((symbol) => symbol.startsWith("T"))) {
      const value = timeOf(counts)
      if (value === undefined) return []
      const [lasting = ""] = lasts.exec(text.slice(Math.max(0, start - 16), start)) ?? []
      const whole = { start: start - lasting.length, end, text: text.slice(start - lasting.length, end) }
      const mention = { ...whole, kind: "time.duration", value: `${sign}${value}`, weight: 0.6 }
      return passes(text, stretch) ? [mention, { ...mention, kind: "time.passing" }] : [mention]
    }
    if (!isWhole(counts)) return []
    const parts = ["Y", "M", "W", "D"].flatMap((symbol) => (counts.has(symbol) ? [`${counts.get(symbol)}${symbol}`] : []))
    return [{ ...at, kind: "calendar.period", value: `${sign}P${parts.join("")}`, weight: 0.6 }]
  })

/** `lasts 9 hours`, `drives 14 hrs`: the word is no `last` of something, and no request for a way by road. */
const lasts = /\b(?:lasts?|drives|sails|flies|travels)\s+(?:for\s+)?(?:about\s+)?$/iu

/** `3 hours later`, `takes 7 h 40 min`, `in 90 minutes`, `a 7 hour flight`: so long after a clock time, where `a 90 minute call` begins at it. */
const passes = (text: string, { end, start }: Stretch): boolean =>
  passing.test(text.slice(Math.max(0, start - 24), start)) ||
  /^\s+(?:later|after|before|earlier|from)\b/iu.test(text.slice(end, end + 10)) ||
  ofJourney.test(text.slice(end, end + 24))

/** `a 13 hour flight`, `13h10 direct flight` */
const ofJourney = /^[\s-](?:(?:direct|non-?stop|sea)\s)?(?:flight|drive|journey|voyage|crossing|passage|transit)\b/iu

const passing =
  /\b(?:takes?|taking|took|lasts?|lasting|needs?|needing|requires?|sails?|sailing|flies|drives|travels?|(?:transit|passage|voyage|flight|flying|drive|journey|travel)(?:\s+(?:time|takes|is|of)){0,2}|plus|minus|in)\s+(?:about\s+|another\s+)?$/iu

/** Days, hours and minutes; `1.5 hours` are 90 minutes. */
const timeOf = (counts: ReadonlyMap<string, number>): string | undefined => {
  const [days, hours, minutes] = ["D", "TH", "TM"].map((symbol) => counts.get(symbol) ?? 0)
  const inMinutes = hours! * 60 + minutes!
  if (["Y", "M", "W"].some((symbol) => counts.has(symbol)) || !Number.isSafeInteger(days) || !Number.isSafeInteger(inMinutes))
    return undefined
  const whole = Number.isSafeInteger(hours) && Number.isSafeInteger(minutes)
  const parts = whole ? `${hours === 0 ? "" : `${hours}H`}${minutes === 0 ? "" : `${minutes}M`}` : `${inMinutes}M`
  return `P${days === 0 ? "" : `${days}D`}T${parts}`
}
