import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayAndMonth } from "./writtenDates.ts"

const oneDay = new RegExp(String.raw`^(?:on\s+)?(?:${dayAndMonth.source})$`, "iu")
const named = /^(?:christmas|boxing|new year|halloween|valentine|bastille|st)/iu

const yearBesideDay = 0.4

/** A day of the year without its year: `6 December`, `Christmas`. */
export const isYearless = ({ kind, options, text }: Mention): boolean =>
  kind === "date" && options === undefined && !/\d{4}|\d\.\s?\d/u.test(text) && (oneDay.test(text.trim()) || named.test(text))

/**
 * `6 December this year`, `Christmas in England next year`: the one year that a question names is that of its days without a year. The plan accounts for the
 * year with the day.
 */
export const yearsBeside = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const years = mentions.filter(
    ({ kind, text: written }) => kind === "date.year" && /^(?:(?:this|next|last)\s+year|\d{4})$/iu.test(written),
  )
  const [year] = years
  if (year === undefined || years.length > 1) return mentions
  // A year in another sentence is that of something else: `Chinese New Year 2027? The factory says 17 February`.
  const isBeside = ({ end, start }: Mention) => !/[.?!;:\n]/u.test(text.slice(Math.min(end, year.end), Math.max(start, year.start)))
  const days = mentions.filter((mention) => isYearless(mention) && isBeside(mention))
  if (days.length === 0) return withoutPeriodBehindDay(text, mentions, year)
  const inYear = new Map(days.map((day) => [day.start, `${Number(year.value)}${String(day.value).slice(4)}`]))
  // The year is no period of its own beside its days.
  const others = mentions.filter(({ kind, start }) => start !== year.start || kind === "date.year")
  return others.map((mention) => {
    if (mention === year) return { ...year, weight: yearBesideDay }
    const day = inYear.get(mention.start)
    if (day === undefined || !/^date(?:\.(?:start|end|year|reading))?$/u.test(mention.kind)) return mention
    if (mention.kind === "date.year") return { ...mention, value: Number(year.value) }
    const value = mention.kind === "date.reading" ? `${day}${String(mention.value).slice(10)}` : day
    return { ...mention, value, ...(mention.kind === "date.reading" ? {} : { beside: year }) }
  })
}

/**
 * `arrive on 26 February and leave on 2 March 2028`: of two days in one sentence, the first has no year, and is the last one before the second. Without that it would be
 * the next one from today.
 */
export const daysBeforeDated = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind }) => kind === "date").sort((a, b) => a.start - b.start)
  const [first, second, ...others] = days
  if (first === undefined || second === undefined || others.length > 0) return mentions
  const isOneSentence = !/[.?!;:\n]/u.test(text.slice(first.end, second.start))
  if (!isYearless(first) || !/\d{4}/u.test(second.text) || !isOneSentence) return mentions
  const [day, dated] = [String(first.value), String(second.value)]
  const inYear = `${dated.slice(0, 4)}${day.slice(4)}`
  const meant = inYear <= dated ? inYear : `${Number(dated.slice(0, 4)) - 1}${day.slice(4)}`
  if (meant <= day || day.endsWith("-02-29")) return mentions
  return mentions.map((mention) => {
    if (mention.start !== first.start || !/^date(?:\.(?:start|end|year|reading))?$/u.test(mention.kind)) return mention
    if (mention.kind === "date.year") return { ...mention, value: Number(meant.slice(0, 4)) }
    return { ...mention, value: mention.kind === "date.reading" ? `${meant}${String(mention.value).slice(10)}` : meant }
  })
}

/** `24 December is a working day. Is he right for 2026?`: the year of another sentence is that of its day, and no period that ends behind the day. */
const withoutPeriodBehindDay = (text: string, mentions: ReadonlyArray<Mention>, year: Mention): ReadonlyArray<Mention> => {
  const isDayOfYear = (mention: Mention) =>
    isYearless(mention) && String(mention.value).startsWith(String(year.value)) && !opensPeriod.test(text.slice(0, mention.start))
  return mentions.some(isDayOfYear)
    ? mentions.filter(({ kind, start }) => start !== year.start || (kind !== "date.start" && kind !== "date.end"))
    : mentions
}

const opensPeriod = /\b(?:after|from|since|starting|beginning|until|till|before|by)\s+(?:the\s+)?$/iu
