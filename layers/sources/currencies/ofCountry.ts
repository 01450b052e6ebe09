import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { currencies } from "./codes.ts"
import { currencyView } from "./info.ts"
import { currenciesOf } from "./usedIn.ts"

const hasCurrency = (country: string): country is string => currenciesOf(country).length > 0

export const ofCountry = defineOperation({
  id: "currency.of_country",
  name: "Find a country's currency",
  description:
    "The currency that is money in a country today, and the others that are legal tender beside it (the rand in Lesotho, the dollar in Panama).",
  fields: {
    "country.code": countryCode(hasCurrency, "ISO 3166-1 alpha-2 code of the country or territory.", "JP"),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "currency.code",
    "currency.number",
    "currency.name",
    "currency.symbol",
    "currency.minor_digits",
    "currency.others",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "What is the currency of Japan?",
    "Which currency is used in Bulgaria?",
    "What money do I need in Curaçao?",
    "Which currencies are legal tender in Lesotho?",
    "What is the currency symbol in India?",
    "What money do they use in Vietnam?",
    "Which currency do I pay with in Morocco?",
  ],
  hints: { asked: { "currency.name": "currency money", "currency.code": "currency", "currency.symbol": "sign" } },
  run: (input) =>
    Effect.sync(() => {
      const country = input["country.code"]
      const [own, ...others] = currenciesOf(country).flatMap((code) => currencies.get(code) ?? [])
      const { code, minor_digits, name, number, symbol } = currencyView(own!)
      return {
        data: {
          country: { code: country, name: countryName(country) },
          currency: { code, number, name, symbol, minor_digits, others: others.map((other) => ({ code: other.code, name: other.name })) },
        },
        documents: 1,
        identifiers: { currency: code },
      }
    }),
})
