import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { calendarSpan } from "./addDays.ts"
import { dateOfDay, dayNumber, firstCountedYear, isWeekend, weekdayOf, yearOf } from "../days.ts"
import { CalendarDate } from "../inputs.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

/** The number of the week after ISO 8601 and the year that it belongs to: week 1 has the year's first Thursday. */
const isoWeekOf = (day: number) => {
  const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3
  const year = yearOf(thursday)
  return { iso_week: Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7) + 1, iso_week_year: year }
}

export const dateFacts = defineOperation({
  id: "calendar.weekday",
  name: "Weekday and week number of a date",
  description:
    "Which day of the week a date is, whether that is a Saturday or Sunday, the number of its week after ISO 8601, its day of the year, its quarter, and whether its year is a leap year.",
  fields: { "calendar.date": CalendarDate("The date, from 1800 to 2100.", "2026-12-24", firstCountedYear) },
  output: [
    "calendar.date",
    "calendar.weekday",
    "calendar.is_weekend",
    "calendar.iso_week",
    "calendar.iso_week_year",
    "calendar.day_of_year",
    "calendar.quarter",
    "calendar.leap_year",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "What day of the week is 24 December 2026?",
    "which weekday is 1 May 2027",
    "what day was 4 March 1953",
    "is 3 October 2027 a Sunday",
    "week number of 14 July 2027",
    "which calendar week is 5 January 2027",
    "ISO week of 2026-12-31",
    "what weekday will 29 February 2028 be",
    "24/12/2026 falls on which day of the week",
    "which day of the year is 15 August 2027",
    "on what day does Christmas fall this year",
    "does 5 September 2027 fall on a weekend",
    "when does Q2 2027 end",
    "last day of the quarter",
    "first day of Q3 2027",
    "last day of February 2028",
    "what date is 100 days from now",
  ],
  hints: {
    vocabulary: "falls fall week",
    keywords: {
      "calendar.weekday": "weekday falls monday tuesday wednesday thursday friday saturday sunday",
      "calendar.is_weekend": "weekend",
      "calendar.iso_week": "week number calendar iso",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const day = input["calendar.date"]
      const year = yearOf(day)
      const first = dayNumber(`${year}-01-01`)
      return {
        data: {
          calendar: {
            date: dateOfDay(day),
            weekday: weekdayOf(day),
            is_weekend: isWeekend(day),
            ...isoWeekOf(day),
            day_of_year: day - first + 1,
            quarter: Math.ceil(Number(dateOfDay(day).slice(5, 7)) / 3),
            leap_year: dayNumber(`${year + 1}-01-01`) - first === 366,
          },
        },
        documents: 1,
      }
    }),
})

export const daysBetween = defineOperation({
  id: "calendar.days_between",
  name: "Days between two dates",
  description:
    "How many calendar days lie from a first date to a second one, the first not counted, and with both counted, how many weeks and days that is, and how many whole years, months and days: an age on a day.",
  fields: {
    "calendar.start_date": CalendarDate("The first date, from 1800; without it, today.", "2026-11-23", firstCountedYear),
    "calendar.end_date": CalendarDate("The second date, not before the first.", "2026-12-25", firstCountedYear),
  },
  native: { "calendar.start_date": "start", "calendar.end_date": "end" },
  output: [
    "calendar.start_date",
    "calendar.end_date",
    "calendar.days",
    "calendar.days_inclusive",
    "calendar.week_count",
    "calendar.rest_days",
    "calendar.whole_years",
    "calendar.whole_months",
    "calendar.days_beyond",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "How many days are there between 3 March 2027 and 14 July 2027?",
    "days until 25 December 2026",
    "how many weeks until 1 June 2027",
    "number of calendar days from 1 January to 15 August 2027",
    "how long is it until New Year's Eve in days",
    "how long until 24 December",
    "how many days from today to 31 March 2027",
    "days left until 1 May 2027",
    "days to go until 3 July 2027",
    "how many days since 3 March 2024",
    "days passed since 12 May 2025",
    "how many days are in February 2028",
    "days in 2028",
    "how many weeks does 2026 have",
    "how old is a person born on 7 February 1991 on 1 December 2026",
    "born 3 May 1988, age on 1 January 2027",
    "how many years and months from 15 June 2019 to 1 December 2026",
    "length of service from 1 April 2014 until today",
    "guest stays from 3 to 9 May 2027, how many nights",
    "check-in 28 December 2026, check-out 4 January 2027: number of nights",
    "employee joined on 9 September 2020, how many years is that until 30 June 2027",
  ],
  hints: {
    vocabulary:
      "until since passed left apart dob difference weeks elapsed born birthday joined service seniority person employee night nights stay stays booked booking guest hotel arrival departure arrive arrives arriving",
    keywords: {
      "calendar.days": "many",
      "calendar.days_inclusive": "inclusive both counting including included",
      "calendar.week_count": "weeks",
      "calendar.whole_years": "age old years full completed",
      "calendar.whole_months": "months",
    },
    defaults: { "calendar.start_date": "today" },
    uncountedEnd: "calendar.end_date",
  },
  check: (input) =>
    input["calendar.end_date"] < input["calendar.start_date"]
      ? { field: "calendar.end_date", reason: "it is before calendar.start_date. Send the same day or a later one." }
      : undefined,
  run: (input) =>
    Effect.sync(() => {
      const [from, to] = [input["calendar.start_date"], input["calendar.end_date"]]
      const days = to - from
      const span = calendarSpan(from, to)
      return {
        data: {
          calendar: {
            start_date: dateOfDay(from),
            end_date: dateOfDay(to),
            days,
            days_inclusive: days + 1,
            week_count: Math.floor(days / 7),
            rest_days: days % 7,
            whole_years: span.years,
            whole_months: span.months,
            days_beyond: span.days,
          },
        },
        documents: 1,
      }
    }),
})
