import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { countryName } from "../country.ts"
import { dateOfDay, firstYear, lastYear, weekdayOf, yearOf } from "../days.ts"
import type { CalendarYears } from "./CalendarYears.ts"
import { isHolidayName, isNamed, placesNamed, regionNameOf } from "./holidayNames.ts"
import { isListed } from "./listedRules.ts"
import { hebrew, hebrewNote, islamic, islamicNote } from "./lunarMonths.ts"
import { isCovered, placeOf } from "./places.ts"

export const holidayDates = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.holiday_dates",
    name: "Dates of a holiday in all countries",
    description:
      "The date and weekday of a holiday in a year, or the next one, by its name and without a country: one date where all countries and regions of the data that have it share it, " +
      "else each date with the countries and regions that have the day then, and those in which it is a public holiday. A name that more than 80 of them have, such as Independence Day, is refused: request it for one country with calendar.named_holiday.",
    fields: {
      "holiday.anywhere": Schema.String.annotate({
        description: "Name of a holiday, of any country, in any of the languages of the data, such as Diwali, Family Day or Koningsdag.",
        examples: ["Diwali"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter((text: string) => isHolidayName(text) || "is no name of a holiday in the data"),
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
      "holiday.public_in",
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
        "holiday.public_in": "public bank",
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
              public_in: namesOf(days.filter(({ isPublic }) => isPublic)),
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

/** A place takes 10 ms of the worker when its year is not kept. */
export const maxPlaces = 80

const tooMany = (name: string): InputProblem | undefined => {
  const places = placesNamed(name).length
  return places > maxPlaces
    ? {
        field: "holiday.anywhere",
        reason: `${places} countries and regions have it. Request it for one of them with calendar.named_holiday.`,
      }
    : undefined
}

/** The days that a holiday has in a year, by the corrected calendar of each place. The year of some lunar calendars has one twice. */
const daysOf = Effect.fnUntraced(function* (years: CalendarYears, name: string, year: number) {
  const days: Array<DayAt> = []
  for (const place of placesNamed(name).filter(isKnownPlace)) {
    const { entries } = yield* years(place, year)
    const own = entries.filter((each) => !each.substitute && isNamed(name, place, each) && yearOf(each.day) === year)
    days.push(...own.map(({ day, rule, type }) => ({ day, place, rule, isPublic: type === "public" })))
  }
  // A region of a country that has the day itself is not listed beside it.
  const isInner = ({ day, place }: DayAt) => days.some((outer) => outer.day === day && place.startsWith(`${outer.place}-`))
  return days.filter((day) => !isInner(day)).sort((one, other) => one.day - other.day)
})

const listedNote = "The days are listed year by year for these countries alone: another country can have the holiday on another day."

const isKnownPlace = (place: string): boolean => {
  const [country = "", ...region] = place.split("-")
  return isCovered(country) && (region.length === 0 || placeOf(country, region.join("-")) !== undefined)
}

const byDate = (days: ReadonlyArray<DayAt>) =>
  [...new Set(days.map(({ day }) => day))].map((day) => {
    const here = days.filter((each) => each.day === day)
    return {
      date: dateOfDay(day),
      weekday: weekdayOf(day),
      places: namesOf(here),
      public_in: namesOf(here.filter(({ isPublic }) => isPublic)),
    }
  })

const namesOf = (days: ReadonlyArray<DayAt>): ReadonlyArray<string> => [...new Set(days.map(({ place }) => placeName(place)))].sort()

const placeName = (place: string): string => {
  const [country = place] = place.split("-")
  const name = countryName(country) ?? country
  return place === country ? name : `${regionNameOf(place) ?? place} (${name})`
}
