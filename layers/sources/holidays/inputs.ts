import { Schema, SchemaTransformation } from "effect"
import type { Unfit } from "../../../domain/catalogue/Source.ts"
import { listNames } from "../../../domain/sanitize.ts"
import { countryCode } from "../country.ts"
import { HolidayType } from "./CalendarYear.ts"
import { dayNumber, firstYear, isoDate, lastYear, yearOf } from "./days.ts"
import { countries, isCovered, placeOf, regionsOf } from "./places.ts"

export const Country = countryCode(isCovered, `ISO 3166-1 alpha-2 code of the country, one of ${countries.length}.`, "DE")

export const Region = Schema.optionalKey(
  Schema.String.annotate({
    description:
      "ISO 3166-2 code of a region with holidays of its own, with or without the country. Without one, only national holidays count.",
    examples: ["DE-BY"],
  })
    .check(Schema.isPattern(/^[A-Za-z0-9]{1,10}(-[A-Za-z0-9]{1,10}){0,2}$/u, { expected: "an ISO 3166-2 code" }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase())),
)

/** An ISO 8601 calendar date of the years 1970 to 2100, decoded to its day number. */
export const CalendarDate = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example], format: "date" })
    .check(
      Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u, { expected: "a date written YYYY-MM-DD" }),
      Schema.makeFilter((text: string) => real(text) || `must be a date of the years ${firstYear} to ${lastYear} that exists`),
    )
    .pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: dayNumber, encode: isoDate })))

const real = (text: string): boolean => {
  const day = dayNumber(text)
  return Number.isInteger(day) && isoDate(day) === text && yearOf(day) >= firstYear && yearOf(day) <= lastYear
}

export const Types = Schema.optionalKey(
  Schema.Array(HolidayType)
    .annotate({
      description:
        "Kinds of holidays that count: public (a day off by law, the default), bank (banks and offices are closed), school, optional, observance (no day off).",
      examples: [["public"]],
    })
    .check(Schema.isBetweenLength(1, 5)),
)

/** What was said of a place is kept together, because a region means something only in its country. */
export interface PlaceInput {
  readonly "country.code": string
  readonly "region.code"?: string
}

export const unknownRegion = (input: PlaceInput): Unfit | undefined => {
  const country = input["country.code"]
  if (placeOf(country, input["region.code"]) !== undefined) return undefined
  const regions = regionsOf(country)
  const known = regions.length === 0 ? "no region of its holidays is known; leave it out" : `its regions are ${listNames(regions)}`
  return { field: "region.code", reason: `${country} has no region ${input["region.code"]}; ${known}.` }
}
