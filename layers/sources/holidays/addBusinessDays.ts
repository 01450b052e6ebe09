import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import { dateOfDay, firstYear, lastYear, weekdayOf, yearOf } from "../days.ts"
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

const maxCount = 1_000

export const addBusinessDays = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.add_business_days",
    name: "Add business days to a date",
    description:
      "The business day that lies a number of business days after or before a date in a country or region, without its weekend and the whole-day holidays that everybody has. " +
      "The date itself is not counted: 1 business day after a Friday is the Monday, or the next day that is worked.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.date": CalendarDate("The date to count from, not counted itself; without it, today.", "2026-11-30"),
      "calendar.day_count": Schema.Int.annotate({ description: `How many business days, from 1 to ${maxCount}.`, examples: [10] }).check(
        Schema.isBetween({ minimum: 1, maximum: maxCount }),
      ),
      "calendar.direction": Schema.optionalKey(
        Schema.Literals(["after", "before"]).annotate({
          description: "Whether the business days after the date are counted, or those before it; without it, after.",
          examples: ["after"],
        }),
      ),
      "holiday.types": HolidayTypes,
    },
    native: { "country.code": "country", "region.code": "region" },
    output: [
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.date",
      "calendar.day_count",
      "calendar.direction",
      "calendar.business_day",
      "calendar.weekday",
      "calendar.days",
      "calendar.holidays",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(3_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "15 working days after 3 May 2027 for our office in Wales",
      "20 working days before 30 April 2027 in Ireland, what is the latest date for the notice",
      "T+2 from 23 December 2026 counting Swiss working days",
      "trade date 3 March 2027, T+3 with the Polish calendar gives what settlement date",
      "what is the tenth business day after 23 December 2026 in Brazil",
      "10 business days after 30 November 2026 in Portugal",
      "which date is 10 working days after 1 December 2026 in Germany",
      "15 business days before 31 March 2027 in France",
      "what day is 5 working days from today in Ireland",
      "add 20 business days to 3 May 2027, Poland",
      "invoice of 4 January 2027 is payable in 30 business days, Italy: when",
      "deadline 3 working days after 23 December 2026 in Austria",
      "date that lies 7 workdays before 1 June 2027 in Sweden",
      "when are 12 business days over if we begin on 10 August 2027 in Spain",
    ],
    hints: {
      vocabulary: "trade calendar settlement gives deadline due payment value settle settlement counted leave",
      keywords: { "calendar.business_day": "working workday deadline due date", "calendar.days": "calendar" },
      defaults: { "calendar.date": "today" },
    },
    check: unknownRegion,
    run: (input) =>
      Effect.gen(function* () {
        const [from, count, direction] = [input["calendar.date"], input["calendar.day_count"], input["calendar.direction"] ?? "after"]
        const step = direction === "after" ? 1 : -1
        // Five of seven days are worked, or more; a week of holidays is the most that a count of a few days meets.
        const reach = step * (count * 2 + 60)
        const [first, last] = [Math.min(from, from + reach), Math.max(from, from + reach)].map(yearOf)
        const calendarYears = yield* yearsAt(
          years,
          input,
          Math.max(firstYear, Math.min(first!, firstYearReaching(from))),
          Math.min(lastYear, last!),
        )
        const entries = calendarYears
          .flatMap((year) => year.entries)
          .filter((entry) => entry.dayOff && hasType(input["holiday.types"])(entry))
        const day = countFrom(from, { count, step, off: daysOf(entries), weekend: weekendAt(input) })
        if (day === undefined)
          return yield* new SourceFailure({ code: "source_error", message: `The days from ${firstYear} to ${lastYear} do not suffice.` })
        const skipped = entries.filter((entry) => overlaps(entry, Math.min(from + 1, day), Math.max(from - 1, day)))
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            calendar: {
              date: dateOfDay(from),
              day_count: count,
              direction,
              business_day: dateOfDay(day),
              weekday: weekdayOf(day),
              days: Math.abs(day - from),
              holidays: skipped.map(holidayView),
              notes: holidayNotes(calendarYears, skipped),
            },
          },
          documents: 1,
        }
      }),
  })

interface Count {
  readonly count: number
  readonly step: 1 | -1
  readonly off: ReadonlySet<number>
  readonly weekend: ReadonlyArray<string>
}

/** The last of a number of business days after a day, or before it; undefined if the years that are covered end before. */
export const countFrom = (from: number, { count, off, step, weekend }: Count): number | undefined => {
  let left = count
  for (let day = from + step; yearOf(day) >= firstYear && yearOf(day) <= lastYear; day += step) {
    if (weekend.includes(weekdayOf(day)) || off.has(day)) continue
    if (--left === 0) return day
  }
  return undefined
}

export const daysOf = (entries: ReadonlyArray<Holiday>): ReadonlySet<number> =>
  new Set(entries.flatMap(({ day, days }) => Array.from({ length: days }, (_, index) => day + index)))

const overlaps = ({ day, days }: Holiday, first: number, last: number): boolean => day <= last && day + days > first
