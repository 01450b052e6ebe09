import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { lastOf, month, monthIndexOf, spanMentions, writtenDay } from "./writtenDates.ts"

type Place = Pick<Mention, "start" | "end" | "text">

const placeOf = (match: RegExpMatchArray): Place => ({
  start: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
  text: match[0],
})

/** The first and the last day of a month, a year or the week of a day. */
interface Stretch {
  readonly first: string
  readonly last: string
}

const monthOf = (year: number, index: number): Stretch => {
  const first = new Date(Date.UTC(year, index, 1))
  return { first: isoDate(first.getTime()), last: lastOf(first.getUTCFullYear(), first.getUTCMonth()) }
}
const yearOf = (year: number): Stretch => ({ first: `${year}-01-01`, last: `${year}-12-31` })
const quarterOf = (year: number, index: number): Stretch => ({
  first: monthOf(year, index * 3).first,
  last: monthOf(year, index * 3 + 2).last,
})
const ordinals = "first second third fourth".split(" ")
const weekOf = (at: number): Stretch => {
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs
  return { first: isoDate(monday), last: isoDate(monday + 6 * dayMs) }
}

const unit = "month|year|week|quarter"

/** `this quarter`, `quarter`, `Q1 2027`, `the second quarter`, `March 2027`, `2027`. */
const period =
  String.raw`(?:(?:(?:the|this)\s+)?(?<current>${unit})(?!\s+(?:(?:of|in)\s+)?(?:\d|${month}))|next\s+(?<next>${unit})|(?<name>${month})(?:\s+(?:of\s+)?(?<year>\d{4}))?|` +
  String.raw`(?:q(?<quarter>[1-4])|(?:the\s+)?(?<ordinal>first|second|third|fourth)\s+quarter)(?:\s+(?:of\s+)?(?<quarterYear>\d{4}))?|(?:the\s+)?(?:year\s+)?(?<alone>\d{4}))\b`

const part = new RegExp(
  String.raw`\b(?:(?<from>today|now|tomorrow)\s+(?:and|to|till?|until|through|[-–])\s+|(?<until>until|till|to|through|before|by)\s+)?(?:the\s+)?(?<part>end|beginning|start|middle|(?:first|last)\s+day)\s+of\s+(?:month\s+)?${period}`,
  "giu",
)

/** `when does Q1 2027 end` */
const ending = new RegExp(String.raw`(?<=\bwhen\s+(?:does|do|will|did)\s+)${period}\s+(?<part>end|start|begin)\b`, "giu")

const stretchOf = (groups: Readonly<Record<string, string | undefined>>, now: number): Stretch => {
  const today = new Date(now)
  const [year, index] = [today.getUTCFullYear(), today.getUTCMonth()]
  const { alone, current, name, next, ordinal, quarter } = groups
  if (alone !== undefined) return yearOf(Number(alone))
  if (quarter !== undefined || ordinal !== undefined) {
    const which = quarter === undefined ? ordinals.indexOf((ordinal ?? "").toLowerCase()) : Number(quarter) - 1
    return quarterOf(Number(groups["quarterYear"] ?? (which < Math.floor(index / 3) ? year + 1 : year)), which)
  }
  if (name !== undefined) {
    const named = monthIndexOf(name)
    return monthOf(Number(groups["year"] ?? (named < index ? year + 1 : year)), named)
  }
  const shift = next === undefined ? 0 : 1
  const unit = (current ?? next ?? "").toLowerCase()
  if (unit === "quarter") return quarterOf(year, Math.floor(index / 3) + shift)
  return unit === "year" ? yearOf(year + shift) : unit === "month" ? monthOf(year, index + shift) : weekOf(now + shift * 7 * dayMs)
}

/**
 * `until the end of March` is a period that begins today, or with the day behind `from`, and so is `between now and the end of March`; `at the end of June` and
 * `beginning of 2027` are a day, and the plan states which.
 */
const partsOfPeriods = (text: string, now: number): ReadonlyArray<Mention> =>
  [...text.matchAll(part), ...text.matchAll(ending)].flatMap((match): ReadonlyArray<Mention> => {
    const groups = match.groups ?? {}
    // `may` in lower case without a year is a verb more often.
    if (/^(?:may|mar)$/u.test(groups["name"] ?? "") && groups["year"] === undefined) return []
    const at = placeOf(match)
    const { first, last } = stretchOf(groups, now)
    const which = groups["part"]?.toLowerCase() ?? ""
    const isEnd = /^(?:end|last)/u.test(which)
    const day = isEnd ? last : which === "middle" ? `${first.slice(0, 8)}15` : first
    const { from } = groups
    const begin = isoDate(from !== undefined && /^tomorrow$/iu.test(from) ? now + dayMs : now)
    if (from !== undefined && day >= begin) return spanMentions(at, begin, day, 0.95)
    if (groups["until"] !== undefined && day >= isoDate(now)) {
      const hasStart = /\b(?:from|since|between|starting)\b[^.?!]*$/iu.test(text.slice(0, at.start))
      const ends = spanMentions(at, isoDate(now), day)
      return hasStart ? ends.filter(({ kind }) => kind === "date.end") : ends
    }
    const assumed = `"${at.text.trim()}" is read as ${writtenDay(day)}.`
    return [
      { ...at, kind: "date", value: day, weight: 0.5, assumed },
      { ...at, kind: isEnd ? "date.end" : "date.start", value: day, weight: 0.55 },
    ]
  })

const counts = "one two three four five six seven eight nine ten eleven twelve".split(" ")

const coming = new RegExp(
  String.raw`\b(?:(?:in|within|over|during|for|of)\s+)?(?:the\s+)?(?<side>next|coming|following|last|past|previous)\s+(?<count>\d{1,3}|${counts.join("|")})\s+(?<unit>days?|weeks?|months?)\b`,
  "giu",
)

/** `in the next 10 days`, `over the last two weeks`: a period that begins or ends today. */
const countedPeriods = (text: string, now: number): ReadonlyArray<Mention> =>
  [...text.matchAll(coming)].flatMap((match): ReadonlyArray<Mention> => {
    const { count = "", side = "", unit = "" } = match.groups ?? {}
    const size = counts.includes(count.toLowerCase()) ? counts.indexOf(count.toLowerCase()) + 1 : Number(count)
    const sign = /^(?:last|past|previous)/iu.test(side) ? -1 : 1
    const today = new Date(now)
    const other = /^month/iu.test(unit)
      ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + sign * size, today.getUTCDate())
      : now + sign * size * (/^week/iu.test(unit) ? 7 : 1) * dayMs
    const [first, last] = sign > 0 ? [now, other] : [other, now]
    return size === 0 ? [] : spanMentions(placeOf(match), isoDate(first), isoDate(last), 0.9)
  })

const upcoming = /\b(?:upcoming|forthcoming|coming\s+up)\b/iu
const otherTime = new RegExp(String.raw`\b(?:\d{4}|(?:this|next)\s+\p{L}+|${month})\b`, "iu")

/** The next long weekend, perihelion or perigee is one of the next 12 months. */
const upcomingEvent =
  /\b(?:next|upcoming|coming)(?=\s+(?:(?:long|three-day|3-day)\s+weekends?|(?:(?:lunar|moon)\s)?(?:periheli|apheli|perigee|apogee)\p{L}*)\b)/iu

/** `upcoming bank holidays`, `holidays are coming up`, `next long weekend`: those of the next 12 months, which is stated. */
const upcomingHolidays = (text: string, now: number): ReadonlyArray<Mention> => {
  const timeless = text.replace(upcomingEvent, "")
  if (otherTime.test(timeless)) return []
  const match = /\bholidays\b/iu.test(text) ? upcoming.exec(text) : upcomingEvent.exec(text)
  if (match === null) return []
  const at = { ...placeOf(match), assumed: `"${match[0]}" is read as the next 12 months.` }
  const today = new Date(now)
  const last = Date.UTC(today.getUTCFullYear() + 1, today.getUTCMonth(), today.getUTCDate()) - dayMs
  return spanMentions(at, isoDate(now), isoDate(last), 0.9)
}

export const relativePeriods = (text: string, now: number): ReadonlyArray<Mention> => [
  ...partsOfPeriods(text, now),
  ...countedPeriods(text, now),
  ...upcomingHolidays(text, now),
]
