import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayNumber, firstCountedYear, lastYear, weekdayOf } from "../days.ts"
import { weeksIn } from "./calendarWeek.ts"

/** How many days and weeks a year of the Gregorian calendar has, and on which days of the week it begins and ends. */
export const calendarYear = defineOperation({
  id: "calendar.of_year",
  name: "Facts of a year",
  description:
    "How many days a year has and whether it is a leap year, how many calendar weeks by ISO 8601 (52 or 53), and on which days of the week it begins and ends.",
  fields: {
    "calendar.year": Schema.Int.annotate({ description: `Year, from ${firstCountedYear} to ${lastYear}.`, examples: [2026] }).check(
      Schema.isBetween({ minimum: firstCountedYear, maximum: lastYear }),
    ),
  },
  output: [
    "calendar.year",
    "calendar.leap_year",
    "calendar.days_in_year",
    "calendar.weeks_in_year",
    "calendar.first_weekday",
    "calendar.last_weekday",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how many weeks does 2026 have",
    "does 2027 have 53 weeks or 52",
    "is 2028 a leap year",
    "number of calendar weeks in 2032",
    "how many days are in the year 2028",
    "was 1900 a leap year",
    "does this year have a 53rd week",
    "on which weekday does 2027 begin",
    "leap years: 2024, 2026, 2028",
    "are there 52 or 53 ISO weeks in 2026",
  ],
  hints: {
    vocabulary: "many number are is there has have does begins starts ends calendar iso kw cw",
    keywords: {
      "calendar.leap_year": "leap",
      "calendar.days_in_year": "days",
      "calendar.weeks_in_year": "weeks week 53rd",
      "calendar.first_weekday": "begin begins start starts first weekday",
      "calendar.last_weekday": "end ends last weekday",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const year = input["calendar.year"]
      const [first, next] = [dayNumber(`${year}-01-01`), dayNumber(`${year + 1}-01-01`)]
      return {
        data: {
          calendar: {
            year,
            leap_year: next - first === 366,
            days_in_year: next - first,
            weeks_in_year: weeksIn(year),
            first_weekday: weekdayOf(first),
            last_weekday: weekdayOf(next - 1),
          },
        },
        documents: 1,
      }
    }),
})
