import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dateOfDay, firstCountedYear, type Weekday, weekdayOf, weekdays } from "../days.ts"
import { CalendarDate } from "../inputs.ts"

const longestDays = 3_653
const maxDates = 60

/** The days from `from` to `to`, both included, that are one of these days of the week. */
const daysOn = (from: number, to: number, counted: ReadonlyArray<Weekday>): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, shift) => from + shift).filter((day) => counted.includes(weekdayOf(day)))

export const countWeekdays = defineOperation({
  id: "calendar.count_weekdays",
  name: "Count the Mondays, Saturdays or weekdays of a period",
  description:
    "How many days from a first to a last date, both included, are one of the stated days of the week (all Saturdays; Monday to Friday), and which: the first 60. " +
    "Holidays are not looked at. At most 10 years.",
  fields: {
    "calendar.start_date": CalendarDate("First date, included.", "2027-05-01", firstCountedYear),
    "calendar.end_date": CalendarDate("Last date, included, at most 10 years after the first.", "2027-09-30", firstCountedYear),
    "calendar.counted_weekdays": Schema.Array(Schema.Literals(weekdays))
      .annotate({ description: "The days of the week that are counted.", examples: [["saturday"]] })
      .check(Schema.isBetweenLength(1, 7)),
  },
  native: { "calendar.start_date": "start", "calendar.end_date": "end", "calendar.counted_weekdays": "weekdays" },
  output: [
    "calendar.start_date",
    "calendar.end_date",
    "calendar.counted_weekdays",
    "calendar.counted_days",
    "calendar.counted_dates",
    "calendar.days",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "How many Sundays are there between 1 March and 30 June 2027?",
    "number of Mondays in 2027",
    "how many Fridays does January 2027 have",
    "list all Wednesdays from 4 January 2027 to 26 February 2027",
    "how many weekdays are in May 2027, Monday to Friday",
    "count the Thursdays in the second quarter of 2027",
    "dates of the Tuesdays in February 2027",
    "weekdays from 7 June 2027 to 20 August 2027, holidays not considered",
  ],
  hints: {
    vocabulary: "count number list between period fall inclusive",
    keywords: {
      "calendar.counted_days": "many count number weekdays mondays tuesdays wednesdays thursdays fridays saturdays sundays",
      "calendar.counted_dates": "dates list which",
    },
  },
  check: (input): InputProblem | undefined => {
    const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
    if (to < from) return { field: "calendar.end_date", reason: "it is before calendar.start_date. Send the same day or a later one." }
    return to - from >= longestDays
      ? { field: "calendar.end_date", reason: "it is more than 10 years after calendar.start_date. Send a shorter period." }
      : undefined
  },
  run: (input) =>
    Effect.sync(() => {
      const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
      const days = daysOn(from, to, input["calendar.counted_weekdays"])
      return {
        data: {
          calendar: {
            start_date: dateOfDay(from),
            end_date: dateOfDay(to),
            counted_weekdays: weekdays.filter((day) => input["calendar.counted_weekdays"].includes(day)),
            counted_days: days.length,
            counted_dates: days.slice(0, maxDates).map(dateOfDay),
            days: to - from + 1,
          },
        },
        documents: 1,
      }
    }),
})
