import { Schema, SchemaTransformation } from "effect"

export const firstYear = 1970
export const lastYear = 2100

/** Days since 1970-01-01. Calendar days have no time zone, and neither does this. */
export const dayNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000
export const isoDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear()

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const
export type Weekday = (typeof weekdays)[number]
/** 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7] ?? "monday"

const real = (text: string): boolean => {
  const day = dayNumber(text)
  return Number.isInteger(day) && isoDate(day) === text && yearOf(day) >= firstYear && yearOf(day) <= lastYear
}

/** An ISO 8601 calendar date of the years 1970 to 2100, decoded to its day number. */
export const CalendarDate = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example], format: "date" })
    .check(
      Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u, { expected: "a date written YYYY-MM-DD" }),
      Schema.makeFilter((text: string) => real(text) || `must be a date of the years ${firstYear} to ${lastYear} that exists`),
    )
    .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: dayNumber, encode: isoDate })))
