import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { dayAndMonth, daysIn, lastOf, month, monthIndexOf, spanMentions } from "./writtenDates.ts"

const noDayBefore = String.raw`(?<!\d\s|\d(?:st|nd|rd|th)\s(?:of\s)?)`
const monthAlone = String.raw`(?:${month})\b(?!\.?,?\s+\d{1,2}(?:st|nd|rd|th)?\b(?!\d))`
const yearBehind = String.raw`(?:\.?,?\s+(?:of\s+)?(?<{year}>(?:19|20)\d{2})\b)?`

/** `from May to August 2027`, `between May and July`, `November and December 2027`. */
const months = new RegExp(
  String.raw`(?:\b(?<between>between|from)\s+)?${noDayBefore}\b(?<first>${monthAlone})${yearBehind.replace("{year}", "firstYear")}\s*(?<joint>\bto\b|\buntil\b|\btill\b|\bthrough\b|\band\b|[-–])\s*(?<last>${monthAlone})${yearBehind.replace("{year}", "lastYear")}`,
  "giu",
)

const half =
  /\b(?:the\s+)?(?:(?<ordinal>first|second|1st|2nd)\s+half(?:\s+of)?(?:\s+(?:the\s+year|(?<year>(?:19|20)\d{2}))\b(?:\s+(?<behind>(?:19|20)\d{2})\b)?)|H(?<short>[12])(?:\s+(?<shortYear>(?:19|20)\d{2}))\b)/giu

const weekOf = new RegExp(
  String.raw`\b(?:(?:in|during)\s+)?the\s+week\s+(?:of|from|beginning|starting|commencing)\s+(?:\p{L}+day,?\s+)?(?<day>${dayAndMonth.source})`,
  "giu",
)

/** Periods that a text describes by months, halves of a year, or the week of a day. */
export const describedPeriods = (text: string, now: number): ReadonlyArray<Mention> => [
  ...[...text.matchAll(months)].flatMap((match) => monthsOf(match, now)),
  ...[...text.matchAll(half)].flatMap((match) => halfOf(match, now)),
  ...[...text.matchAll(weekOf)].flatMap((match) => weekOfDay(match, now)),
]

const placeOf = (match: RegExpMatchArray) => ({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length, text: match[0] })

const monthsOf = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { between, first = "", firstYear, joint = "", last = "", lastYear } = match.groups ?? {}
  const [from, to] = [monthIndexOf(first), monthIndexOf(last)]
  // `April and June` are two months, not what lies between them.
  const isAnd = /and/iu.test(joint)
  const areNeighbours = to === from + 1 || (from === 11 && to === 0)
  if (isAnd && between?.toLowerCase() !== "between" && !areNeighbours) return []
  const today = new Date(now)
  const next = from < today.getUTCMonth() ? today.getUTCFullYear() + 1 : today.getUTCFullYear()
  const start = firstYear ?? (lastYear === undefined ? next : Number(lastYear) - (from > to ? 1 : 0))
  const end = lastYear ?? Number(start) + (from > to ? 1 : 0)
  return spanMentions(placeOf(match), isoDate(Date.UTC(Number(start), from, 1)), lastOf(Number(end), to), 0.95)
}

const halfOf = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { behind, ordinal, short, shortYear, year } = match.groups ?? {}
  const isFirst = short === undefined ? /^(?:first|1st)$/iu.test(ordinal ?? "") : short === "1"
  const which = shortYear ?? year ?? behind ?? new Date(now).getUTCFullYear()
  return spanMentions(placeOf(match), `${which}-${isFirst ? "01-01" : "07-01"}`, `${which}-${isFirst ? "06-30" : "12-31"}`, 0.95)
}

/** The week from Monday to Sunday that a day is in. */
const weekOfDay = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const [day] = daysIn(match.groups?.["day"] ?? "", 0, now)
  if (day === undefined) return []
  const at = Date.parse(`${day.date}T00:00:00Z`)
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs
  return spanMentions(placeOf(match), isoDate(monday), isoDate(monday + 6 * dayMs), 0.95)
}
