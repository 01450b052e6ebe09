import { en } from "chrono-node"
import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"

/** Texts that chrono reads as dates, but that mean no date in a question. */
const noDates =
  /^(?:sun|sat|mon|may|mar|march|now|second|seconds?|at|today's|sec|min|the (?:day|year|month|week|moment)|this (?:second|minute|hour|moment)|\d{1,4}|[\d.]+|(?:(?:^|,?\s*|,?\s*and\s+)(?:a|an|one|[\d.]+)\s*(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|h|m|s|hrs?|mins?|secs?))+)$/iu

const longest = 2_000

/** The days, spans of days, years and clock readings of a question. `now` is in milliseconds since 1970; days are UTC days. */
export const dates = (question: string, now: number): ReadonlyArray<Mention> => {
  const text = question.slice(0, longest)
  const plain = [...isoDates(text), ...writtenDates(text, now)]
  const periods = periodsIn(text, now)
  const covered = [...plain, ...periods]
  const rest = chronoDates(text, now).filter((each) => !covered.some((other) => each.start < other.end && other.start < each.end))
  return [
    ...covered,
    ...rest,
    ...feasts(text, now).filter((each) => ![...covered, ...rest].some((other) => each.start < other.end && other.start < each.end)),
  ]
}

/** The mentions of one day: it can be a date, the first or last day of a span, and a year. */
const dayMentions = (
  at: { readonly start: number; readonly end: number; readonly text: string },
  date: string,
  hasYear: boolean,
): ReadonlyArray<Mention> => [
  { ...at, kind: "date", value: date, weight: 0.9 },
  { ...at, kind: "date.start", value: date, weight: 0.6 },
  { ...at, kind: "date.end", value: date, weight: 0.6 },
  { ...at, kind: "date.year", value: Number(date.slice(0, 4)), weight: hasYear ? 0.4 : 0.3 },
]

const spanMentions = (
  at: { readonly start: number; readonly end: number; readonly text: string },
  from: string,
  to: string,
  weight = 0.85,
): ReadonlyArray<Mention> => [
  { ...at, kind: "date.start", value: from, weight },
  { ...at, kind: "date.end", value: to, weight },
]

const isoDates = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/\b(\d{4}-\d{2}-\d{2})(?:[T ](?:at )?(\d{2}:\d{2})(?::\d{2})?\b)?/gu)].flatMap((match): ReadonlyArray<Mention> => {
    const [whole, date = "", time] = match
    const at = { start: match.index, end: match.index + whole.length, text: whole }
    return [
      ...dayMentions(at, date, true),
      ...(time === undefined ? [] : [{ ...at, kind: "date.reading", value: `${date}T${time}`, weight: 1 }]),
    ]
  })

/**
 * `15.03.2027`, `6.1.27`, and days that do not exist, which the operation refuses with a reason before anything is bought: chrono
 * reads 30 February as a day of March, or as the month alone.
 */
const writtenDates = (text: string, now: number): ReadonlyArray<Mention> => {
  const dotted = [...text.matchAll(/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d]|\.\d)/gu)].flatMap(
    (match): ReadonlyArray<Mention> => {
      const [whole, day = "", monthOfYear = "", year = ""] = match
      if (Number(day) < 1 || Number(day) > 31 || Number(monthOfYear) < 1 || Number(monthOfYear) > 12) return []
      const at = { start: match.index, end: match.index + whole.length, text: whole }
      return dayMentions(at, `${year.length === 2 ? "20" : ""}${year}-${monthOfYear.padStart(2, "0")}-${day.padStart(2, "0")}`, true)
    },
  )
  const named = [...text.matchAll(dayAndMonth)].flatMap((match): ReadonlyArray<Mention> => {
    const day = Number(match[1] ?? match[4])
    const index = monthNames.findIndex((name) => name.startsWith((match[2] ?? match[3] ?? "").toLowerCase().slice(0, 3)))
    const year = match[5] === undefined ? undefined : Number(match[5])
    // Without a year, 29 February is a day of the next leap year.
    if (day < 1 || day > 31 || day <= Number(lastOf(year ?? 2028, index).slice(8))) return []
    const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
    const which = String(year ?? new Date(now).getUTCFullYear())
    return dayMentions(at, `${which}-${String(index + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`, year !== undefined)
  })
  return [...dotted, ...named]
}

const monthNames = "january february march april may june july august september october november december".split(" ")
const month = monthNames.map((name) => (name === "may" ? name : `${name}|${name.slice(0, 3)}`)).join("|")

const dayAndMonth = new RegExp(
  String.raw`\b(?:(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${month})|(${month})\.?\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?)\b(?:,?\s+(?:of\s+)?(\d{4})\b)?`,
  "giu",
)

const lastOf = (year: number, monthIndex: number): string => isoDate(Date.UTC(year, monthIndex + 1, 0))

/** Months, quarters, years, and periods relative to today, such as `next week` and `until the end of the year`. */
const periodsIn = (text: string, now: number): ReadonlyArray<Mention> => {
  const today = new Date(now)
  const year = today.getUTCFullYear()
  const periods: Array<Mention> = []
  const say = (match: RegExpMatchArray, mentions: (at: { start: number; end: number; text: string }) => ReadonlyArray<Mention>) => {
    const start = match.index ?? 0
    const at = { start, end: start + match[0].length, text: match[0] }
    if (!periods.some((other) => at.start < other.end && other.start < at.end)) periods.push(...mentions(at))
  }
  const wholeYear = (which: number, weight: number) => (at: { start: number; end: number; text: string }) => [
    { ...at, kind: "date.year", value: which, weight },
    ...spanMentions(at, `${which}-01-01`, `${which}-12-31`, 0.5),
  ]
  for (const match of text.matchAll(
    /\b(?:until|till|to|through|before)\s+the\s+end\s+of\s+(?:the|this)\s+(year|month|week)\b|\b(?:rest|remainder)\s+of\s+(?:the|this)\s+(year|month)\b/giu,
  )) {
    const unit = (match[1] ?? match[2] ?? "year").toLowerCase()
    const sunday = isoDate(now + ((7 - today.getUTCDay()) % 7) * dayMs)
    const end = unit === "year" ? `${year}-12-31` : unit === "month" ? lastOf(year, today.getUTCMonth()) : sunday
    say(match, (at) => spanMentions(at, isoDate(now), end))
  }
  for (const match of text.matchAll(/\b(?:q([1-4])|(first|second|third|fourth)\s+quarter)(?:\s+(?:of\s+)?(\d{4}))?\b/giu)) {
    const quarter =
      match[1] === undefined ? ["first", "second", "third", "fourth"].indexOf((match[2] ?? "first").toLowerCase()) : Number(match[1]) - 1
    const which = Number(match[3] ?? year)
    say(match, (at) => spanMentions(at, isoDate(Date.UTC(which, quarter * 3, 1)), lastOf(which, quarter * 3 + 2)))
  }
  for (const match of text.matchAll(/\b(this|next|last|previous|coming|current)\s+(month|year|week)\b/giu)) {
    const shift = /next|coming/iu.test(match[1] ?? "") ? 1 : /last|previous/iu.test(match[1] ?? "") ? -1 : 0
    const unit = (match[2] ?? "").toLowerCase()
    if (unit === "year") say(match, wholeYear(year + shift, 0.9))
    else if (unit === "month") {
      const first = new Date(Date.UTC(year, today.getUTCMonth() + shift, 1))
      say(match, (at) => [
        ...spanMentions(at, isoDate(first.getTime()), lastOf(first.getUTCFullYear(), first.getUTCMonth())),
        { ...at, kind: "date", value: isoDate(first.getTime()), weight: 0.3 },
      ])
    } else {
      const monday = now + (shift * 7 - ((today.getUTCDay() + 6) % 7)) * dayMs
      say(match, (at) => spanMentions(at, isoDate(monday), isoDate(monday + 6 * dayMs)))
    }
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`(?<!\d\s|\d(?:st|nd|rd|th)\s|of\s(?=may\b))\b(${month})\.?,?\s+(?:of\s+)?(\d{4})\b`, "giu"),
  )) {
    const index = monthNames.findIndex((name) => name.startsWith((match[1] ?? "").toLowerCase().slice(0, 3)))
    const which = Number(match[2])
    const first = isoDate(Date.UTC(which, index, 1))
    if (/\b\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+$/u.test(text.slice(0, match.index))) continue
    say(match, (at) => [
      ...spanMentions(at, first, lastOf(which, index)),
      { ...at, kind: "date.year", value: which, weight: 0.7 },
      { ...at, kind: "date", value: first, weight: 0.4 },
    ])
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`(?<!\d(?:st|nd|rd|th)?\s)\b(?:in|for|of|during|this|next|throughout)\s+(${month})\b(?!\s+\d)`, "giu"),
  )) {
    const name = match[1] ?? ""
    if (/^(?:may|mar)$/u.test(name)) continue
    const index = monthNames.findIndex((each) => each.startsWith(name.toLowerCase().slice(0, 3)))
    const which = index < today.getUTCMonth() ? year + 1 : year
    say(match, (at) => [
      ...spanMentions(at, isoDate(Date.UTC(which, index, 1)), lastOf(which, index)),
      { ...at, kind: "date", value: isoDate(Date.UTC(which, index, 1)), weight: 0.35 },
    ])
  }
  for (const match of text.matchAll(/(?<![\d.,:/+-]|\d\s)\b(19[0-9]\d|20\d\d|2100)\b(?![\d:/-]|[.,]\d|\s?(?:km|m|miles?|kg|%))/gu)) {
    const before = text.slice(Math.max(0, match.index - 24), match.index)
    // A year after a day (`Christmas 2026`) is part of that day.
    if (
      new RegExp(
        String.raw`(?:${month})\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?$|(?:christmas|boxing|new year'?s|valentine'?s|bastille)(?:\s+(?:day|eve))?,?\s+$|halloween,?\s+$`,
        "iu",
      ).test(before)
    )
      continue
    say(match, wholeYear(Number(match[1]), 0.85))
  }
  return periods
}

/** Whether the dates in digits have the month before the day: one date has a second number over 12, and none has a first one over 12. */
const isAmerican = (text: string): boolean =>
  /\b(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{2,4}\b/u.test(text) &&
  !/\b(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])\/\d{2,4}\b/u.test(text)

const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const dayOfMonth = String.raw`(?:(?:${month})\.?\s+${ordinal}|${ordinal}(?:\s+(?:of\s+)?(?:${month}))?)(?:,?\s+\d{4})?`
const fromDay = new RegExp(String.raw`\bfrom(?=\s+${ordinal}\s+(?:of\s+)?(?:${month})\b)`, "giu")
const betweenDays = new RegExp(String.raw`\bbetween(\s+(?:the\s+)?${dayOfMonth}\s)and(?=\s+(?:the\s+)?${dayOfMonth}\b)`, "giu")

/** Spans of days in a form that chrono reads, at the same offsets: it misreads `from 1 July to 3 August`, and does not support `between`. */
const readable = (text: string): string =>
  text.replaceAll(fromDay, "    ").replaceAll(betweenDays, (_, first: string) => `       ${first} to`)

const chronoDates = (text: string, now: number): ReadonlyArray<Mention> =>
  (isAmerican(text) ? en.casual : en.GB)
    .parse(readable(text), { instant: new Date(now), timezone: 0 }, { forwardDate: true })
    .flatMap((result): ReadonlyArray<Mention> => {
      const at = {
        start: result.index,
        end: result.index + result.text.length,
        text: text.slice(result.index, result.index + result.text.length),
      }
      if (
        noDates.test(result.text) ||
        /\b(?:easter|whit|ash|good|shrove|maundy|palm|black)\s+$/iu.test(text.slice(Math.max(0, result.index - 10), result.index))
      )
        return []
      const { end, start } = result
      const isDay =
        start.isCertain("day") ||
        start.isCertain("weekday") ||
        /\b(?:today|tonight|tomorrow|yesterday|ago|in \d+ days?|in a week)\b/iu.test(result.text)
      const pad = (part: number | null, size = 2) => String(part ?? 0).padStart(size, "0")
      const text10 = (part: typeof start) => `${pad(part.get("year"), 4)}-${pad(part.get("month"))}-${pad(part.get("day"))}`
      const reading: ReadonlyArray<Mention> = start.isCertain("hour")
        ? [
            {
              ...at,
              kind: "date.reading",
              value: `${isDay ? text10(start) : isoDate(now)}T${pad(start.get("hour"))}:${pad(start.get("minute"))}`,
              weight: 0.95,
            },
          ]
        : []
      if (end && end.isCertain("day")) return [...spanMentions(at, text10(start), text10(end), 0.95), ...reading]
      if (!isDay) return reading
      return [...dayMentions(at, text10(start), start.isCertain("year")), ...reading]
    })

/** Days that have a name and a fixed date. */
const feastDays: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bchristmas\s+eve\b/giu, "12-24"],
  [/\bchristmas(?:\s+day)?\b/giu, "12-25"],
  [/\b(?:boxing day|st\.? stephen'?s day)\b/giu, "12-26"],
  [/\bnew year'?s\s+eve\b/giu, "12-31"],
  [/\bnew year'?s?(?:\s+day)\b/giu, "01-01"],
  [/\bvalentine'?s(?:\s+day)?\b/giu, "02-14"],
  [/\bhalloween\b/giu, "10-31"],
  [/\bbastille day\b/giu, "07-14"],
]

const feasts = (text: string, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const mentions: Array<Mention> = []
  for (const [pattern, monthDay] of feastDays) {
    for (const match of text.matchAll(new RegExp(`${pattern.source}(?:,?\\s+(?:of\\s+|in\\s+)?(\\d{4})\\b)?`, "giu"))) {
      const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
      if (mentions.some((other) => at.start < other.end && other.start < at.end)) continue
      const year = Number(today.slice(0, 4))
      const which = match[1] === undefined ? (`${year}-${monthDay}` < today ? year + 1 : year) : Number(match[1])
      mentions.push(...dayMentions(at, `${which}-${monthDay}`, match[1] !== undefined))
    }
  }
  return mentions
}
