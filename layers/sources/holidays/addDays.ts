import { Effect, Schema, SchemaTransformation } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { dateOfDay, firstCountedYear, isWeekend, lastYear, weekdayOf, yearOf } from "../days.ts"
import { CalendarDate } from "../inputs.ts"

/** Years, months, weeks and days; a negative sign counts backwards. */
interface Period {
  readonly sign: 1 | -1
  readonly months: number
  readonly days: number
}

const written = /^(-?)P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/u

const periodOf = (text: string): Period => {
  const [, sign, years = 0, months = 0, weeks = 0, days = 0] = written.exec(text) ?? []
  return { sign: sign === "-" ? -1 : 1, months: Number(years) * 12 + Number(months), days: Number(weeks) * 7 + Number(days) }
}

/** The same text, written as ISO 8601 does: the decoded value is the text, so that the answer repeats it. */
const PeriodText = Schema.String.annotate({
  description:
    "How long after the date, as an ISO 8601 duration of years, months, weeks and days (P90D, P6W, P1Y6M); with a minus in front, before the date.",
  examples: ["P90D"],
})
  .check(Schema.isPattern(written, { expected: "an ISO 8601 duration without hours, such as P90D or -P2W" }))
  .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.passthrough()))

/** The months first, then the days. A day that its month does not have is the last day of that month: 31 January and a month is 28 February. */
export const addPeriod = (day: number, { days, months, sign }: Period): number => {
  const date = dateOfDay(day)
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + sign * months
  const [year, month] = [Math.floor(count / 12), ((count % 12) + 12) % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Math.floor(Date.UTC(year, month, Math.min(Number(date.slice(8)), lastDay)) / dayMs) + sign * days
}

/** `45 days end of month`: the last day of the month in which the days end. */
const endOfMonth = (day: number): number => {
  const [year = 0, month = 0] = dateOfDay(day).split("-").map(Number)
  return Math.floor(Date.UTC(year, month, 0) / dayMs)
}

const isOutside = (day: number): boolean => yearOf(day) < firstCountedYear || yearOf(day) > lastYear

export const addDays = defineOperation({
  id: "calendar.add_days",
  name: "Add days, weeks, months or years to a date",
  description:
    "The date and weekday that lies some calendar days, weeks, months or years after or before a date, weekends and holidays counted. The date itself is not counted; `calendar.period_end` is the last day of a period that begins on it. " +
    "A day that the month does not have is its last day: a month after 31 January is 28 or 29 February.",
  fields: {
    "calendar.date": CalendarDate(
      "The date to count from, from 1800, not counted itself; without it, today.",
      "2026-11-24",
      firstCountedYear,
    ),
    "calendar.period": PeriodText,
  },
  output: [
    "calendar.date",
    "calendar.period",
    "calendar.direction",
    "calendar.due_date",
    "calendar.period_end",
    "calendar.month_end",
    "calendar.weekday",
    "calendar.is_weekend",
    "calendar.days",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "what date is 90 days after 3 March 2027",
    "which day is 6 weeks before 1 June 2027",
    "invoice date 15 January 2027, payment due in 30 days: due date?",
    "24.11.2026 + 60 days",
    "3 months after 30 November 2026",
    "date 45 calendar days from today",
    "agreement signed on 1 April 2027 runs 18 months, when does it end",
    "18 December 2026 minus 10 days",
    "payment term 60 days net from 4 January 2027, due when",
    "what will the date be 2 years and 6 months after 1 July 2027",
    "warranty of 24 months from 9 May 2026, until which date",
    "notice period of 3 months from 15 February 2027: last day",
    "what weekday is 100 days after 1 January 2027",
    "born on 3 May 1962, on which date does she turn 65",
    "born 12.09.1961, when does he reach the age of 66",
    "45 days after 11 February 2027: which date, and is it on a weekend",
    "invoice of 5 March 2027 to be paid within 14 days, last day to pay",
    "terms net 30 from 8 March 2027, when do we have to pay",
    "shipment leaves on 3 December 2026 and takes 35 days, when does it arrive",
    "invoice of 12 May 2027, 60 days end of month, due when",
    "container left on 10 January 2027, 28 days at sea, arrival date",
    "guest checks in on 4 March 2027 and stays 5 nights, when is the check-out",
    "hotel stay of 6 nights from 30 December 2026, checkout date",
  ],
  hints: {
    vocabulary:
      "check checks checking guest guests stay stays nights night out departure probation trial retire retirement maternity fall falls add subtract count invoice payment term target net period notice warranty agreement runs run expires expire deadline calendar counting signed lasts begins starts started begin start pay paid payable latest truck vessel shipment cargo parcel born turn turns reach reaches leaves leave left ships shipped takes take transit sea way arrive arrives arrival delivery delivered terms dated",
    keywords: {
      "calendar.due_date": "due date day when deadline",
      "calendar.period_end": "end ends ended ending",
      "calendar.month_end": "eom",
      "calendar.weekday": "weekday",
      "calendar.is_weekend": "weekend fall falls",
    },
    defaults: { "calendar.date": "today" },
  },
  check: (input): InputProblem | undefined =>
    isOutside(addPeriod(input["calendar.date"], periodOf(input["calendar.period"])))
      ? { field: "calendar.period", reason: `it ends outside the years ${firstCountedYear} to ${lastYear}.` }
      : undefined,
  run: (input) =>
    Effect.sync(() => {
      const day = input["calendar.date"]
      const period = periodOf(input["calendar.period"])
      const due = addPeriod(day, period)
      // A month from 31 January is 28 February, which is the last day of that month already.
      const isShortened = period.days === 0 && dateOfDay(due).slice(8) < dateOfDay(day).slice(8)
      return {
        data: {
          calendar: {
            date: dateOfDay(day),
            period: input["calendar.period"],
            direction: due < day ? "before" : "after",
            due_date: dateOfDay(due),
            period_end: due > day ? dateOfDay(isShortened ? due : due - 1) : null,
            month_end: dateOfDay(endOfMonth(due)),
            weekday: weekdayOf(due),
            is_weekend: isWeekend(due),
            days: Math.abs(due - day),
          },
        },
        documents: 1,
      }
    }),
})

/**
 * Whole years, and the whole months and days beyond them, from a day to a later one: an age. A month is over on the same day of the next one: who was born
 * on 29 February is a year older on 1 March where there is no 29th.
 */
export const calendarSpan = (from: number, to: number) => {
  const [first, last] = [dateOfDay(from), dateOfDay(to)]
  const months = (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(last.slice(5, 7)) - Number(first.slice(5, 7))
  const whole = last.slice(8) < first.slice(8) ? months - 1 : months
  const days = to - addPeriod(from, { sign: 1, months: whole, days: 0 })
  return { years: Math.floor(whole / 12), months: whole % 12, days }
}
