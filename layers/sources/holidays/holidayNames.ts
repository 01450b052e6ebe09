import type { Holiday } from "./CalendarYears.ts"
import { englishNames, usualNames } from "./englishNames.ts"
import { feastRule, holidayKey, holidayNames, movableFeast, type RegionNames, standardFeast } from "./readHolidayNames.ts"

/** A name without the words that people leave out or put in: `the Day of German Unity`, `German Unity Day` and `German Unity` are one. */
const coreOf = (key: string): string => key.replace(/^(?:(?:the|day of|feast of) )+/u, "").replace(/ day$/u, "")

/** The forms in which the data may have a name: with and without `day`, and by the name that is usual in the data. */
const keysOf = (name: string): ReadonlyArray<string> => {
  const key = holidayKey(name)
  const core = coreOf(key)
  const usual = [key, core, `${core} day`].flatMap((each) => usualNames[each] ?? []).slice(0, 1)
  return [...new Set([key, ...[core, ...usual.map(coreOf)].flatMap(formsOf)])].filter((each) => each !== "")
}

const formsOf = (core: string): ReadonlyArray<string> => [
  core,
  ...["day of", "day of the", "feast of", "feast of the"].map((words) => `${words} ${core}`),
  `${core} day`,
]

const hasAny = (names: { has: (name: string) => boolean } | undefined, keys: ReadonlyArray<string>): boolean =>
  names !== undefined && keys.some((key) => names.has(key))

/** Whether any country has a holiday of this name, in any of the languages. */
export const isHolidayName = (name: string): boolean => {
  const keys = keysOf(name)
  return hasAny(holidayNames().calendars, keys) || [...holidayNames().byFeast.values()].some((names) => hasAny(names, keys))
}

/** Whether an entry of the calendar of a place (`DE`, `DE-BY`) is the holiday of a name. */
export const isNamed = (name: string, place: string, { localName, name: own, rule }: Holiday): boolean => {
  const keys = keysOf(name)
  const { byFeast } = holidayNames()
  const feasts = [movableFeast(rule), standardFeast(rule)].flatMap((feast) => (feast === undefined ? [] : [byFeast.get(feast)]))
  // A corrected rule is not in the data.
  const english = englishNames(place.slice(0, 2), rule, undefined).map(holidayKey)
  const names = [new Set([holidayKey(own), holidayKey(localName), ...english]), ownNames(place, rule), ...feasts]
  return names.some((each) => hasAny(each, keys))
}

/** The names of a rule at a place, else in what the place lies in. */
const ownNames = (place: string, rule: string): ReadonlySet<string> | undefined => {
  const outer = place.lastIndexOf("-")
  return holidayNames().byRule.get(place)?.get(rule) ?? (outer < 0 ? undefined : ownNames(place.slice(0, outer), rule))
}

/** The countries that have a public holiday by a rule, whatever its name: `orthodox`. */
export const publicCountriesByRule = (rule: string): ReadonlySet<string> => holidayNames().publicByRule.get(rule) ?? new Set()

/** Other countries of whose holidays of this name the day can be given: the feast has one day in all of them, or few have the name. */
export const countriesWith = (name: string): ReadonlyArray<string> => {
  const { byFeast } = holidayNames()
  const keys = keysOf(name)
  const having = publicCountriesOf(name)
  return having.length <= maxUnlikeCountries || [...byFeast.values()].some((names) => hasAny(names, keys)) ? having : []
}

const maxUnlikeCountries = 2

/** The countries that have a public holiday of a name. */
export const publicCountriesOf = (name: string): ReadonlyArray<string> => [
  ...new Set(keysOf(name).flatMap((key) => holidayNames().countries.get(key) ?? [])),
]

/** All countries whose data has a day of a name, a public holiday or not. */
export const listedCountriesOf = (name: string): ReadonlyArray<string> => [...new Set([...countriesByRule(name).values()].flat())]

/** The rules that holidays of a name follow (`easter 1`, `12-26`), each with the countries whose data has the name for it. */
export const countriesByRule = (name: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const { byRule } = holidayNames()
  const keys = keysOf(name)
  const countries = new Map<string, ReadonlyArray<string>>()
  for (const [place, rules] of byRule) {
    if (place.includes("-")) continue
    for (const [text, names] of rules) {
      if (!hasAny(names, keys)) continue
      const rule = feastRule(text)
      const having = countries.get(rule) ?? []
      if (!having.includes(place)) countries.set(rule, [...having, place])
    }
  }
  return countries
}

/** The countries and regions (`CA-ON`) whose data has a day of a name. */
export const placesNamed = (name: string): ReadonlyArray<string> => {
  const keys = keysOf(name)
  return [...holidayNames().byRule].flatMap(([place, rules]) => ([...rules.values()].some((names) => hasAny(names, keys)) ? [place] : []))
}

/** Whether the churches of a country follow the Orthodox calendar: its data has holidays of it. */
export const isOrthodox = (country: string): boolean =>
  [...(holidayNames().byRule.get(country)?.keys() ?? [])].some((rule) => /^(?:orthodox|julian)\b/u.test(rule))

/** The regions of a country that have a public holiday of this name of their own: their codes without the country, and their names. */
export const regionsWith = (name: string, country: string): ReadonlyArray<RegionNames> =>
  (holidayNames().regions.get(country) ?? []).filter(({ names }) => hasAny(names, keysOf(name)))

/** The name of a region of the data (`CA-ON`). */
export const regionNameOf = (place: string): string | undefined => {
  const [country = "", ...code] = place.split("-")
  return holidayNames()
    .regions.get(country)
    ?.find((region) => region.code === code.join("-"))?.region
}

/** The years in which holidays of a name ended at a place or in what it lies in. */
export const endYearsOf = (name: string, place: string): ReadonlyArray<number> => {
  const [keys, { ended }] = [keysOf(name), holidayNames()]
  return [place, place.split("-")[0] ?? ""].flatMap((each) =>
    (ended.get(each) ?? []).flatMap(({ names, year }) => (hasAny(names, keys) ? [year] : [])),
  )
}

/**
 * Whether it is known that a country does not have a holiday which its data lacks: only if the data has other holidays of the same calendar.
 * The data of India has none of the Hindu calendar, though Diwali is a holiday there.
 */
export const isAbsenceKnown = (name: string, country: string): boolean => {
  const { calendars, calendarsOf } = holidayNames()
  return keysOf(name).some((key) => [...(calendars.get(key) ?? [])].some((calendar) => calendarsOf.get(country)?.has(calendar) === true))
}

/** All names in all languages. */
export const allHolidayNames = (): ReadonlySet<string> => {
  const { byFeast, calendars } = holidayNames()
  return new Set([...calendars.keys(), ...[...byFeast.values()].flatMap((names) => [...names]), ...Object.keys(usualNames)])
}
