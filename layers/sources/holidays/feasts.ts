import { dayMs, isoDate } from "../../../domain/time.ts"
import { countriesByRule } from "./holidayNames.ts"
import { hebrew, islamic } from "./lunarMonths.ts"

/** A feast that has the same day in every country that has it. */
export interface Feast {
  /** How its day is computed: `easter 50`, `01-06`. */
  readonly rule: string
  /** The countries whose data has it on that day. */
  readonly countries: ReadonlyArray<string>
  /** The countries that have it by the Orthodox Easter, of a feast that depends on Easter. */
  readonly eastern: ReadonlyArray<string>
}

const minCountries = 3
/** Countries that may have the name on another day: in Colombia, Epiphany is the Monday after it. */
const maxOthers = 2
const minShare = 0.9
const minLunarShare = 0.75

const isEastern = (rule: string): boolean => /^(?:orthodox|julian)\b/u.test(rule)
/** A day of a month of the Islamic or the Hebrew calendar: `10 Tishrei`. */
export const ofLunarMonth = new RegExp(String.raw`^\d{1,2} (?:${islamic.source}|${hebrew.source})`, "u")

/** Days of Easter, of a date, of a weekday of a month, and of the Chinese, the Islamic and the Hebrew calendar. */
const isComputed = (rule: string): boolean =>
  ofLunarMonth.test(rule) || /^(?:easter|orthodox|julian|chinese|\d\d-\d\d|\d(?:st|nd|rd|th) \p{Ll}+day)\b/u.test(rule)

const read = new Map<string, Feast | null>()
const maxRead = 1_000

/** The feast of a name; undefined if its day differs from country to country, or no data has the name. */
export const feastNamed = (name: string): Feast | undefined => {
  const kept = read.get(name)
  if (kept !== undefined) return kept ?? undefined
  const feast = readFeast(name)
  if (read.size >= maxRead) read.clear()
  read.set(name, feast ?? null)
  return feast
}

const readFeast = (name: string): Feast | undefined => {
  const byRule = [...countriesByRule(name)].filter(([rule]) => !rule.startsWith("substitutes "))
  const byCountries = byRule.sort(([, one], [, other]) => other.length - one.length)
  const ofEast = byCountries.filter(([rule]) => isEastern(rule))
  const eastern = ofEast.flatMap(([, countries]) => countries)
  const [first, ...others] = byCountries.filter(([rule]) => !isEastern(rule))
  if (first === undefined || (eastern.length >= minCountries && first[1].length < minCountries))
    return eastern.length < minCountries ? undefined : { rule: ofEast[0]![0], countries: eastern, eastern: [] }
  const [rule, countries] = first
  const orthodox = rule.startsWith("easter") ? byRule.filter(([each]) => each.startsWith("orthodox")).flatMap(([, having]) => having) : []
  const elsewhere = new Set(others.flatMap(([, having]) => having).filter((country) => !countries.includes(country)))
  const share = countries.length / (countries.length + elsewhere.size)
  // Some countries keep a day before or after the first one of a lunar month.
  const isSame = ofLunarMonth.test(rule) ? share >= minLunarShare : elsewhere.size <= maxOthers && share >= minShare
  // A day of these calendars is one by its rule, however few countries have it by law.
  const isCommon = countries.length >= minCountries || ofLunarMonth.test(rule)
  return isComputed(rule) && isCommon && isSame ? { rule, countries, eastern: orthodox } : undefined
}

/** The day of a feast in a year, where it is a day of the western Easter or of a date: the others need the data of a country. */
export const feastDay = (name: string, year: number): string | undefined => {
  const rule = feastNamed(name)?.rule ?? ""
  const [, daysAfter] = /^easter(?:\s([+-]?\d{1,3}))?$/u.exec(rule) ?? []
  if (rule.startsWith("easter"))
    return rule === "easter" || daysAfter !== undefined ? isoDate(easter(year) + Number(daysAfter ?? 0) * dayMs) : undefined
  return /^\d\d-\d\d$/u.test(rule) ? `${year}-${rule}` : undefined
}

/** Easter Sunday of the Gregorian calendar, by the computation of Meeus, Jones and Butcher. */
const easter = (year: number): number => {
  const [golden, century, yearOfCentury] = [year % 19, Math.floor(year / 100), year % 100]
  const leapCenturies = Math.floor(century / 4)
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - leapCenturies - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}
