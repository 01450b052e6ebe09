import { Schema, SchemaTransformation } from "effect"
import { countryCode } from "../country.ts"
import { countries, countriesByAlpha3 } from "./countries.ts"

const isCountry = (code: string): code is string => countries.has(code)
const isAlpha3 = (code: string): code is string => countriesByAlpha3.has(code)

export const CountryCode = countryCode(isCountry, "ISO 3166-1 alpha-2 code of the country or territory, or XK for Kosovo.", "CH")

export const CountryAlpha3 = Schema.String.annotate({
  description: "ISO 3166-1 alpha-3 code of the country or territory.",
  examples: ["CHE"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 3166-1 alpha-3 code" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isAlpha3, { expected: "a country that this source covers" }),
  )
