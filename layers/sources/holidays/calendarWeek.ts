import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { dateOfDay, dayNumber, firstCountedYear, lastYear, yearOf } from "../days.ts"

const daysOfWeek = 7

/** The Monday of the week with 4 January, which is the first one of a year by ISO 8601. */
const firstMonday = (year: number): number => {
  const fourth = dayNumber(`${year}-01-04`)
  return fourth - ((((fourth + 3) % daysOfWeek) + daysOfWeek) % daysOfWeek)
}

/** The number of the calendar weeks of a year: 52 or 53. */
export const weeksIn = (year: number): number => (firstMonday(year + 1) - firstMonday(year)) / daysOfWeek

/** The first and the last day of a week; undefined if the year does not have it. `today` decides where no year is given. */
export const daysOfWeekNumber = (week: number, year: number | undefined, today: number) => {
  const which = year ?? nextYearWith(week, today)
  if (week > weeksIn(which)) return undefined
  const monday = firstMonday(which) + (week - 1) * daysOfWeek
  return { year: which, monday: dateOfDay(monday), sunday: dateOfDay(monday + daysOfWeek - 1) }
}

/** The year of the first week of a number that is not over on a day: a week 53 is not in each year. */
const nextYearWith = (week: number, today: number): number => {
  let year = yearOf(today)
  while (week > weeksIn(year) || firstMonday(year) + week * daysOfWeek <= today) year++
  return year
}

interface WeekInput {
  readonly "calendar.week": number
  readonly "calendar.year"?: number
}

/** A week 53 that the year does not have is refused before a call. */
const missingWeek = (input: WeekInput): InputProblem | undefined => {
  const { "calendar.week": week, "calendar.year": year } = input
  return year !== undefined && week > weeksIn(year)
    ? { field: "calendar.week", reason: `${year} has ${weeksIn(year)} weeks by ISO 8601, and no week ${week}.` }
    : undefined
}

export const calendarWeek = defineOperation({
  id: "calendar.week",
  name: "Days of a calendar week",
  description:
    "From which Monday to which Sunday a numbered week of a year goes by ISO 8601, as calendars in Europe number them: week 1 is the one with 4 January. Some years have a week 53.",
  fields: {
    "calendar.week": Schema.Int.annotate({ description: "Number of the week, from 1 to 53.", examples: [12] }).check(
      Schema.isBetween({ minimum: 1, maximum: 53 }),
    ),
    "calendar.year": Schema.optionalKey(
      Schema.Int.annotate({
        description: `Year of the week, from ${firstCountedYear} to ${lastYear}; without it, that of the next week of the number, this week included.`,
        examples: [2027],
      }).check(Schema.isBetween({ minimum: firstCountedYear, maximum: lastYear })),
    ),
  },
  output: ["calendar.week", "calendar.year", "calendar.monday", "calendar.sunday", "calendar.weeks_in_year"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which dates are in week 12 of 2027",
    "when does calendar week 53 of 2026 start",
    "week 7 of 2027, from which date till which date",
    "delivery in CW 9 2027, what days are that",
    "dates of ISO week 2027-W20",
    "Monday of week 10 in 2027",
    "KW 14/2027 from when until when",
    "what is the last day of week 30 of 2027",
    "first and last day of calendar week 23, 2027",
    "does 2026 have a week 53",
  ],
  hints: {
    vocabulary:
      "dates days from till until start starts starting begin begins beginning end ends ending first last monday sunday delivery delivered due cw kw iso calendar",
    keywords: { "calendar.monday": "start begin first from", "calendar.sunday": "end last until till" },
  },
  check: missingWeek,
  run: (input) =>
    Effect.gen(function* () {
      const today = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
      const week = input["calendar.week"]
      const days = yield* Effect.orDie(Effect.fromNullishOr(daysOfWeekNumber(week, input["calendar.year"], today)))
      return {
        data: { calendar: { week, ...days, weeks_in_year: weeksIn(days.year) } },
        documents: 1,
      }
    }),
})
