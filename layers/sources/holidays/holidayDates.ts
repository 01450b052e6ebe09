import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { countryName } from "../country.ts"
import { dateOfDay, firstYear, lastYear, weekdayOf, yearOf } from "../days.ts"
import type { CalendarYears } from "./CalendarYears.ts"
import { isHolidayName, isNamed, placesByRule, regionNameOf } from "./holidayNames.ts"
import { daysNamed, isListed, maxDays } from "./holidayRules.ts"
import { hebrew, hebrewNote, islamic, islamicNote } from "./lunarMonths.ts"
import { isCovered, placeOf } from "./places.ts"

export const holidayDates = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.holiday_dates",
    name: "Dates of a holiday in all countries",
    description:
      "The date and weekday of a holiday in a year, or the next one, by its name and without a country: one date where all countries and regions that have it share it, " +
      "else each date with the countries and regions that have the day then, and whether it is a public holiday there. A name that has more than 40 days, such as Independence Day, is refused: request it for one country.",
    fields: {
      "holiday.anywhere": Schema.String.annotate({
        description: "Name of a holiday, of any country, in any of the languages of the data, such as Diwali, Family Day or Koningsdag.",
        examples: ["Diwali"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter((text: string) => isHolidayName(text) || "is not the name of a holiday of any country"),
      ),
      "calendar.year": Schema.optionalKey(
        Schema.Int.annotate({
          description: `Year from ${firstYear} to ${lastYear}; without it, this year, or the next one if all its days are over.`,
          examples: [2027],
        }).check(Schema.isBetween({ minimum: firstYear, maximum: lastYear })),
      ),
    },
    native: { "holiday.anywhere": "name" },
    output: [
      "holiday.name",
      "holiday.date",
      "holiday.weekday",
      "holiday.countries",
      "holiday.by_date",
      "holiday.date_count",
      "holiday.is_public_holiday",
      "calendar.year",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 3_600,
    examples: [
      "Diwali 2027 date",
      "when is Thanksgiving 2027",
      "which countries have Family Day and when is it in 2027",
      "On which date does Koningsdag fall in 2027?",
      "When is Republic Day?",
      "what date is Carnival Tuesday 2028",
      "Where is Midsummer Eve a holiday, and on what day in 2027?",
      "King's Birthday 2027, which weekday",
      "Mother's Day 2027 date",
      "Which day is Republic Day next year?",
      "who celebrates Anzac Day",
      "date of King's Birthday 2027",
      "in which countries is Boxing Day observed",
    ],
    hints: {
      vocabulary: "first fall falls falling celebrate celebrates celebrated keep keeps observe observes day feast festival",
      keywords: {
        "holiday.date": "when date day",
        "holiday.weekday": "weekday",
        "holiday.countries": "countries country where who",
        "holiday.by_date": "regions states provinces dates",
      },
    },
    check: (input) => tooMany(input["holiday.anywhere"]),
    run: (input) =>
      Effect.gen(function* () {
        const today = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
        const { "calendar.year": given, "holiday.anywhere": name } = input
        const ofYear = (year: number) => daysOf(years, name, year)
        const own = yield* ofYear(given ?? yearOf(today))
        const isOver = given === undefined && own.length > 0 && yearOf(today) < lastYear && own.every(({ day }) => day < today)
        const days = isOver ? yield* ofYear(yearOf(today) + 1) : own
        const [first] = days
        if (first === undefined)
          return yield* new SourceFailure({ code: "source_error", message: "The days of this holiday in that year are not known." })
        const dates = byDate(days)
        const isOne = dates.length === 1
        return {
          data: {
            holiday: {
              name,
              date: isOne ? dateOfDay(first.day) : null,
              weekday: isOne ? weekdayOf(first.day) : null,
              countries: isOne ? namesOf(days) : null,
              by_date: dates,
              date_count: dates.length,
              is_public_holiday: days.some(({ isPublic }) => isPublic),
            },
            calendar: {
              year: yearOf(first.day),
              notes: [
                ...(days.some(({ rule }) => islamic.test(rule)) ? [islamicNote] : []),
                ...(days.some(({ rule }) => hebrew.test(rule)) ? [hebrewNote] : []),
                ...(days.some(({ rule }) => isListed(rule)) ? [listedNote] : []),
              ],
            },
          },
          documents: 1,
        }
      }),
  })

interface DayAt {
  readonly day: number
  readonly place: string
  readonly rule: string
  readonly isPublic: boolean
}

const tooMany = (name: string): InputProblem | undefined => {
  const days = daysNamed(name)
  return days > maxDays ? { field: "holiday.anywhere", reason: `it has ${days} different days. Request it for one country.` } : undefined
}

/** A place takes 10 ms of the worker when its year is not kept. */
const maxPlaces = 40
/** Of a rule that more places have: how many of them are looked at for its day. */
const maxTried = 4

/**
 * The days that a holiday has in a year. Where more places have it than are computed, those of one rule share the day of the first of them that has it in that
 * year: the data says since when a few countries have a day, and such a country is then listed too early.
 */
const daysOf = Effect.fnUntraced(function* (years: CalendarYears, name: string, year: number) {
  const rules = [...placesByRule(name)]
    .filter(([rule]) => !rule.startsWith("substitutes ") && (!isListed(rule) || rule.startsWith(`${year}-`)))
    .map(([rule, places]) => ({ rule, places: withoutInner(places.filter(isKnownPlace)) }))
    .filter(({ places }) => places.length > 0)
  const places = rules.reduce((sum, rule) => sum + rule.places.length, 0)
  const days: Array<DayAt> = []
  for (const { rule, places: having } of rules) {
    const dayAt = Effect.fnUntraced(function* (place: string) {
      const { entries } = yield* years(place, year)
      const entry = entries.find(
        (each) => !each.substitute && isNamed(name, place, each) && each.rule.startsWith(rule) && yearOf(each.day) === year,
      )
      return entry === undefined ? undefined : { day: entry.day, isPublic: entry.type === "public" }
    })
    let shared: Pick<DayAt, "day" | "isPublic"> | undefined
    for (const [index, place] of having.entries()) {
      const isShared = places > maxPlaces && (shared !== undefined || index >= maxTried)
      const own: typeof shared = isShared ? shared : yield* dayAt(place)
      shared ??= own
      if (own !== undefined) days.push({ ...own, place, rule })
    }
  }
  return days.sort((one, other) => one.day - other.day)
})

const listedNote =
  "The days are listed year by year for these countries alone: another country can have the holiday a day earlier or later."
const isKnownPlace = (place: string): boolean => {
  const [country = "", ...region] = place.split("-")
  return isCovered(country) && (region.length === 0 || placeOf(country, region.join("-")) !== undefined)
}

/** A region of a country that has the day itself is not listed beside it. */
const withoutInner = (places: ReadonlyArray<string>): ReadonlyArray<string> =>
  places.filter((place) => !places.some((outer) => place.startsWith(`${outer}-`)))

const byDate = (days: ReadonlyArray<DayAt>) =>
  [...new Set(days.map(({ day }) => day))].map((day) => {
    const here = days.filter((each) => each.day === day)
    const places = namesOf(here)
    return {
      date: dateOfDay(day),
      weekday: weekdayOf(day),
      name: listed(places),
      places,
      is_public_holiday: here.some(({ isPublic }) => isPublic),
    }
  })

const namesOf = (days: ReadonlyArray<DayAt>): ReadonlyArray<string> => [...new Set(days.map(({ place }) => placeName(place)))].sort()

const placeName = (place: string): string => {
  const [country = place] = place.split("-")
  const name = countryName(country) ?? country
  return place === country ? name : `${regionNameOf(place) ?? place} (${name})`
}

const maxListed = 6
/** `Austria, Germany, Luxembourg and 31 others`. */
const listed = (names: ReadonlyArray<string>): string => {
  const rest = names.length - maxListed
  return rest > 1 ? `${names.slice(0, maxListed).join(", ")} and ${rest} others` : names.join(", ")
}
