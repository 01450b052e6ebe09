import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { dayMentions, writtenDay } from "./writtenDates.ts"

/** What says that the day behind it is the one before it: `tomorrow, i.e. 24/11/2026`, `tomorrow (24 Nov)`. */
const apposition =
  /^\s*(?:,\s*)?(?:\(\s*(?:i\.?e\.?,?\s*|that is,?\s*)?|i\.?e\.?,?\s+|that is,?\s+|namely,?\s+|meaning\s+|=\s*)(?:on\s+)?$/iu
const comma = /^\s*,\s*(?:on\s+)?$/u

/**
 * One day that is written twice is one day. Two days where the text says that both are one contradict each other: the buyer sends the one that is meant.
 * Behind a comma alone, another day is a further one.
 */
export const datesOnce = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind, options }) => kind === "date" && options === undefined).sort((a, b) => a.start - b.start)
  for (const [place, second] of days.entries()) {
    const first = days[place - 1]
    if (first === undefined || first.weight < 0.9 || second.weight < 0.9 || second.start < first.end) continue
    const between = text.slice(first.end, second.start)
    const isSame = first.value === second.value
    // `today 24/11/2026`
    const isBeside = between === " " && /^(?:today|tomorrow|yesterday)$/iu.test(first.text.trim()) && /\d{4}/u.test(second.text)
    if (!(apposition.test(between) || isBeside || (comma.test(between) && isSame && isRelative(first) !== isRelative(second)))) continue
    const end = /^\s*\)/u.test(text.slice(second.end)) ? text.indexOf(")", second.end) + 1 : second.end
    const at = { start: first.start, end, text: text.slice(first.start, end) }
    const [day, ...others] = dayMentions(at, String(second.value), true)
    const contradiction = isSame ? undefined : contradictionOf(first, second)
    const whole = [day!, ...others].map((mention) => (contradiction === undefined ? mention : { ...mention, contradiction }))
    const kept = mentions.filter(({ kind, start }) => !(kind.startsWith("date") && kind !== "date.reading" && isPartOf(start, at)))
    // `at 08:00 UTC tomorrow (24 Nov)`: the clock time has the day inside it.
    return datesOnce(
      text,
      [...kept, ...whole].map((mention) =>
        mention.kind === "date.reading" && mention.start < at.end && at.start < mention.end ? { ...mention, beside: whole[0]! } : mention,
      ),
    )
  }
  return mentions
}

const isPartOf = (start: number, at: { readonly start: number; readonly end: number }): boolean => start >= at.start && start < at.end

/** `tomorrow`, `next Friday`: no number in it. */
const isRelative = ({ text }: Mention): boolean => !/\d/u.test(text)

const contradictionOf = (first: Mention, second: Mention): string =>
  `${first.text} is ${isRelative(first) ? writtenDay(String(first.value)) : "another day"}, not ${writtenDay(String(second.value))}. Send the day that is meant.`

const weekday = /^(?:on\s+|the\s+)*(sun|mon|tues|wednes|thurs|fri|satur)day$/iu
const endsSentence = /[.?!;](?:\s|$)|\n/u
const weekdayStems = ["sun", "mon", "tues", "wednes", "thurs", "fri", "satur"]

/**
 * `26 December 2026 falls on a weekend, is Monday off?`: a weekday behind a date of the same sentence is the first one after that date, not after today.
 * Behind a day that is past it stays the one after today. Behind a year alone (`Carnival in 2027, and is Tuesday …`) it is no day that is known.
 */
export const weekdaysBehind = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const written = mentions.filter(({ kind, text: day, weight }) => kind === "date" && weight >= 0.9 && /\d/u.test(day))
  const years = mentions.filter(({ kind, weight }) => kind === "date.year" && weight >= 0.85)
  const isOfOtherYear = ({ kind, start, text: day, value }: Mention): boolean =>
    kind.startsWith("date") &&
    weekday.test(day) &&
    years.some(
      (year) =>
        year.end <= start && Number(year.value) > Number(String(value).slice(0, 4)) && !endsSentence.test(text.slice(year.end, start)),
    )
  return mentions
    .filter((mention) => !isOfOtherYear(mention))
    .map((mention) => {
      const [, stem = ""] = weekday.exec(mention.text) ?? []
      const day = written.findLast(({ end }) => end <= mention.start)
      if (stem === "" || day === undefined || !/^date(?:\.start|\.end)?$/u.test(mention.kind)) return mention
      if (String(day.value) < today || endsSentence.test(text.slice(day.end, mention.start))) return mention
      const from = Date.parse(`${String(day.value)}T00:00:00Z`)
      if (Number.isNaN(from)) return mention
      const days = (weekdayStems.indexOf(stem.toLowerCase()) - new Date(from).getUTCDay() + 7) % 7 || 7
      const value = isoDate(from + days * dayMs)
      return {
        ...mention,
        value,
        assumed: `${mention.text} is read as ${writtenDay(value)}, the first one after ${writtenDay(String(day.value))}.`,
      }
    })
}
