import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate, isoTime } from "../../../domain/time.ts"

/** The mentions of one day: it can be a date, the first or last day of a span, and a year. */
export const dayMentions = (
  at: { readonly start: number; readonly end: number; readonly text: string },
  date: string,
  hasYear: boolean,
): ReadonlyArray<Mention> => [
  { ...at, kind: "date", value: date, weight: 0.9 },
  { ...at, kind: "date.start", value: date, weight: 0.6 },
  { ...at, kind: "date.end", value: date, weight: 0.6 },
  { ...at, kind: "date.year", value: Number(date.slice(0, 4)), weight: hasYear ? 0.4 : 0.3 },
]

export const spanMentions = (
  at: { readonly start: number; readonly end: number; readonly text: string },
  from: string,
  to: string,
  weight = 0.85,
): ReadonlyArray<Mention> => [
  { ...at, kind: "date.start", value: from, weight },
  { ...at, kind: "date.end", value: to, weight },
]

export const isoDates = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(isoMoment)].flatMap((match): ReadonlyArray<Mention> => {
    const [whole, date = "", time, offset] = match
    const at = { start: match.index, end: match.index + whole.length, text: whole }
    if (countsDays.test(text)) return dayMentions(at, date, true)
    const day = dayMentions(offset === undefined ? at : { ...at, end: at.start + 10, text: date }, date, true)
    if (time === undefined) return day
    const reading: Mention = { ...at, kind: "date.reading", value: `${date}T${time}`, weight: 1 }
    return offset === undefined ? [...day, reading] : [...day, ...atOffset(reading, offset)]
  })

/** `days until 2027-02-14T23:59:59Z`: of a moment only the day counts. */
const countsDays =
  /^(?!.*\b(?:hours?|minutes?|seconds?|time|clocks?)\b).*\b(?:days|weeks|months)\s+(?:are\s+)?(?:left|until|till|to|from|between|since|remain\w*)\b/isu

const isoMoment =
  /\b(\d{4}-\d{2}-\d{2})(?:[T ](?:at )?(\d{2}:\d{2}(?::(?!00)\d{2})?)(?::00)?(?:\.\d{1,9})?(?:(?<=T\S*)(Z|[+-]\d{2}:?\d{2})(?!\d))?\b)?/gu

/** `2026-12-14T16:30:00+04:00`: the same moment on clocks of UTC, because few offsets are those of a zone. */
const atOffset = (reading: Mention, offset: string): ReadonlyArray<Mention> => {
  const minutes = offset === "Z" ? 0 : Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)))
  const local = Date.parse(`${String(reading.value)}Z`)
  if (Number.isNaN(local)) return [reading]
  const value = isoTime(local - minutes * 60_000).slice(0, String(reading.value).length)
  const [start, end] = [reading.end - offset.length, reading.end]
  const zone: Mention = { kind: "time.zone", start, end, text: offset, value: "Etc/UTC", weight: 0.95 }
  const assumed = `${reading.text} is ${value.slice(11)} on ${writtenDay(value.slice(0, 10))} in UTC.`
  return [{ ...reading, end: start, text: reading.text.slice(0, -offset.length), value, ...(minutes !== 0 && { assumed }) }, zone]
}

/**
 * `15.03.2027`, `6.1.27`, `12 of October of 2026`, and days that do not exist, which the operation refuses with a reason before anything is bought: chrono
 * reads 30 February as a day of March, or as the month alone.
 */
export const writtenDates = (text: string, now: number): ReadonlyArray<Mention> => {
  const dotted = [...text.matchAll(/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d]|\.\d)/gu)].flatMap(
    (match): ReadonlyArray<Mention> => {
      const [whole, day = "", monthOfYear = "", year = ""] = match
      if (Number(day) < 1 || Number(day) > 31 || Number(monthOfYear) < 1 || Number(monthOfYear) > 12) return []
      const at = { start: match.index, end: match.index + whole.length, text: whole }
      const date = `${year.length === 2 ? "20" : ""}${year}-${monthOfYear.padStart(2, "0")}-${day.padStart(2, "0")}`
      return [...dayMentions(at, date, true), ...readingBehind(text, at, date)]
    },
  )
  const named = [...text.matchAll(dayAndMonth)].flatMap((match): ReadonlyArray<Mention> => {
    const day = Number(match[1] ?? match[4])
    const index = monthIndexOf(match[2] ?? match[3] ?? "")
    const year = match[5] === undefined ? undefined : Number(match[5])
    // Without a year, 29 February is a day of the next leap year.
    const isMissing = day > Number(lastOf(year ?? 2028, index).slice(8))
    if (day < 1 || day > 31 || !(isMissing || /\sof\s+\d{4}$/iu.test(match[0]))) return []
    const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
    const which = String(year ?? new Date(now).getUTCFullYear())
    return dayMentions(at, `${which}-${String(index + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`, year !== undefined)
  })
  const yearless = [
    ...text.matchAll(
      /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)|(?<=\b(?:on|by|until|till|from|since|date)\s)(\d{1,2})\.(\d{1,2})(?![\d.%]|\s?\p{L}?\d|\s?(?:am|pm|h|km|m|kg|°))/giu,
    ),
  ].flatMap((match): ReadonlyArray<Mention> => {
    const whole = match[0]
    const [day = "", monthOfYear = ""] = [match[1] ?? match[3], match[2] ?? match[4]]
    if (Number(day) < 1 || Number(day) > 31 || Number(monthOfYear) < 1 || Number(monthOfYear) > 12) return []
    const monthDay = `${monthOfYear.padStart(2, "0")}-${day.padStart(2, "0")}`
    const year = new Date(now).getUTCFullYear()
    const at = { start: match.index, end: match.index + whole.length, text: whole }
    return dayMentions(at, `${`${year}-${monthDay}` < isoDate(now) ? year + 1 : year}-${monthDay}`, false)
  })
  return [...dotted, ...named, ...yearless, ...slashDates(text)]
}

/**
 * `01/06/2027` is a day of June or of January: the buyer chooses, unless another date of the question shows the order. `29/02/2027` is no day: the
 * operation refuses it with a reason before anything is bought.
 */
const slashDates = (text: string): ReadonlyArray<Mention> => {
  const written = [...text.matchAll(/(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])/gu)]
  const isOrderKnown = written.some(([, first, , second]) => Number(first) > 12 || Number(second) > 12)
  return written.flatMap((match): ReadonlyArray<Mention> => {
    const [whole, first = "", , second = "", shortYear = ""] = match
    const year = shortYear.length === 2 ? `20${shortYear}` : shortYear
    const dateOf = (day: string, of: string) => `${year}-${of.padStart(2, "0")}-${day.padStart(2, "0")}`
    const at = { start: match.index, end: match.index + whole.length, text: whole }
    if (isOrderKnown) {
      const [day, of] = Number(second) > 12 ? [second, first] : [first, second]
      const isMonth = Number(of) >= 1 && Number(of) <= 12
      const isMissing = isMonth && Number(day) <= 31 && Number(day) > Number(lastOf(Number(year), Number(of) - 1).slice(8))
      return isMissing ? dayMentions(at, dateOf(day, of), true) : []
    }
    if (Number(first) < 1 || Number(second) < 1 || Number(first) === Number(second)) return []
    const days = [dateOf(first, second), dateOf(second, first)]
    const options = days.map((date) => ({ ref: `date:${date}`, label: writtenDay(date), description: date, value: date }))
    return dayMentions(at, days[0]!, true).map((mention) => (mention.kind === "date.year" ? mention : { ...mention, options }))
  })
}

/** The place of a month in the year from 0 on, by its name or three letters and more of it; -1 for no month. */
export const monthIndexOf = (name: string): number => monthNames.findIndex((each) => each.startsWith(name.toLowerCase().slice(0, 3)))

export const monthNames = "january february march april may june july august september october november december".split(" ")
/** The names of the months and their abbreviations, for a pattern. */
export const month = `${monthNames.map((name) => (name === "may" ? name : `${name}|${name.slice(0, 3)}`)).join("|")}|sept`

/** `24 Nov`, `the 24th of November 2026`, `November 24, 2026`. */
export const dayAndMonth = new RegExp(
  // `00:00 Nov 27`: the minutes are no day.
  String.raw`\b(?:(?:the\s+)?(?<!\d:)(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${month})|(${month})\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?)\b(?:,?\s+(?:of\s+)?(\d{4})\b)?`,
  "giu",
)

/** The clock time behind a day in digits: `28.03.2027 02:30`. */
const readingBehind = (
  text: string,
  { end, start }: { readonly start: number; readonly end: number },
  date: string,
): ReadonlyArray<Mention> => {
  const [behind, hour = "", minute = ""] = /^,?\s+(?:at\s+)?(\d{1,2}):([0-5]\d)(?![\d:])/u.exec(text.slice(end, end + 12)) ?? []
  if (behind === undefined || Number(hour) > 23) return []
  const whole = { start, end: end + behind.length, text: text.slice(start, end + behind.length) }
  return [{ ...whole, kind: "date.reading", value: `${date}T${hour.padStart(2, "0")}:${minute}`, weight: 1 }]
}

/** The last day of a month. */
export const lastOf = (year: number, monthIndex: number): string => isoDate(Date.UTC(year, monthIndex + 1, 0))

/** The days that a text names by day and month. Without a year, a day is of the year of the next one, or the next that comes. */
export const daysIn = (text: string, offset: number, now: number) => {
  const matches = [...text.matchAll(dayAndMonth)]
  return matches.map((match, place) => {
    const index = monthIndexOf(match[2] ?? match[3] ?? "")
    const monthDay = `${String(index + 1).padStart(2, "0")}-${String(match[1] ?? match[4]).padStart(2, "0")}`
    const stated = matches.slice(place).find((each) => each[5] !== undefined)?.[5]
    const year = new Date(now).getUTCFullYear()
    const date = `${stated ?? (`${year}-${monthDay}` < isoDate(now) ? year + 1 : year)}-${monthDay}`
    const start = offset + match.index
    return { date, hasYear: stated !== undefined, start, end: start + match[0].length, text: match[0] }
  })
}

/** `25 November 2026`. */
export const writtenDay = (date: string): string => {
  const name = monthNames[Number(date.slice(5, 7)) - 1] ?? ""
  return `${Number(date.slice(8))} ${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${date.slice(0, 4)}`
}
