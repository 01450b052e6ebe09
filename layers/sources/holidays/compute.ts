import Holidays, { type HolidaysTypes } from "date-holidays"
import type { CalendarYear, Holiday } from "./CalendarYears.ts"
import { correct } from "./corrections.ts"
import { dayByCrescent, isByCrescent } from "./crescent.ts"
import { isListed } from "./listedRules.ts"
import { dayNumber, weekdayOf, weekendOf, yearOf } from "../days.ts"
import { hebrew, islamic, islamicNote } from "./lunarMonths.ts"
import { englishRegionName } from "./regions.ts"
import { dayMs } from "../../../domain/time.ts"

/**
 * The holidays of a place (`DE`, `DE-BY`, `DE-BY-A`) that begin in a year. Takes about a millisecond for most countries and up to
 * 70 for those with a Chinese calendar, which date-holidays computes from sun and moon: for the worker, not for the event loop.
 * (Nothing here imports Effect, which would cost the worker 40 MB. The other end of the line decodes what it sends.)
 */
export const calendarYear = (place: string, year: number): CalendarYear => {
  const [country = "", state, region] = place.split("-")
  const holidays = new Holidays({ country, ...(state && { state }), ...(region && { region }) }, { languages: "en" })
  const notes = correct(country, state, holidays)
  const listed = holidaysOf(holidays, country, year)
  // From here on the country's own languages come first.
  holidays.setLanguages([])
  const languages = holidays.getLanguages()
  return {
    regionName: englishRegionName(place) ?? regionName(holidays, country, state, region),
    entries: atTheirDays(
      place,
      year,
      listed.map((holiday) => {
        const rule = holidays.getRule(holiday.rule)
        return entry(holiday, rule, languages, state === undefined ? regionsWithout(country, rule) : [])
      }),
    ),
    notes: [...notes, ...calendarLimits(holidays, year)],
  }
}

/** The holidays of a year; where the crescent decides, also those of the last days of the year before, which it may move into this one. */
const holidaysOf = (holidays: Holidays, country: string, year: number): ReadonlyArray<HolidaysTypes.Holiday> => {
  if (!isByCrescent(country, year)) return holidays.getHolidays(year)
  const before = holidays.getHolidays(year - 1).filter(({ date, rule }) => islamic.test(rule) && date.slice(5, 10) > "12-28")
  return [...before, ...holidays.getHolidays(year)]
}

/** Countries whose law moves a holiday on a Sunday that is a day off to the next day: the Holidays Acts of Malaysia (1951) and of Singapore (1998). */
const movesFromSunday = new Set(["MY", "SG"])

/** The holidays with those of the Islamic calendar on the days that the crescent gives them, and with their substitute days. */
const atTheirDays = (place: string, year: number, entries: ReadonlyArray<Holiday>): ReadonlyArray<Holiday> => {
  const [country = ""] = place.split("-")
  if (!isByCrescent(country, year)) return entries
  const isIslamic = ({ rule }: Holiday) => islamic.test(rule)
  const moved = entries.map((holiday) =>
    isIslamic(holiday) ? { ...holiday, day: dayByCrescent(country, holiday.day, holiday.rule) } : holiday,
  )
  const taken = new Set(moved.filter(({ type }) => type === "public").map(({ day }) => day))
  const substitutes = moved.flatMap((holiday) => {
    const isMoved = isIslamic(holiday) && holiday.type === "public" && movesFromSunday.has(country)
    if (!isMoved || weekdayOf(holiday.day) !== "sunday" || !weekendOf(place).includes("sunday")) return []
    const day = [1, 2, 3].map((later) => holiday.day + later).find((later) => !taken.has(later)) ?? holiday.day + 1
    taken.add(day)
    return [{ ...holiday, day, substitute: true }]
  })
  return [...moved, ...substitutes].filter(({ day }) => yearOf(day) === year).sort((a, b) => a.day - b.day)
}

/** What the library gives beyond its own types: a note on a holiday, and the names and the text of a rule. */
const memberOf = (value: object, name: string): unknown => Reflect.get(value, name)
const text = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined)

type Rule = ReturnType<Holidays["getRules"]>[number]

const regionRules = new Map<string, ReadonlyArray<readonly [region: string, rules: ReadonlyArray<Rule>]>>()

const rulesByRegion = (country: string) => {
  const cached = regionRules.get(country)
  if (cached) return cached
  const regions: Readonly<Record<string, string>> = new Holidays().getStates(country, "en") ?? {}
  const rules = Object.entries(regions).map(([state, name]) => {
    const holidays = new Holidays({ country, state })
    correct(country, state, holidays)
    return [englishRegionName(`${country}-${state}`) ?? name, holidays.getRules()] as const
  })
  regionRules.set(country, rules)
  return rules
}

/** The regions that leave out a public holiday of their country. One that only moves it has a rule of the same name. */
const regionsWithout = (country: string, rule: object): ReadonlyArray<string> => {
  const name = JSON.stringify(memberOf(rule, "name"))
  const isSame = (other: Rule) => memberOf(other, "rule") === memberOf(rule, "rule") || JSON.stringify(memberOf(other, "name")) === name
  const has = (other: Rule) => memberOf(other, "type") === "public" && isSame(other)
  if (memberOf(rule, "type") !== "public") return []
  return rulesByRegion(country).flatMap(([region, rules]) => (rules.some(has) ? [] : [region]))
}

const entry = (holiday: HolidaysTypes.Holiday, rule: object, languages: ReadonlyArray<string>, notIn: ReadonlyArray<string>): Holiday => {
  const names = memberOf(rule, "name")
  const named = (language: string | undefined) =>
    language !== undefined && typeof names === "object" && names !== null ? text(memberOf(names, language)) : undefined
  // `2026-03-20 00:00:00`, with an offset behind it where the day begins at the sunset before.
  const time = holiday.date.slice(11, 16)
  const startsAt = time === "00:00" ? null : time
  const note = text(memberOf(holiday, "note")) ?? null
  // A day with a clock change lasts 23 or 25 hours; an extra half day before a feast is not another day.
  const days = Math.max(1, Math.floor((holiday.end.getTime() - holiday.start.getTime()) / dayMs + 0.1))
  const local = languages.find((language) => named(language) !== undefined)
  return {
    day: dayNumber(holiday.date.slice(0, 10)),
    days,
    name: named("en") ?? named(local) ?? holiday.name,
    localName: named(local) ?? holiday.name,
    rule: holiday.rule,
    type: holiday.type,
    substitute: holiday.substitute ?? (isListed(holiday.rule) && memberOf(rule, "substitute") === true),
    startsAt,
    sunset: /[+-]\d{4}$/.test(holiday.date),
    dayOff: startsAt === null && !(note !== null && forSome.test(note)),
    note,
    notIn,
  }
}

/** Notes of holidays by law that only some people have. */
const forSome = /^(women|only for women|for muslim|for all persons belonging|youth from|children below|military personnel|.*believers)/i

const regionName = (holidays: Holidays, country: string, state: string | undefined, region: string | undefined): string | null => {
  if (state === undefined) return null
  const named: Readonly<Record<string, string>> | undefined =
    region === undefined ? holidays.getStates(country, "en") : holidays.getRegions(country, state, "en")
  return named?.[region ?? state] ?? null
}

const lastIslamicYear = 2076
const lastHebrewYear = 2099

/** date-holidays has tables of these two calendars, and they end. */
const calendarLimits = (holidays: Holidays, year: number): ReadonlyArray<string> => {
  const rules = holidays.getRules().map((rule) => text(memberOf(rule, "rule")) ?? "")
  const has = (months: RegExp) => rules.some((rule) => months.test(rule))
  return [
    ...(has(islamic)
      ? [year > lastIslamicYear ? `Holidays of the Islamic calendar are known up to ${lastIslamicYear} and are missing.` : islamicNote]
      : []),
    ...(year > lastHebrewYear && has(hebrew) ? [`Holidays of the Hebrew calendar are known up to ${lastHebrewYear} and are missing.`] : []),
  ]
}
