import { Schema, SchemaTransformation } from "effect"
import { currencies, currenciesByNumber } from "./codes.ts"

const isCurrency = (code: string): code is string => currencies.has(code)
const isNumber = (number: string): number is string => currenciesByNumber.has(number)

/** An ISO 4217 code in any case, of today or of the past. */
export const CurrencyCode = Schema.String.annotate({
  description: "ISO 4217 alphabetic code of a currency, of today or withdrawn.",
  examples: ["EUR"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 4217 code of three letters" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isCurrency, { expected: "a currency code that ISO 4217 assigns or assigned" }),
  )

/** Numeric codes are text, since `008` is not 8. */
export const CurrencyNumber = Schema.String.annotate({
  description: "ISO 4217 numeric code of a currency, three digits with leading zeros.",
  examples: ["978"],
})
  .check(Schema.isPattern(/^\d{3}$/u, { expected: "an ISO 4217 numeric code of three digits" }))
  .pipe(Schema.refine(isNumber, { expected: "a numeric code that ISO 4217 assigns or assigned" }))
