import { type Mention, overlapsAny } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { dayAndMonth, daysIn, lastOf, month, monthIndexOf, spanMentions, writtenDay } from "./writtenDates.ts"

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

const monthJoint = String.raw`(?:\.?\s*(?:,\s*(?:and\s+)?|\band\s+|[/&+]\s*)|\.?\s+)`

/** `jan feb march 2027`, `January, February and March` */
const listed = new RegExp(
  String.raw`${noDayBefore}\b(?<list>(?:${month})(?:${monthJoint}${monthAlone})+)${yearBehind.replace("{year}", "year")}`,
  "giu",
)

/** `the first week of May 2027`, `last week in April` */
const weekOfMonth = new RegExp(
  String.raw`\b(?:(?:in|during|over|for)\s+)?(?:the\s+)?(?<ordinal>first|1st|second|2nd|third|3rd|fourth|4th|last)\s+week\s+(?:of|in)\s+(?<month>${monthAlone})${yearBehind.replace("{year}", "year")}`,
  "giu",
)

/** Periods that a text describes by months, halves of a year, or the week of a day or a month. */
export const describedPeriods = (text: string, now: number): ReadonlyArray<Mention> => {
  const lists = [...text.matchAll(listed)].flatMap((match) => listedMonths(match, now))
  return [
    ...lists,
    ...[...text.matchAll(months)].flatMap((match) => monthsOf(match, now)).filter((period) => !overlapsAny(lists)(period)),
    ...[...text.matchAll(weekOfMonth)].flatMap((match) => weekOfMonthOf(match, now)),
    ...[...text.matchAll(half)].flatMap((match) => halfOf(match, now)),
    ...[...text.matchAll(weekOf)].flatMap((match) => weekOfDay(match, now)),
  ]
}

const placeOf = (match: RegExpMatchArray) => ({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length, text: match[0] })

const monthsOf = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { between, first = "", firstYear, joint = "", last = "", lastYear } = match.groups ?? {}
  const [from, to] = [monthIndexOf(first), monthIndexOf(last)]
  // `April and June` are two months, not what lies between them.
  const isAnd = /and/iu.test(joint)
  const areNeighbours = to === from + 1 || (from === 11 && to === 0)
  if (isAnd && between?.toLowerCase() !== "between" && !areNeighbours) return []
  const next = yearOfNext(from, now)
  const start = firstYear ?? (lastYear === undefined ? next : Number(lastYear) - (from > to ? 1 : 0))
  const end = lastYear ?? Number(start) + (from > to ? 1 : 0)
  return spanMentions(placeOf(match), isoDate(Date.UTC(Number(start), from, 1)), lastOf(Number(end), to), 0.95)
}

/** Three months or more that follow each other, or two with their year and nothing between them: one period. */
const listedMonths = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { list = "", year } = match.groups ?? {}
  const named = [...list.matchAll(new RegExp(String.raw`\b(?:${month})\b`, "giu"))].map(([name]) => monthIndexOf(name))
  const [first, last] = [named[0]!, named.at(-1)!]
  const follow = named.every((index, place) => place === 0 || index === (named[place - 1]! + 1) % 12)
  if (!follow || named.length > 12 || (named.length === 2 && (year === undefined || /,|and|[/&+]/iu.test(list)))) return []
  const end = Number(year ?? yearOfNext(first, now) + (first > last ? 1 : 0))
  return spanMentions(placeOf(match), isoDate(Date.UTC(end - (first > last ? 1 : 0), first, 1)), lastOf(end, last), 0.95)
}

/** The year of the next month of this name; that of a month which has begun is this year's. */
const yearOfNext = (index: number, now: number): number => {
  const today = new Date(now)
  return today.getUTCFullYear() + (index < today.getUTCMonth() ? 1 : 0)
}

const ordinals: Readonly<Record<string, number>> = { first: 0, "1st": 0, second: 1, "2nd": 1, third: 2, "3rd": 2, fourth: 3, "4th": 3 }

/** Its first seven days, the next seven, or its last seven. */
const weekOfMonthOf = (match: RegExpMatchArray, now: number): ReadonlyArray<Mention> => {
  const { month: name = "", ordinal = "", year } = match.groups ?? {}
  const index = monthIndexOf(name)
  const which = Number(year ?? yearOfNext(index, now))
  const weeksBefore = ordinals[ordinal.toLowerCase()]
  const lastDay = Date.parse(`${lastOf(which, index)}T00:00:00Z`)
  const from = weeksBefore === undefined ? lastDay - 6 * dayMs : Date.UTC(which, index, 1 + 7 * weeksBefore)
  const [start, end] = [isoDate(from), isoDate(from + 6 * dayMs)]
  const assumed = `"${match[0]}" is read as ${writtenDay(start)} to ${writtenDay(end)}.`
  return spanMentions(placeOf(match), start, end, 0.95).map((mention) => ({ ...mention, assumed }))
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
