import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { currencies, currenciesByNumber, type Currency, CurrencyCode, CurrencyNumber } from "./currencies.ts"
import { amountCheck } from "./amount.ts"
import { countriesOf, currenciesOf } from "./legalTender.ts"
import { formerCountriesOf, withdrawn } from "./withdrawn.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"

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
    Effect.map((currency) => ({
      data: { currency: { ...currencyView(currency), countries: countryNamesOf(currency.code) } },
      documents: 1,
      identifiers: { currency: currency.code },
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
    "symbol of the forint",
    "how many decimals has the yen",
    "what is ISO 4217 code 756",
    "which currency replaced the Croatian kuna",
    "is LTL still valid",
    "What currency is CHF?",
    "How many decimal places does the Kuwaiti dinar (KWD) have?",
    "Which countries use XOF?",
    "Which currency has the ISO 4217 number 392?",
    "What replaced the German mark, DEM, and at what rate?",
    "What is the symbol of the Turkish lira?",
    "Tell me about the currency SEK",
    "What is the ISO code of the Swiss franc?",
    "Does the yen have cents?",
    "₴ is the sign of which currency",
    "whose currency sign is ₹",
    "what does the code XDR stand for",
    "what is CLF, can one pay with it",
    "minor unit of the dinar of Bahrain",
    "the bank file says currency 978",
    "numeric code of the Swiss franc",
    "decimal places for KWD in payment files",
    "how many decimals do I have to provide for amounts in Kuwaiti dinar",
    "how many decimal places do amounts in yen take on an invoice",
    "amounts in TND: two or three decimals",
    "compare yen and dinar, how many decimals each",
  ],
  hints: {
    vocabulary:
      "amount amounts invoice invoices print printed goes own official abbreviation written invoice short iso standard three letters called replaced",
    keywords: {
      "currency.minor_digits": "decimal decimals places cents minor unit",
      "currency.symbol": "sign symbol",
      "currency.countries": "countries used",
      "currency.number": "numeric number",
      "currency.active": "legal tender valid current withdrawn still",
      "currency.used_until": "until withdrawn",
      "currency.successor": "successor replaced instead",
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

/** The withdrawn currencies of a country, the last one first. */
const formerCurrenciesOf = (country: string) =>
  [...withdrawn.values()]
    .filter((gone) => formerCountriesOf(gone).includes(country))
    .toSorted((a, b) => (a.until < b.until ? 1 : -1))
    .map(({ code, until }) => ({ code, name: currencies.get(code)?.name ?? code, used_until: until }))

const hasCurrency = (country: string): country is string => currenciesOf(country).length > 0

export const ofCountry = defineOperation({
  id: "currency.of_country",
  name: "Find a country's currency",
  description:
    "The currency that is money in a country today, with its code, number, symbol and decimal places, the others that are legal tender beside it (the rand in Lesotho, the dollar in Panama), and its former currencies " +
    "with the last month of each.",
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
    "currency.former",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "what do you pay with in Georgia",
    "currency code for Albania",
    "official money of Ecuador",
    "which currency do I need in Tunisia",
    "What is the currency of Japan?",
    "Which currency is used in Bulgaria?",
    "What money do I need in Curaçao?",
    "Which currencies are legal tender in Lesotho?",
    "What is the currency symbol in India?",
    "What money do they use in Vietnam?",
    "Which currency do I pay with in Morocco?",
    "does Estonia still have the kroon",
    "kroon or euro in Estonia",
    "what was the former currency of Slovenia",
    "old currency of Austria",
    "what did they pay with in Malta before the euro",
    "what currency did Cyprus have before the euro, with its code",
    "is Croatia still on kuna",
    "is the euro now the currency of Bulgaria",
    "does Latvia use the euro",
    "numeric currency code of Poland",
    "currency of Bulgaria now, still lev",
    "Croatia: kuna or euro",
    "do we pay a Lithuanian supplier in litas or in euro",
    "which currency goes on an invoice to Latvia, still lats?",
    "local currency of Kenya",
    "currency of Tunisia and how many decimals it has",
    "currency of Norway with its symbol and numeric code",
  ],
  hints: {
    vocabulary:
      "already own bill bills quote quotes price prices advance invoice invoices pay pays paid payment cash notes coins legal tender official switched adopted introduced joined changed still now",
    keywords: {
      "currency.name": "currency money",
      "currency.code": "currency",
      "currency.symbol": "sign",
      "currency.former": "still former old before previous earlier prior",
      "currency.number": "numeric number",
      "currency.minor_digits": "decimal decimals places cents minor unit",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const country = input["country.code"]
      const [own, ...others] = currenciesOf(country).flatMap((code) => currencies.get(code) ?? [])
      const { code, minor_digits, name, number, symbol } = currencyView(own!)
      return {
        data: {
          country: { code: country, name: countryName(country) },
          currency: {
            code,
            number,
            name,
            symbol,
            minor_digits,
            others: others.map((other) => ({ code: other.code, name: other.name })),
            former: formerCurrenciesOf(country),
          },
        },
        documents: 1,
        identifiers: { currency: code },
      }
    }),
})

export const currenciesSource: Source = {
  id: "currencies",
  name: "Currencies",
  provider: "Farthing",
  description:
    "The currencies of ISO 4217, those of today and those that were withdrawn: codes, names, symbols, decimal places and the countries that use them.",
  category: "finance",
  tags: ["currency", "iso 4217", "legal tender", "minor units", "money", "reference data"],
  sectors: ["banking", "e-commerce", "fintech", "travel"],
  capabilities: ["list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "currency-codes (MIT) with list one of ISO 4217 as of June 2024, amended by Farthing up to 2026 (BG, CU, CW, SX and withdrawn codes); names and symbols from Unicode CLDR.",
  sourceUrl: "https://github.com/freeall/currency-codes",
  logoUrl: logo("CU", "#8a6d1f"),
  gaps,
  operations: [info, ofCountry, amountCheck],
}
