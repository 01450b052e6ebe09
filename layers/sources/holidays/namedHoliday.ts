import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { countryName } from "../country.ts"
import { firstYear, lastYear, yearOf } from "../days.ts"
import type { CalendarYear, CalendarYears, Holiday } from "./CalendarYears.ts"
import { feastNamed } from "./feasts.ts"
import { countriesWith, endYearsOf, isAbsenceKnown, isHolidayName, isNamed, isOrthodox, regionsWith } from "./holidayNames.ts"
import {
  countryAndRegion,
  coversDay,
  HolidayCountry,
  holidayNotes,
  HolidayRegion,
  holidayView,
  maxDaysToSubstitute,
  type PlaceInput,
  substitutesNear,
  unknownRegion,
  yearsAt,
} from "./place.ts"
import { isCovered, placeOf } from "./places.ts"

export const namedHoliday = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.named_holiday",
    name: "Find a holiday by its name",
    description:
      "On which date a holiday falls in a country or region in a year, or next, by its English or local name or its name in another language, whether it is a public holiday there, and which day is off instead if it is on a weekend. " +
      "Where it is certain that the country does not have it, the answer says so, and names the regions, or else a country, that have it, or the last day on which it was one; where the data has no day of this name, the call fails free of charge.",
    fields: {
      "holiday.name": Schema.String.annotate({
        description: "Name of the holiday in any of the languages of the data, such as Good Friday, Karfreitag or Thanksgiving.",
        examples: ["Good Friday"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter((text: string) => isHolidayName(text) || "is not the name of a holiday of any country"),
      ),
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.year": Schema.optionalKey(
        Schema.Int.annotate({
          description: `Year from ${firstYear} to ${lastYear}; without it, this year, or the next one if the holiday is over.`,
          examples: [2027],
        }).check(Schema.isBetween({ minimum: firstYear, maximum: lastYear })),
      ),
    },
    native: { "country.code": "country", "region.code": "region" },
    output: [
      "holiday.name",
      "holiday.local_name",
      "holiday.date",
      "holiday.weekday",
      "holiday.type",
      "holiday.is_public_holiday",
      "holiday.dates",
      "holiday.substitutes",
      "holiday.is_regional",
      "holiday.regions",
      "holiday.elsewhere",
      "holiday.ended",
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.year",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 3_600,
    examples: [
      "first day of Ramadan 2027 in Egypt",
      "is Good Friday a holiday in Mexico",
      "is Epiphany a public holiday in Bavaria in 2027",
      "when is Good Friday 2027 in Germany",
      "on which date is Epiphany 2028 in Austria",
      "When is Easter Monday in France in 2027?",
      "when is Thanksgiving 2026 in the US",
      "first day of Chinese New Year 2027 in Singapore",
      "what date is Midsummer Eve in Sweden next year",
      "Corpus Christi 2027 Portugal",
      "which day does Independence Day fall on in Finland",
      "date of Eid al-Adha in Jordan in 2027",
      "is Whit Monday a bank holiday in Belgium",
      "is Ascension Day a day off in Denmark",
      "what weekday is Labour Day 2027 in Poland",
      "is Assumption Day a working day in Spain",
      "when does Diwali fall in 2027 in Malaysia",
      "is St Stephen's Day a public holiday in Ireland",
      "August bank holiday 2027 in Ireland",
      "is Thanksgiving on 26 November 2026 in the US",
      "does Family Day 2027 fall on 15 February in Ontario",
      "is Family Day still a public holiday in Ontario",
      "Juneteenth 2027 is on a Saturday, when is it observed in the United States",
      "which day is off instead of Anzac Day 2027 in Queensland",
    ],
    hints: {
      vocabulary:
        "off work working closed open free bank first fall falls falling celebrated day feast weekend saturday sunday staff federal expected expect statutory",
      keywords: {
        "holiday.substitutes": "substitute substituted instead lieu observed replacement moved",
        "holiday.date": "when",
        "holiday.weekday": "weekday weekend saturday sunday",
        "holiday.is_public_holiday": "bank public holiday off",
      },
    },
    check: unknownRegion,
    run: (request) =>
      Effect.gen(function* () {
        const year = request["calendar.year"] ?? (yield* yearOfNext(years, request))
        const input: NamedInput = { ...request, "calendar.year": year }
        const { "country.code": country, "holiday.name": name } = input
        const calendarYears = yield* yearsAt(years, input, year, year)
        const entries = calendarYears.flatMap((each) => each.entries)
        const place = placeOf(country, input["region.code"]) ?? country
        // The eve and the days behind a feast may have its name and rules of their own: `Spring Festival`.
        const own = new Set(entries.filter((entry) => isNamed(name, place, entry)))
        const named = new Set([...own].map((entry) => entry.name))
        const matching = entries.filter((entry) => named.has(entry.name))
        const isPublic = ({ type }: Holiday) => type === "public"
        const days = matching.some(({ substitute }) => !substitute) ? matching.filter(({ substitute }) => !substitute) : matching
        const ofOwn = days.filter((entry) => own.has(entry))
        const [first] = ofOwn.some(isPublic) ? ofOwn.filter(isPublic) : ofOwn
        const regions = matching.some(isPublic) ? [] : yield* inRegions(years, name, country, year, input["region.code"])
        const isMissing = first === undefined && regions.length === 0
        const last = isMissing ? yield* lastBefore(years, input) : undefined
        if (isMissing && last === undefined && !(yield* isAbsent(years, input, calendarYears))) return yield* notListed(input)
        const elsewhere = isMissing ? yield* firstElsewhere(years, name, country, year) : null
        const view = first === undefined ? null : holidayView(first)
        const near = yield* yearsNear(years, input, matching)
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            holiday: {
              name,
              local_name: view?.local_name ?? null,
              date: view?.date ?? null,
              weekday: view?.weekday ?? null,
              type: view?.type ?? null,
              is_public_holiday: matching.some(isPublic),
              dates: days.map(holidayView),
              substitutes: substitutesOf(near, matching).map(holidayView),
              is_regional: regions.length > 0,
              regions: regions.map(({ date, name: region }) => ({ name: region, date })),
              elsewhere,
              ended: last === undefined ? null : holidayView(last).date,
            },
            calendar: { year, notes: holidayNotes(calendarYears, matching.filter(isPublic)) },
          },
          documents: 1,
        }
      }),
  })

/** This year, or the next one if all days of the holiday at the place are over in this one. */
const yearOfNext = Effect.fnUntraced(function* (years: CalendarYears, input: PlaceInput & Pick<NamedInput, "holiday.name">) {
  const today = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
  const year = yearOf(today)
  const { "country.code": country, "holiday.name": name, "region.code": region } = input
  const own = yield* daysAt(years, name, [placeOf(country, region) ?? country], year)
  // Of a holiday of some regions, or of none of the place, the next one is meant too.
  const ofRegions = own.length > 0 || region !== undefined ? own : (yield* inRegions(years, name, country, year)).map(({ day }) => day)
  const days = ofRegions.length > 0 ? ofRegions : yield* daysOfFeast(years, name, year)
  return days.length > 0 && year < lastYear && days.every((day) => day < today) ? year + 1 : year
})

/** The years in which a substitute may be: that of New Year's Day may be in the year before. */
const yearsNear = (years: CalendarYears, input: PlaceInput, matching: ReadonlyArray<Holiday>) => {
  const near = matching.flatMap(({ day }) => [yearOf(day - maxDaysToSubstitute), yearOf(day + maxDaysToSubstitute)])
  if (near.length === 0) return Effect.succeed([])
  return yearsAt(years, input, Math.max(firstYear, Math.min(...near)), Math.min(lastYear, Math.max(...near)))
}

/** The days off in place of a holiday on a weekend. */
const substitutesOf = (years: ReadonlyArray<CalendarYear>, matching: ReadonlyArray<Holiday>): ReadonlyArray<Holiday> => {
  const onDay = matching.filter(({ substitute }) => !substitute)
  const named = new Set(matching.map(({ rule }) => rule.replace(/^substitutes /u, "")))
  const near = substitutesNear(
    years,
    onDay.map(({ day }) => day),
  )
  // By rule, because the entry of another year is not among the matching ones.
  const isOwn = (entry: Holiday) => matching.includes(entry) || (entry.substitute && named.has(entry.rule))
  return near.filter((entry) => isOwn(entry) || [...named].some((rule) => entry.rule.startsWith(`substitutes ${rule}`)))
}

/** The regions of a country that have the holiday, and the parts of the other ones or of one region, each with its date there. */
const inRegions = Effect.fnUntraced(function* (years: CalendarYears, name: string, country: string, year: number, within?: string) {
  const dates: Array<{ readonly name: string; readonly date: string; readonly day: number }> = []
  const whole = new Set<string>()
  for (const { code, region } of regionsWith(name, country)) {
    if (within !== undefined && !`${country}-${code}`.startsWith(`${within}-`)) continue
    const place = placeOf(country, code)
    if (place === undefined || whole.has(code.split("-")[0] ?? "")) continue
    const { entries } = yield* years(place, year)
    const entry = entries.find((each) => each.type === "public" && isNamed(name, place, each))
    if (entry === undefined) continue
    whole.add(code)
    dates.push({ name: region, date: holidayView(entry).date, day: entry.day })
  }
  return dates
})

interface NamedInput extends PlaceInput {
  readonly "holiday.name": string
  readonly "calendar.year": number
}

/** The last day of a public holiday that its place had until a year before the requested one. */
const lastBefore = Effect.fnUntraced(function* (years: CalendarYears, input: NamedInput) {
  const { "calendar.year": before, "country.code": country, "holiday.name": name, "region.code": region } = input
  const place = placeOf(country, region) ?? country
  const ends = endYearsOf(name, place).filter((year) => year <= before && year > firstYear)
  if (ends.length === 0) return undefined
  const end = Math.max(...ends)
  const near = yield* yearsAt(years, input, end - 1, Math.min(end, before - 1))
  return near.flatMap(({ entries }) => entries).findLast((entry) => entry.type === "public" && isNamed(name, place, entry))
})

/**
 * Whether a place does not have a holiday which its data does not have under the name. The name alone does not say so: the data may have the day
 * under another name. It is certain only where the day is certain, and no public holiday of the place is on it.
 */
const isAbsent = Effect.fnUntraced(function* (years: CalendarYears, input: NamedInput, calendarYears: ReadonlyArray<CalendarYear>) {
  const { "calendar.year": year, "country.code": country, "holiday.name": name } = input
  if (!isAbsenceKnown(name, country)) return false
  const inCountry = input["region.code"] === undefined ? [] : yield* daysAt(years, name, placesWith(name, country), year)
  const days = inCountry.length > 0 ? inCountry : yield* daysOfFeast(years, name, year)
  const off = calendarYears.flatMap(({ entries }) => entries).filter(({ type }) => type === "public")
  return days.length > 0 && !off.some((entry) => days.some((day) => coversDay(entry, day)))
})

/** The country and its regions that may have the holiday. */
const placesWith = (name: string, country: string): ReadonlyArray<string> => [
  country,
  ...regionsWith(name, country).flatMap(({ code }) => placeOf(country, code) ?? []),
]

/** The days of a feast that has one day in every country, or one in the western churches and one in the Orthodox ones. */
const daysOfFeast = Effect.fnUntraced(function* (years: CalendarYears, name: string, year: number) {
  const { countries, eastern } = feastNamed(name) ?? { countries: [], eastern: [] }
  const tried = [countries, eastern].flatMap((having) => having.filter(isCovered).slice(0, maxCountries))
  return yield* daysAt(years, name, tried, year)
})

/** The days on which the holiday of a name is at any of some places in a year. */
const daysAt = Effect.fnUntraced(function* (years: CalendarYears, name: string, places: ReadonlyArray<string>, year: number) {
  const days: Array<number> = []
  for (const place of places) {
    const { entries } = yield* years(place, year)
    days.push(...entries.filter((entry) => isNamed(name, place, entry)).map(({ day }) => day))
  }
  return days
})

/** A failure costs the buyer nothing; a false `no` would. The message is short, because answers cut longer ones. */
const notListed = ({ "country.code": code }: PlaceInput) =>
  new SourceFailure({
    code: "source_error",
    message: `No holiday of this name is listed for ${countryName(code) ?? code}. Request the list of its public holidays.`,
  })

const maxCountries = 3

/**
 * The holiday in the first other country that has it in that year: it may be regional there, so a few are tried. Beside a country whose churches
 * follow the Orthodox calendar, the day of that calendar is the one to give.
 */
const firstElsewhere = Effect.fnUntraced(function* (years: CalendarYears, name: string, country: string, year: number) {
  const eastern = isOrthodox(country) ? (feastNamed(name)?.eastern ?? []) : []
  for (const other of (eastern.length > 0 ? eastern : countriesWith(name))
    .filter((code) => code !== country && isCovered(code))
    .slice(0, maxCountries)) {
    const { entries } = yield* years(other, year)
    const entry = entries.find((each) => each.type === "public" && isNamed(name, other, each))
    if (entry !== undefined) return { country_code: other, country_name: countryName(other), ...holidayView(entry) }
  }
  return null
})
