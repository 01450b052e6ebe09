import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { type Currency, currencies, currenciesByNumber } from "./codes.ts"
import { CurrencyCode, CurrencyNumber } from "./inputs.ts"
import { countriesOf } from "./usedIn.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

export const currencyView = ({ code, digits, kind, name, number, symbol, withdrawn }: Currency) => ({
  code,
  number,
  name,
  symbol,
  minor_digits: digits,
  kind,
  active: withdrawn === null,
  used_until: withdrawn?.until ?? null,
  successor: withdrawn?.successor ?? null,
  successor_rate: withdrawn?.rate ?? null,
})

export const countryNamesOf = (currency: string) => countriesOf(currency).map((code) => ({ code, name: countryName(code) }))

const answer = (currency: Currency | undefined) =>
  Effect.fromNullishOr(currency).pipe(
    Effect.orDie,
    Effect.map((known) => ({
      data: { currency: { ...currencyView(known), countries: countryNamesOf(known.code) } },
      documents: 1,
      identifiers: { currency: known.code },
    })),
  )

export const info = defineOperation({
  id: "currency.info",
  name: "Describe a currency",
  description:
    "Name, symbol, numeric code, decimal places and countries of a currency by its ISO 4217 alphabetic or numeric code. Of a withdrawn one also " +
    "when it went, and what replaced it at which fixed rate (units of the old for one of the new).",
  fields: { "currency.code": CurrencyCode },
  output: [
    "currency.code",
    "currency.number",
    "currency.name",
    "currency.symbol",
    "currency.minor_digits",
    "currency.kind",
    "currency.active",
    "currency.used_until",
    "currency.successor",
    "currency.successor_rate",
    "currency.countries",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "What currency is CHF?",
    "How many decimal places does the Kuwaiti dinar (KWD) have?",
    "Which countries use XOF?",
    "Which currency has the ISO 4217 number 392?",
    "What replaced the German mark, DEM, and at what rate?",
    "What is the symbol of the Turkish lira?",
    "Tell me about the currency SEK",
    "What is the ISO code of the Swiss franc?",
    "Does the yen have cents?",
  ],
  hints: {
    asked: {
      "currency.minor_digits": "decimal places cents subunit",
      "currency.symbol": "sign symbol",
      "currency.countries": "countries used",
    },
  },
  run: (input) => answer(currencies.get(input["currency.code"])),
  variants: [
    defineVariant({
      fields: { "currency.number": CurrencyNumber },
      pricing,
      run: (input) => answer(currenciesByNumber.get(input["currency.number"])),
    }),
  ],
})
