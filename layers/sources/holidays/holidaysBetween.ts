import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import { unfitRange } from "./businessDays.ts"
import { dateOfDay, weekdayOf, yearOf } from "../days.ts"
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
import { countHolidays, substituteDays } from "./substituteDays.ts"

export const holidaysBetween = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.holidays_between",
    name: "List holidays between two dates",
    description:
      "The public holidays of a country, or of one of its regions, from a first to a last date, both included: each with its date, how many they are (a holiday and its substitute day count once), " +
      "and how many of the dates are days off outside the weekend, substitute days included. At most 10 years.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.start_date": CalendarDate("First date, included; without it, today.", "2026-12-20"),
      "calendar.end_date": CalendarDate("Last date, included, at most 10 years after the first.", "2027-01-03"),
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
      "calendar.holiday_count",
      "calendar.weekday_holiday_count",
      "calendar.holidays",
      "calendar.uncounted_substitutes",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "days off in Catalonia in September 2027",
      "How many public holidays are there in Spain between 1 March and 30 June 2027?",
      "holidays in Portugal from 1 to 31 December 2026",
      "which bank holidays fall between 20 December and 3 January in England",
      "public holidays in Poland in May 2027",
      "how many public holidays does Italy have until the end of the year",
      "federal holidays in the United States from today till 31 December",
      "list the holidays of Bavaria in the first quarter of 2027",
      "are there any public holidays in Norway between 10 and 20 May 2027",
      "number of bank holidays in Scotland in August 2027",
      "holidays in Japan next month",
      "what holidays does Brazil have from 1 September to 30 November 2027",
      "remaining public holidays in Chile until the end of the year",
      "how many federal holidays are left in the United States this year",
      "holidays that fall between 1 June and 31 August 2027 in Croatia",
    ],
    hints: {
      vocabulary: "closed list statutory official off free",
      keywords: { "calendar.holiday_count": "many number count", "calendar.holidays": "which list" },
      measures: { "calendar.holiday_count": { name: "number of holidays", unit: "", adjectives: "small large few many" } },
      defaults: { "calendar.start_date": "today" },
    },
    check: (input) => unknownRegion(input) ?? unfitRange(input["calendar.start_date"], input["calendar.end_date"]),
    run: (input) =>
      Effect.gen(function* () {
        const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
        const calendarYears = yield* yearsAt(years, input, firstYearReaching(from), yearOf(to))
        const holidays = calendarYears
          .flatMap((year) => year.entries)
          .filter((entry) => hasType(input["holiday.types"])(entry) && entry.day <= to && entry.day + entry.days > from)
        const { count, uncounted } = countHolidays(holidays, yield* substituteDays(years, input, holidays))
        const weekend = weekendAt(input)
        const daysOff = holidays.filter(({ dayOff }) => dayOff).flatMap(daysOf)
        const isOnWeekday = (day: number) => day >= from && day <= to && !weekend.includes(weekdayOf(day))
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            calendar: {
              start_date: dateOfDay(from),
              end_date: dateOfDay(to),
              holiday_count: count,
              weekday_holiday_count: new Set(daysOff.filter(isOnWeekday)).size,
              holidays: holidays.map(holidayView),
              uncounted_substitutes: uncounted.map(holidayView),
              notes: holidayNotes(calendarYears, holidays),
            },
          },
          documents: 1,
        }
      }),
  })

/** The days of a holiday: Tet has five. */
const daysOf = ({ day, days }: Holiday): ReadonlyArray<number> => Array.from({ length: days }, (_, later) => day + later)
