import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { dateOfDay, lastYear, type Weekday, weekdayOf, weekdays, yearOf } from "../days.ts"
import { CalendarDate } from "../inputs.ts"
import { unfitRange } from "./businessDays.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import {
  countryAndRegion,
  firstYearReaching,
  hasType,
  HolidayCountry,
  holidayNotes,
  HolidayRegion,
  HolidayTypes,
  holidayView,
  type PlaceInput,
  unknownRegion,
  weekendAt,
  yearsAt,
} from "./place.ts"

const stretchKinds = ["long_weekend", "bridge_day"] as const
export type StretchKind = (typeof stretchKinds)[number]

export const longWeekends = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.long_weekends",
    name: "List long weekends",
    description:
      `The long weekends of a country or region in a year or between two dates, without leave: a weekend that a public holiday beside it, or its substitute, lengthens to at least ${minDays} days. ` +
      "Or the bridge days, single ones that are worked between such a holiday and a weekend. Each with its dates, its length and its holidays. A long weekend belongs to the dates on which its holiday is. At most 10 years.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.start_date": CalendarDate("First date, included.", "2027-01-01"),
      "calendar.end_date": CalendarDate("Last date, included, at most 10 years after the first.", "2027-12-31"),
      "stretch.kind": Schema.Literals(stretchKinds).annotate({
        description: "What is listed: long_weekend, or bridge_day: a day of leave that makes one.",
        examples: ["long_weekend"],
      }),
      "calendar.weekend": Schema.optionalKey(
        Schema.Array(Schema.Literals(weekdays))
          .annotate({
            description: "The weekend, where it is another one than the country's own of today (CLDR).",
            examples: [["saturday", "sunday"]],
          })
          .check(Schema.isBetweenLength(1, 3)),
      ),
      "holiday.types": HolidayTypes,
    },
    native: {
      "stretch.kind": "kind",
      "country.code": "country",
      "region.code": "region",
      "calendar.start_date": "start",
      "calendar.end_date": "end",
    },
    output: [
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.start_date",
      "calendar.end_date",
      "stretch.kind",
      "calendar.weekend",
      "calendar.long_weekend_count",
      "calendar.long_weekends",
      "calendar.first_long_weekend",
      "calendar.bridge_days",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "how many long weekends are there in Ireland in 2027",
      "long weekends in Poland 2027",
      "list the three-day weekends in Japan in May 2027",
      "which long weekends does Bavaria have next year",
      "When is the next long weekend in Singapore?",
      "long weekends of Canada between January and June 2027",
      "are there any long weekends in South Africa in April 2027",
      "bridge days in Austria in 2027",
      "long weekend calendar 2027 for New Zealand",
    ],
    hints: {
      vocabulary: "upcoming",
      keywords: { "calendar.long_weekend_count": "many number count", "calendar.first_long_weekend": "next first upcoming" },
      measures: { "calendar.long_weekend_count": { name: "number of long weekends", unit: "", adjectives: "small large few many" } },
    },
    check: (input) =>
      unknownRegion(input) ??
      movedDays(input) ??
      shortWeekend(input) ??
      unfitRange(input["calendar.start_date"], input["calendar.end_date"]),
    run: (input) =>
      Effect.gen(function* () {
        const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
        const calendarYears = yield* yearsAt(years, input, firstYearReaching(from - margin), Math.min(lastYear, yearOf(to + margin)))
        const holidays = calendarYears
          .flatMap(({ entries }) => entries)
          .filter((entry) => hasType(input["holiday.types"])(entry) && entry.dayOff)
        const weekend = input["calendar.weekend"] ?? weekendAt(input)
        const { bridges, longWeekends } = stretchesIn(holidays, weekend, from, to)
        const view = (stretch: Stretch) => stretchView(stretch, holidays)
        const shown = holidays.filter((holiday) => longWeekends.some((stretch) => reaches(holiday, stretch)))
        const list = longWeekends.map(view)
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            stretch: { kind: input["stretch.kind"] },
            calendar: {
              start_date: dateOfDay(from),
              end_date: dateOfDay(to),
              weekend,
              long_weekend_count: list.length,
              long_weekends: list,
              first_long_weekend: list[0] ?? null,
              bridge_days: bridges.map(({ day, stretch }) => ({ bridge_day: dateOfDay(day), weekday: weekdayOf(day), ...view(stretch) })),
              notes: holidayNotes(calendarYears, shown),
            },
          },
          documents: 1,
        }
      }),
  })

const minDays = 3
/** A period of at most this number of days (a feast, a weekend) has the long weekends that it touches. */
const maxFewDays = 4
/** Days beside the period that are looked at: no stretch of days off with its bridge day is longer. */
const margin = 21

/**
 * Countries whose government moves days off beside weekends year by year. The data does not have these days, and its own notes state so for China, Ecuador, Hungary,
 * Russia and Vietnam. The others are listed by general knowledge, without a source here.
 */
const movedEachYear: ReadonlySet<string> = new Set(["AM", "AR", "AZ", "BY", "CN", "EC", "HU", "KZ", "LV", "RU", "UZ", "VN"])

const movedDays = (input: PlaceInput): InputProblem | undefined =>
  movedEachYear.has(input["country.code"])
    ? {
        field: "country.code",
        reason: `${countryName(input["country.code"])} moves days off beside weekends year by year, and the data do not have the moved days.`,
      }
    : undefined

/** Where the weekend of the data is one day, as in India, offices with two days off have other long weekends. */
const shortWeekend = (input: PlaceInput & { readonly "calendar.weekend"?: ReadonlyArray<Weekday> }): InputProblem | undefined => {
  const [day, ...others] = input["calendar.weekend"] ?? weekendAt(input)
  return others.length > 0 || input["calendar.weekend"] !== undefined
    ? undefined
    : {
        field: "calendar.weekend",
        reason: `it is needed in ${countryName(input["country.code"])}, whose weekend is ${day} alone in the data: offices with two days off have other long weekends.`,
      }
}

/** Days off in a row, both ends included, as day numbers. */
interface Stretch {
  readonly first: number
  readonly last: number
}

/** The long weekends with a holiday outside the weekend in a period, and the working days of the period that join days off to a longer such stretch. */
const stretchesIn = (holidays: ReadonlyArray<Holiday>, weekend: ReadonlyArray<Weekday>, from: number, to: number) => {
  const holidayDays = new Set(holidays.flatMap(({ day, days }) => Array.from({ length: days }, (_, later) => day + later)))
  const isWeekend = (day: number) => weekend.includes(weekdayOf(day))
  const isOff = (day: number) => isWeekend(day) || holidayDays.has(day)
  const daysOf = ({ first, last }: Stretch) => Array.from({ length: last - first + 1 }, (_, later) => first + later)
  const around = (day: number): Stretch => {
    let [first, last] = [day, day]
    while (day - first < margin && isOff(first - 1)) first--
    while (last - day < margin && isOff(last + 1)) last++
    return { first, last }
  }
  const madeBy = (stretch: Stretch) => daysOf(stretch).filter((day) => holidayDays.has(day) && !isWeekend(day))
  const hasHoliday = (stretch: Stretch) => madeBy(stretch).length > 0
  const isLong = (stretch: Stretch) => stretch.last - stretch.first + 1 >= minDays && daysOf(stretch).some(isWeekend)
  const period = daysOf({ first: from, last: to })
  // A few days lie in a long weekend; a longer period has those whose holiday is in it, so that two periods do not count one twice.
  const isWanted = (day: number) => (period.length <= maxFewDays ? isOff(day) : holidayDays.has(day) && !isWeekend(day))
  const firstDays = period.flatMap((day) => (isWanted(day) ? [around(day).first] : []))
  const bridges = period
    .filter((day) => !isOff(day) && isOff(day - 1) && isOff(day + 1))
    .map((day) => ({ day, stretch: { first: around(day - 1).first, last: around(day + 1).last } }))
  return {
    longWeekends: [...new Set(firstDays)].map(around).filter((stretch) => isLong(stretch) && hasHoliday(stretch)),
    bridges: bridges.filter(({ stretch }) => isLong(stretch) && hasHoliday(stretch)),
  }
}

const reaches = ({ day, days }: Holiday, { first, last }: Stretch): boolean => day <= last && day + days > first

const stretchView = (stretch: Stretch, holidays: ReadonlyArray<Holiday>) => {
  const own = holidays.filter((holiday) => reaches(holiday, stretch))
  return {
    name: [...new Set(own.map(({ name }) => name))].join(", "),
    date: dateOfDay(stretch.first),
    end_date: dateOfDay(stretch.last),
    days: stretch.last - stretch.first + 1,
    holidays: own.map(holidayView),
  }
}
