import { Effect, Schema, SchemaTransformation } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { currencies } from "../currencies/codes.ts"
import { countriesOf, usedCurrencies } from "../currencies/usedIn.ts"
import { countries } from "./countries.ts"

const used = new Set(usedCurrencies)
const isUsed = (code: string): code is string => used.has(code)

const UsedCurrency = Schema.String.annotate({
  description: "ISO 4217 code of a currency that is money somewhere today.",
  examples: ["XOF"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 4217 code of three letters" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isUsed, { expected: "a currency that is in use today" }),
  )

export const byCurrency = defineOperation({
  id: "country.by_currency",
  name: "List the countries of a currency",
  description:
    "The countries and territories in which a currency is legal tender, or the money in use where none is, with their capitals and regions.",
  fields: { "currency.code": UsedCurrency },
  output: ["currency.code", "currency.name", "country.count", "country.list"],
  pricing: { model: "per_call", price: microUsd(1_500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Which countries use the euro?",
    "Where is the CFA franc XOF used?",
    "List the countries whose currency is USD",
    "In which countries can I pay in Swiss francs?",
    "How many countries use the East Caribbean dollar?",
    "Where can I pay with yen?",
    "What countries have adopted the euro?",
    "Where is the rand legal tender?",
  ],
  run: (input) =>
    Effect.sync(() => {
      const code = input["currency.code"]
      const list = countriesOf(code).map((country) => ({
        code: country,
        name: countryName(country),
        capital: countries.get(country)?.capitals[0] ?? null,
        region: countries.get(country)?.region ?? null,
      }))
      return {
        data: { currency: { code, name: currencies.get(code)?.name ?? null }, country: { count: list.length, list } },
        documents: 1,
        identifiers: { currency: code },
      }
    }),
})
