import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { weekdays } from "../../sources/days.ts"
import { dayMentions, lastOf, month, monthIndexOf, writtenDay } from "./writtenDates.ts"

const ordinals = "first second third fourth fifth".split(" ")

const monthOrYear = String.raw`(?:(?<relative>this|next|the)\s+month|(?<month>${month})\.?(?:,?\s+(?:of\s+)?(?<year>\d{4}))?)\b`

const weekdayOfMonth = new RegExp(
  String.raw`\b(?:the\s+)?(?<ordinal>${ordinals.join("|")}|[1-5](?:st|nd|rd|th)|last)\s+(?<weekday>${weekdays.join("|")})\s+(?:of|in)\s+${monthOrYear}`,
  "giu",
)

const dayOfYear =
  /\b(?:the\s+)?(?:day\s+(?:number\s+|no\.?\s+)?(?<number>\d{1,3})|(?<ordinal>\d{1,3})(?:st|nd|rd|th)\s+day)\s+(?:of|in)\s+(?:the\s+year\s+)?(?<year>\d{4})\b/giu

const middle = new RegExp(
  String.raw`\b(?:mid|(?:the\s+)?middle\s+of)[\s-]+(?<month>${month})\.?(?:,?\s+(?:of\s+)?(?<year>\d{4}))?\b`,
  "giu",
)

const weekNow =
  /(?<=\b(?:what|which)\s(?:(?:calendar|iso)\s)?(?:week|quarter)(?:\s(?:number|no\.?))?\s)(?:is\s+it(?:\s+(?:now|today))?|are\s+we\s+in(?:\s+now)?|do\s+we\s+have(?:\s+now)?)(?=\s*(?:[?.!,;]|and\b|$))|\bcurrent(?=\s(?:(?:calendar|iso)\s)?(?:week|quarter)\b)/giu

const leapYear = /\bleap\s+year\b/iu

/** Days that a text describes: `the second Tuesday of March 2027`, `the last Friday of next month`, `day 100 of 2027`. The plan states which day that is. */
export const describedDays = (text: string, now: number): ReadonlyArray<Mention> => [
  ...[...text.matchAll(weekdayOfMonth)].flatMap((match) => nthWeekday(match, now)),
  ...[...text.matchAll(dayOfYear)].flatMap(nthDay),
  ...[...text.matchAll(middle)].flatMap((match) => middleOfMonth(match, now)),
  ...yearsOfLeapYears(text),
]

/** `what calendar week is it now`: today, in a text that names no other day. */
export const weekOfToday = (text: string, now: number): ReadonlyArray<Mention> =>
  [...text.matchAll(weekNow)].flatMap((match) => dayMentions(placeOf(match), isoDate(now), true))

const placeOf = (match: RegExpMatchArray) => ({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length, text: match[0] })

const nthWeekday = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const groups = match.groups ?? {}
  const today = new Date(now)
  const { month: name, relative, weekday = "" } = groups
  const index = name === undefined ? today.getUTCMonth() + (relative?.toLowerCase() === "next" ? 1 : 0) : monthIndexOf(name)
  const sought = weekdays.findIndex((day) => day === weekday.toLowerCase())
  const ordinal = (groups["ordinal"] ?? "").toLowerCase()
  const count = ordinal === "last" ? undefined : /^\d/u.test(ordinal) ? Number(ordinal[0]) : ordinals.indexOf(ordinal) + 1
  const of = (year: number) => {
    const days = Number(lastOf(year, index).slice(8))
    const matching = Array.from({ length: days }, (_, day) => Date.UTC(year, index, day + 1)).filter(
      (at) => (new Date(at).getUTCDay() + 6) % 7 === sought,
    )
    const day = count === undefined ? matching.at(-1) : matching[count - 1]
    return { day: day === undefined ? undefined : isoDate(day), count: matching.length, last: isoDate(matching.at(-1)!) }
  }
  const stated = groups["year"] === undefined ? undefined : Number(groups["year"])
  const thisYear = of(stated ?? today.getUTCFullYear())
  // Without a year, it is the next one that comes.
  const isPast = stated === undefined && name !== undefined && (thisYear.day ?? thisYear.last) < isoDate(now)
  const { count: matches, day, last } = isPast ? of(today.getUTCFullYear() + 1) : thisYear
  const at = placeOf(match)
  const phrase = at.text.replace(/^the\s+/iu, "")
  if (day === undefined) {
    const contradiction = `There is no ${phrase}: that month has only ${matches} of that weekday. Send the day that is meant.`
    return dayMentions(at, last, stated !== undefined).map((mention) => ({ ...mention, contradiction }))
  }
  return stating(at, phrase, day, stated !== undefined)
}

const nthDay = (match: RegExpMatchArray): ReadonlyArray<Mention> => {
  const { number, ordinal, year = "" } = match.groups ?? {}
  const at = placeOf(match)
  const first = Date.UTC(Number(year), 0, 1)
  const count = Number(number ?? ordinal)
  const day = isoDate(first + (count - 1) * dayMs)
  if (count < 1 || !day.startsWith(year)) {
    const contradiction = `${year} has no day ${count}. Send the day that is meant.`
    return dayMentions(at, `${year}-12-31`, true).map((mention) => ({ ...mention, contradiction }))
  }
  return stating(at, at.text.replace(/^the\s+/iu, ""), day, true)
}

/** `mid January`: its 15th, which the plan states. */
const middleOfMonth = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { month: name = "", year } = match.groups ?? {}
  const index = monthIndexOf(name)
  const fifteenth = (given: number) => isoDate(Date.UTC(given, index, 15))
  const today = new Date(now)
  const thisYear = fifteenth(year === undefined ? today.getUTCFullYear() : Number(year))
  const day = year === undefined && thisYear < isoDate(now) ? fifteenth(today.getUTCFullYear() + 1) : thisYear
  const at = placeOf(match)
  return dayMentions(at, day, year !== undefined).map((mention) => ({
    ...mention,
    assumed: `${writtenDay(day)} is assumed for ${at.text}.`,
  }))
}

/** `Is 2028 a leap year?`: years before 1970 are years too. */
const yearsOfLeapYears = (text: string): ReadonlyArray<Mention> =>
  leapYear.test(text)
    ? [...text.matchAll(/(?<![\d.,:/+-])\b(?:19\d\d|20\d\d|2100)\b(?![\d/-]|[:.,]\d)/gu)].map((match) => ({
        ...placeOf(match),
        kind: "date.year",
        value: Number(match[0]),
        weight: 0.9,
      }))
    : []

const stating = (at: ReturnType<typeof placeOf>, phrase: string, day: string, hasYear: boolean): ReadonlyArray<Mention> =>
  dayMentions(at, day, hasYear).map((mention) => ({ ...mention, assumed: `The ${phrase} is ${writtenDay(day)}.` }))
