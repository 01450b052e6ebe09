import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dateOfDay, weekdayOf } from "../days.ts"
import { CalendarDate } from "../inputs.ts"
import {
  dayOfHijri,
  firstHijriDay,
  firstHijriYear,
  type HijriDate,
  hijriMonths,
  hijriOf,
  hijriText,
  lastHijriDay,
  lastHijriYear,
} from "./hijri.ts"

const years = `of the years ${firstHijriYear} to ${lastHijriYear} (${dateOfDay(firstHijriDay)} to ${dateOfDay(lastHijriDay)})`

const view = (date: HijriDate) => ({ text: hijriText(date), month_name: hijriMonths[date.month - 1] ?? null, ...date })

const facts = ["hijri.text", "hijri.day", "hijri.month", "hijri.month_name", "hijri.year", "calendar.date", "calendar.weekday"] as const

const outsideYears = (day: number): InputProblem | undefined =>
  day < firstHijriDay || day > lastHijriDay
    ? {
        field: "calendar.date",
        reason: `it is outside the years in which the tables of the Umm al-Qura calendar agree: send a date from ${dateOfDay(firstHijriDay)} to ${dateOfDay(lastHijriDay)}.`,
      }
    : undefined

export const hijriOfDate = defineOperation({
  id: "calendar.to_hijri",
  name: "Islamic date of a day",
  description: `The Islamic (Hijri) date of a Gregorian day in the Umm al-Qura calendar, the civil one of Saudi Arabia: its day, month and year, ${years}. Countries that sight the moon can be a day off it.`,
  fields: {
    "hijri.calendar": Schema.Literals(["umm_al_qura"]).annotate({ description: "The Islamic calendar to use.", examples: ["umm_al_qura"] }),
    "calendar.date": CalendarDate("The Gregorian date.", "2026-11-30"),
  },
  output: ["hijri.calendar", ...facts],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "what is today's Hijri date",
    "Islamic year on 1 June 2027",
    "Which Hijri date corresponds to 1 January 2027?",
    "convert 15 March 2026 to the Islamic calendar",
    "9 April 2027 in the Hijri calendar",
    "what Hijri year is it now",
  ],
  hints: {
    vocabulary: "current corresponds corresponding equivalent convert conversion gregorian give now",
    defaults: { "calendar.date": "today" },
  },
  check: (input) => outsideYears(input["calendar.date"]),
  run: (input) =>
    Effect.sync(() => {
      const day = input["calendar.date"]
      return {
        data: {
          hijri: { calendar: input["hijri.calendar"], ...view(hijriOf(day)) },
          calendar: { date: dateOfDay(day), weekday: weekdayOf(day) },
        },
        documents: 1,
      }
    }),
})

const written = /^(\d{4})-(\d{2})-(\d{2})$/u

/** A date of the calendar as it is sent: `1448-08-15`. */
const hijriDate = (text: string): HijriDate | undefined => {
  const [, year = 0, month = 0, day = 0] = (written.exec(text) ?? []).map(Number)
  const date = { year, month, day }
  return year >= firstHijriYear && year <= lastHijriYear && dayOfHijri(date) !== undefined ? date : undefined
}

export const dateOfHijri = defineOperation({
  id: "calendar.from_hijri",
  name: "Gregorian date of an Islamic day",
  description: `The Gregorian date and weekday of a day of the Islamic (Hijri) calendar of Umm al-Qura, the civil one of Saudi Arabia, ${years}. Countries that sight the moon can be a day off it.`,
  fields: {
    "hijri.date": Schema.String.annotate({
      description: "The Islamic date, written year, month, day.",
      examples: ["1448-08-15"],
    }).check(
      Schema.isPattern(written, { expected: "an Islamic date written YYYY-MM-DD" }),
      Schema.makeFilter(
        (text: string) =>
          hijriDate(text) !== undefined || `must be a day of the years ${firstHijriYear} to ${lastHijriYear} that its month has`,
      ),
    ),
  },
  output: facts,
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "what date is 1 Muharram 1449",
    "convert 15 Shaaban 1448 to Gregorian",
    "12 Rabi al-Awwal 1449 in the Gregorian calendar",
    "which weekday is 10 Dhul Hijjah 1448",
    "27 Rajab 1448 AH, what day is that",
    "when is 9 Dhu al-Hijjah 1448",
  ],
  hints: {
    vocabulary: "convert conversion gregorian corresponds corresponding equivalent ah calendar western start starts begin begins",
    keywords: { "calendar.date": "when date day gregorian", "calendar.weekday": "weekday" },
    // Countries that sight the moon have another day: whether it is a holiday there is a question of its own.
    approximate: ["calendar.date"],
  },
  run: (input) => {
    const date = hijriDate(input["hijri.date"])
    const day = date && dayOfHijri(date)
    return date === undefined || day === undefined
      ? Effect.fail(new SourceFailure({ code: "source_error", message: "There is no such day." }))
      : Effect.succeed({
          data: { hijri: view(date), calendar: { date: dateOfDay(day), weekday: weekdayOf(day) } },
          documents: 1,
        })
  },
})
