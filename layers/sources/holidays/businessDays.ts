import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import { dateOfDay, type Weekday, weekdayOf, weekdays, yearOf } from "../days.ts"
import {
  countryAndRegion,
  firstYearReaching,
  hasType,
  HolidayCountry,
  holidayNotes,
  HolidayRegion,
  HolidayTypes,
  holidayView,
  unknownRegion,
  weekendAt,
  yearsAt,
} from "./place.ts"
import { CalendarDate } from "../inputs.ts"

const longestDays = 3_653
const maxOrdinal = 366

export const businessDays = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.business_days",
    name: "Count business days",
    description:
      "Counts the business days from a first to a last date, both included, in a country or region: without its weekend and without the whole-day " +
      "holidays that everybody has. Half-day holidays and those of some people only are listed, not subtracted. At most 10 years.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.start_date": CalendarDate("First date, included.", "2026-12-21"),
      "calendar.end_date": CalendarDate("Last date, included, at most 10 years after the first.", "2027-01-06"),
      "calendar.weekend": Schema.optionalKey(
        Schema.Array(Schema.Literals(weekdays))
          .annotate({
            description:
              "Days of the week that are not worked; an empty list for none. Without it, the country's own weekend of today (CLDR).",
            examples: [["saturday", "sunday"]],
          })
          .check(Schema.isMaxLength(6)),
      ),
      "calendar.ordinal": Schema.optionalKey(
        Schema.Int.annotate({
          description: "Which one is wanted: 3 for the third, -2 for the last but one.",
          examples: [3],
        }).check(Schema.isBetween({ minimum: -maxOrdinal, maximum: maxOrdinal })),
      ),
      "holiday.types": HolidayTypes,
    },
    native: { "country.code": "country", "region.code": "region", "calendar.start_date": "start", "calendar.end_date": "end" },
    output: [
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.start_date",
      "calendar.end_date",
      "calendar.days",
      "calendar.business_days",
      "calendar.weekend_days",
      "calendar.holiday_days",
      "calendar.first_business_day",
      "calendar.last_business_day",
      "calendar.ordinal_number",
      "calendar.ordinal_side",
      "calendar.ordinal_business_day",
      "calendar.weekend",
      "calendar.holidays",
      "calendar.partial_holidays",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(3_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "working days in June 2027 for Belgium",
      "how many workdays between 3 and 28 August 2026 in Italy",
      "business days from 1 to 31 December in Sweden",
      "How many business days are there in Germany between 2026-12-21 and 2027-01-06?",
      "Count the working days of May 2026 in France",
      "How many working days does Bavaria have in 2026?",
      "Business days in the United States from 1 July to 31 July 2026",
      "How many trading days until the end of the year in the UK?",
      "How many working days are there in January 2027 in Spain?",
      "How many business days between 1 March and 15 April 2026 in Canada?",
      "Number of work days in Poland next month",
      "work days from 3 to 28 May 2027 in Canada, federal holidays out",
      "business days in Germany in May 2027, nationwide holidays only",
      "how many working days has July 2027 in Spain without public holidays",
      "first working day of March 2027 in Denmark",
      "which date is the last business day of 2026 in the Netherlands",
    ],
    hints: {
      vocabulary: "work workdays weekdays mon fri nationwide inclusive",
      keywords: {
        "calendar.business_days": "working workdays trading business",
        "calendar.holiday_days": "holidays",
        "calendar.weekend_days": "weekend",
        "calendar.first_business_day": "first",
        "calendar.last_business_day": "last",
        "calendar.ordinal_business_day": "third fourth fifth",
      },
      measures: { "calendar.business_days": { name: "number of business days", unit: "", adjectives: "small large few many" } },
    },
    check: (input) =>
      unknownRegion(input) ??
      unfitRange(input["calendar.start_date"], input["calendar.end_date"]) ??
      (input["calendar.ordinal"] === 0
        ? { field: "calendar.ordinal", reason: "it is 0. Send 1 for the first business day, -1 for the last one." }
        : undefined),
    run: (input) => {
      const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
      const weekend = input["calendar.weekend"] ?? weekendAt(input)
      return Effect.map(yearsAt(years, input, firstYearReaching(from), yearOf(to)), (calendarYears) => {
        const entries = calendarYears.flatMap((year) => year.entries).filter(hasType(input["holiday.types"]))
        const { business, taken, ...counted } = count(entries, weekend, from, to)
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            calendar: {
              start_date: dateOfDay(from),
              end_date: dateOfDay(to),
              ...counted,
              ...ordinalDay(business, input["calendar.ordinal"]),
              notes: holidayNotes(calendarYears, taken),
            },
          },
          documents: 1,
        }
      })
    },
  })

/** Why two days are no range; undefined if they are. */
export const unfitRange = (from: number, to: number): InputProblem | undefined => {
  if (to < from) return { field: "calendar.end_date", reason: "it is before calendar.start_date. Send the same day or a later one." }
  if (to - from > longestDays)
    return { field: "calendar.end_date", reason: "it is more than 10 years after calendar.start_date. Send a shorter range." }
  return undefined
}

/** Every day of the range is exactly one of: weekend day, holiday on a working day, business day. */
const count = (entries: ReadonlyArray<Holiday>, weekend: ReadonlyArray<Weekday>, from: number, to: number) => {
  const off = new Map(entries.filter((entry) => entry.dayOff).flatMap((entry) => daysOf(entry).map((day) => [day, entry])))
  const taken = new Set<Holiday>()
  const business: Array<number> = []
  let weekendDays = 0
  for (let day = from; day <= to; day++) {
    const holiday = off.get(day)
    if (weekend.includes(weekdayOf(day))) weekendDays++
    else if (holiday) taken.add(holiday)
    else business.push(day)
  }
  const [first, last] = [business[0], business.at(-1)]
  const isBusinessDay = new Set(business)
  const days = to - from + 1
  return {
    days,
    business_days: business.length,
    weekend_days: weekendDays,
    holiday_days: days - weekendDays - business.length,
    first_business_day: first === undefined ? null : dateOfDay(first),
    last_business_day: last === undefined ? null : dateOfDay(last),
    weekend,
    business,
    taken: [...taken],
    holidays: [...taken].map(holidayView),
    partial_holidays: entries.filter((entry) => !entry.dayOff && daysOf(entry).some((day) => isBusinessDay.has(day))).map(holidayView),
  }
}

/** The business day with an ordinal: 3 is the third, -2 the last but one. Its date is null where the range has fewer. */
const ordinalDay = (business: ReadonlyArray<number>, ordinal: number | undefined) => {
  const day = ordinal === undefined ? undefined : business.at(ordinal > 0 ? ordinal - 1 : ordinal)
  return {
    ordinal_number: ordinal === undefined ? null : Math.abs(ordinal),
    ordinal_side: ordinal === undefined ? null : ordinal > 0 ? "start" : "end",
    ordinal_business_day: day === undefined ? null : dateOfDay(day),
  }
}

const daysOf = (entry: Holiday): ReadonlyArray<number> => Array.from({ length: entry.days }, (_, index) => entry.day + index)
