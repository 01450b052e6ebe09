import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { currencies } from "../../sources/currencies/currencies.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { unitAt } from "./unitAt.ts"
import { lastOf, month, monthIndexOf, spanMentions, writtenDay } from "./writtenDates.ts"

/** Months, quarters, years, and periods relative to today, such as `next week` and `until the end of the year`. */
export const calendarPeriods = (text: string, now: number): ReadonlyArray<Mention> => {
  const today = new Date(now)
  const year = today.getUTCFullYear()
  const periods: Array<Mention> = []
  const addUnlessTaken = (
    match: RegExpMatchArray,
    mentions: (at: { start: number; end: number; text: string }) => ReadonlyArray<Mention>,
  ) => {
    const start = match.index ?? 0
    const at = { start, end: start + match[0].length, text: match[0] }
    if (!periods.some((other) => at.start < other.end && other.start < at.end)) periods.push(...mentions(at))
  }
  const wholeYear = (which: number, weight: number) => (at: { start: number; end: number; text: string }) => [
    { ...at, kind: "date.year", value: which, weight },
    ...spanMentions(at, `${which}-01-01`, `${which}-12-31`, 0.5),
  ]
  for (const match of text.matchAll(/\b(?:rest|remainder)\s+of\s+(?:the|this)\s+(year|month)\b/giu))
    addUnlessTaken(match, (at) =>
      spanMentions(at, isoDate(now), match[1]?.toLowerCase() === "year" ? `${year}-12-31` : lastOf(year, today.getUTCMonth())),
    )
  for (const match of text.matchAll(/\b(?:q([1-4])|(first|second|third|fourth)\s+quarter)(?:\s+(?:of\s+)?(\d{4}))?\b/giu)) {
    const quarter =
      match[1] === undefined ? ["first", "second", "third", "fourth"].indexOf((match[2] ?? "first").toLowerCase()) : Number(match[1]) - 1
    // Without a year, a quarter that is over is that of next year, as a month is, unless the question is about the past.
    const isOver = quarter < Math.floor(today.getUTCMonth() / 3) && !pastTense.test(text)
    const which = Number(match[3] ?? (isOver ? year + 1 : year))
    const assumed = match[3] === undefined && { assumed: `"${match[0]}" is read as quarter ${quarter + 1} of ${which}.` }
    addUnlessTaken(match, (at) =>
      spanMentions(at, isoDate(Date.UTC(which, quarter * 3, 1)), lastOf(which, quarter * 3 + 2)).map((mention) => ({
        ...mention,
        ...assumed,
      })),
    )
  }
  for (const match of text.matchAll(/\b(?:in\s+)?(?:the\s+|that\s+)?same\s+year\b/giu)) {
    const named = [...text.slice(0, match.index).matchAll(/(?<![\d.,])(?:19|20)\d{2}(?![\d.,]\d)/gu)].at(-1)?.[0]
    if (named !== undefined) addUnlessTaken(match, wholeYear(Number(named), 0.9))
  }
  for (const match of text.matchAll(/\b(this|next|last|previous|coming|current)\s+(month|year|week|quarter)\b/giu)) {
    const shift = /next|coming/iu.test(match[1] ?? "") ? 1 : /last|previous/iu.test(match[1] ?? "") ? -1 : 0
    const unit = (match[2] ?? "").toLowerCase()
    if (unit === "year") addUnlessTaken(match, wholeYear(year + shift, 0.9))
    else if (unit === "month") {
      const first = new Date(Date.UTC(year, today.getUTCMonth() + shift, 1))
      addUnlessTaken(match, (at) => [
        ...spanMentions(at, isoDate(first.getTime()), lastOf(first.getUTCFullYear(), first.getUTCMonth())),
        { ...at, kind: "date", value: isoDate(first.getTime()), weight: 0.3 },
      ])
    } else if (unit === "quarter") {
      // The moon has a first and a last one.
      if (/\b(?:moon|lunar)\b/iu.test(text)) continue
      const first = new Date(Date.UTC(year, (Math.floor(today.getUTCMonth() / 3) + shift) * 3, 1))
      addUnlessTaken(match, (at) => spanMentions(at, isoDate(first.getTime()), lastOf(first.getUTCFullYear(), first.getUTCMonth() + 2)))
    } else {
      const monday = now + (shift * 7 - ((today.getUTCDay() + 6) % 7)) * dayMs
      addUnlessTaken(match, (at) => spanMentions(at, isoDate(monday), isoDate(monday + 6 * dayMs)))
    }
  }
  // Where spring and autumn of both hemispheres are in one year.
  if (today.getUTCMonth() < 2 || today.getUTCMonth() > 7)
    for (const match of text.matchAll(/\bnext\s+(?:spring|autumn|fall)\b/giu)) {
      const which = today.getUTCMonth() < 2 ? year : year + 1
      addUnlessTaken(match, (at) => [
        { ...at, kind: "date.year", value: which, weight: 0.85, assumed: `"${match[0]}" is read as that of ${which}.` },
      ])
    }
  for (const match of text.matchAll(
    /(?<=\b(?:working|work|business|trading|banking)\s?days?\s+)(?:left\s+|remaining\s+)?(?:of|in)\s+the\s+(month|quarter|year)\b(?!\s+\d)/giu,
  )) {
    const months = { month: 1, quarter: 3, year: 12 }[(match[1] ?? "month").toLowerCase()] ?? 1
    const first = Math.floor(today.getUTCMonth() / months) * months
    const [from, to] = [isoDate(Date.UTC(year, first, 1)), lastOf(year, first + months - 1)]
    const assumed = `"the ${match[1]}" is read as ${writtenDay(from)} to ${writtenDay(to)}.`
    addUnlessTaken(match, (at) => spanMentions(at, from, to).map((mention) => ({ ...mention, assumed })))
  }
  for (const match of text.matchAll(/\b(?:(?:on|at|over|during)\s+the|(?:on\s+)?(this|next)|(?:this|the)\s+coming)\s+weekend\b/giu)) {
    // Of a weekend that has begun, its Saturday.
    const saturday =
      now + (today.getUTCDay() === 0 ? -1 : 6 - today.getUTCDay()) * dayMs + (/^next$/iu.test(match[1] ?? "") ? 7 * dayMs : 0)
    const assumed = `"${match[0]}" is read as ${writtenDay(isoDate(saturday))} and the day after.`
    addUnlessTaken(match, (at) => [
      ...spanMentions(at, isoDate(saturday), isoDate(saturday + dayMs)).map((mention) => ({ ...mention, assumed })),
      {
        ...at,
        kind: "date",
        value: isoDate(saturday),
        weight: 0.3,
        assumed: `"${match[0]}" is read as ${writtenDay(isoDate(saturday))}, its Saturday.`,
      },
    ])
  }
  // `Holidays in China february 2026`: the days of the month, not its first one.
  const isOfDays = /\b(?:holidays|hols|offices)\b/iu.test(text)
  for (const match of text.matchAll(
    new RegExp(String.raw`(?<!\d\s|\d(?:st|nd|rd|th)\s|of\s(?=may\b))\b(${month})\.?,?\s+(?:of\s+)?(\d{4})\b`, "giu"),
  )) {
    const index = monthIndexOf(match[1] ?? "")
    const which = Number(match[2])
    const first = isoDate(Date.UTC(which, index, 1))
    if (/\b\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+$/u.test(text.slice(0, match.index))) continue
    addUnlessTaken(match, (at) => [
      ...spanMentions(at, first, lastOf(which, index)),
      { ...at, kind: "date.year", value: which, weight: 0.5 },
      { ...at, kind: "date.month", value: first.slice(0, 7), weight: 0.6 },
      ...(isOfDays
        ? []
        : [{ ...at, kind: "date", value: first, weight: 0.4, assumed: `${at.text.trim()} is read as ${writtenDay(first)}.` }]),
    ])
  }
  for (const match of text.matchAll(
    new RegExp(
      // `in January and July`
      String.raw`(?<!\d(?:st|nd|rd|th)?\s)\b(?:(?:in|for|of|during|this|next|throughout)\s+|(?<=\b(?:in|of|during)\s+(?:${month})\s+(?:and|or|vs\.?|versus)\s+))(${month})\b(?!\s+\d)`,
      "giu",
    ),
  )) {
    const name = match[1] ?? ""
    // `for may`, `this may be`: a verb.
    if (/^(?:may|mar)$/u.test(name) && !/^(?:in|of|during|throughout)\b/iu.test(match[0])) continue
    const index = monthIndexOf(name)
    const which = index < today.getUTCMonth() ? year + 1 : year
    const first = isoDate(Date.UTC(which, index, 1))
    addUnlessTaken(match, (at) => [
      ...spanMentions(at, first, lastOf(which, index)),
      { ...at, kind: "date.month", value: first.slice(0, 7), weight: 0.6 },
      ...(isOfDays ? [] : [{ ...at, kind: "date", value: first, weight: 0.35, assumed: `${name} is read as ${writtenDay(first)}.` }]),
    ])
  }
  for (const match of text.matchAll(/(?<![\d.,:/+-]|\d\s)\b(19[0-9]\d|20\d\d|2100)\b(?![\d/-]|[:.,]\d|\s?(?:km|m|miles?|kg|%))/gu)) {
    const before = text.slice(Math.max(0, match.index - 24), match.index)
    if (isAmount(before, text.slice(match.index + match[0].length))) continue
    // A year after a day (`Christmas 2026`) is part of that day.
    if (
      new RegExp(
        String.raw`(?:${month})\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?$|(?:christmas|boxing|new year'?s|valentine'?s|bastille)(?:\s+(?:day|eve))?,?\s+$|halloween,?\s+$`,
        "iu",
      ).test(before)
    )
      continue
    addUnlessTaken(match, wholeYear(Number(match[1]), 0.85))
  }
  return periods
}

/** `2000 kcal`, `EUR 2000`, `2000 USD`: four digits with a unit of measure or a currency, and no year. A unit of time or a symbol may be a word of its own. */
const isAmount = (before: string, after: string): boolean => {
  const unit = unitAt(after.slice(0, 40))
  const isUnit =
    unit !== undefined &&
    (unit.length > 2 || /^(?:kJ|GB|MB|TB|kW|lb|oz|ml|cl|ft|yd|mi|hp)$/u.test(unit)) &&
    unitsNamed(unit).every(({ kind }) => kind !== "time" && kind !== "count")
  const code = /(?:^|[^\p{L}])([A-Z]{3})\s$/u.exec(before)?.[1] ?? /^\s([A-Z]{3})(?!\p{L})/u.exec(after)?.[1]
  return (
    isUnit ||
    (code !== undefined && currencies.has(code)) ||
    /\p{Sc}\s?$/u.test(before) ||
    /^\s?(?:\p{Sc}|euros?\b|dollars?\b)/iu.test(after)
  )
}

const pastTense = /\b(?:was|were|did|had|have|has been)\b/iu
