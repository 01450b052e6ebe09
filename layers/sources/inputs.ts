import { Schema, SchemaTransformation } from "effect"
import type { InputProblem } from "../../domain/catalogue/Source.ts"
import { dayMs, isoTime } from "../../domain/time.ts"
import { ianaZone } from "./clockwork/zones.ts"
import { dateOfDay, dayNumber, firstYear, lastYear, yearOf } from "./days.ts"

/** An IANA zone in any case, or one of its older names; decoded to its name of today. */
export const Zone = (description: string, example: string) => ZoneName(`${description} IANA time zone, as in Europe/London.`, example)

/** A zone whose whole description is stated, for an operation that answers no question for a time. */
export const ZoneName = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(
      Schema.isMaxLength(64),
      Schema.makeFilter((text: string) => ianaZone(text) !== undefined || "must be an IANA time zone, such as Europe/London"),
    )
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({ decode: (text: string) => ianaZone(text) ?? text, encode: (zone: string) => zone }),
      ),
    )

export const Latitude = degrees("Degrees north of the equator, WGS84; negative to the south.", 90, 51.5074)
export const Longitude = degrees("Degrees east of Greenwich, WGS84; negative to the west.", 180, -0.1278)

function degrees(description: string, most: number, example: number) {
  return Schema.Finite.annotate({ description, examples: [example] }).check(Schema.isBetween({ minimum: -most, maximum: most }))
}

/** A clock reading without an offset, decoded as if it were UTC, of the years that the tz database covers well. */
export const DateTime = Schema.String.annotate({
  description: "Date and clock time in the first zone, written YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS, without an offset; 1970 to 2100.",
  examples: ["2026-11-24T09:30"],
})
  .check(
    Schema.isPattern(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/u, { expected: "a date and time written YYYY-MM-DDTHH:MM" }),
    Schema.makeFilter((text: string) => isRealDateTime(text) || "must be a date and time of the years 1970 to 2100 that exists"),
  )
  .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: parseDateTime, encode: dateTimeText })))

function parseDateTime(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}${text.length === 16 ? ":00" : ""}Z`)
}

/** `2026-03-29T02:30:00`: a reading has no offset. */
export function dateTimeText(reading: number): string {
  return isoTime(reading).slice(0, 19)
}

const isRealDateTime = (text: string): boolean => {
  const reading = parseDateTime(text)
  // 24:00 and 30 February are read as later days by some engines.
  if (Number.isNaN(reading) || !dateTimeText(reading).startsWith(text.replace(" ", "T"))) return false
  const year = Number(text.slice(0, 4))
  return year >= 1970 && year <= 2100
}

/** An ISO 8601 calendar date of the years 1970 (or `since`) to 2100, decoded to its day number. */
export const CalendarDate = (description: string, example: string, since = firstYear) =>
  Schema.String.annotate({ description, examples: [example], format: "date" })
    .check(
      Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u, { expected: "a date written YYYY-MM-DD" }),
      Schema.makeFilter((text: string) => isRealDate(text, since) || `must be a date of the years ${since} to ${lastYear} that exists`),
    )
    .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: dayNumber, encode: dateOfDay })))

/** A month of the years 1970 to 2100, decoded to the day number of its first day. */
export const CalendarMonth = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(
      Schema.isPattern(/^\d{4}-\d{2}$/u, { expected: "a month written YYYY-MM" }),
      Schema.makeFilter(
        (text: string) => isRealDate(`${text}-01`, firstYear) || `must be a month of the years ${firstYear} to ${lastYear} that exists`,
      ),
    )
    .pipe(
      Schema.decodeTo(
        Schema.Int,
        SchemaTransformation.transform({
          decode: (text: string) => dayNumber(`${text}-01`),
          encode: (day: number) => dateOfDay(day).slice(0, 7),
        }),
      ),
    )

/** The day after the last one of a month, by the first day of it. */
export const endOfMonth = (first: number): number => {
  const date = dateOfDay(first)
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 1) / dayMs
}

const isRealDate = (text: string, since: number): boolean => {
  const day = dayNumber(text)
  return Number.isInteger(day) && dateOfDay(day) === text && yearOf(day) >= since && yearOf(day) <= lastYear
}

/** Why two days are no period of at most `maxDays` days; undefined if they are. */
export const unfitPeriod = (start: number, end: number, maxDays: number): InputProblem | undefined => {
  if (end < start) return { field: "calendar.end_date", reason: "it is before calendar.start_date. Send the same day or a later one." }
  return end - start > maxDays
    ? { field: "calendar.end_date", reason: `it is more than ${maxDays} days after calendar.start_date.` }
    : undefined
}
