import { Schema, SchemaTransformation } from "effect"
import type { Unfit } from "../../../domain/catalogue/Source.ts"
import { listNames } from "../../../domain/sanitize.ts"
import { countryCode } from "../country.ts"
import { HolidayType } from "./CalendarYear.ts"
import { coveredCountries, isCovered, placeOf, regionsOf } from "./places.ts"

export const HolidayCountry = countryCode(isCovered, `ISO 3166-1 alpha-2 code of the country, one of ${coveredCountries.length}.`, "DE")

export const HolidayRegion = Schema.optionalKey(
  Schema.String.annotate({
    description:
      "ISO 3166-2 code of a region with holidays of its own, with or without the country. Without one, only national holidays count.",
    examples: ["DE-BY"],
  })
    .check(Schema.isPattern(/^[A-Za-z0-9]{1,10}(-[A-Za-z0-9]{1,10}){0,2}$/u, { expected: "an ISO 3166-2 code" }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase())),
)

export const HolidayTypes = Schema.optionalKey(
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
