import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { Amount, readAmount, unreadableAmount } from "../currencies/amount.ts"
import { CurrencyCode } from "../currencies/currencies.ts"
import { currenciesOf } from "../currencies/legalTender.ts"
import { splitAmount } from "./splitAmount.ts"
import { countryTaxes, otherRegionsOf, ratesOf } from "./taxRates.ts"
import { rateOf, TaxCountry, TaxDay, unknownCountry, unknownDay } from "./vatRate.ts"

const currencyOf = (country: string, stated: string | undefined): string => stated ?? currenciesOf(country)[0] ?? "EUR"

export const vatOfAmount = defineOperation({
  id: "tax.vat_of_amount",
  name: "Compute the VAT of an amount",
  description:
    "Net amount, VAT (or GST) and gross amount at the standard rate of a country, today or on a day, from a net amount, to which the tax is added, or from a gross amount, in which it is. " +
    "Exact, and rounded half up to the smallest unit of the currency. Reduced rates are not taken.",
  fields: {
    "country.code": TaxCountry,
    "currency.amount": Amount,
    "amount.basis": Schema.Literals(["net", "gross"]).annotate({
      description: "Whether the amount is net, and the tax is added to it, or gross, and the tax is in it.",
      examples: ["gross"],
    }),
    "currency.code": Schema.optionalKey(CurrencyCode),
    "date.day": TaxDay,
  },
  native: { "country.code": "country", "currency.code": "currency" },
  output: [
    "country.code",
    "country.name",
    "vat.net",
    "vat.tax",
    "vat.gross",
    "vat.percent",
    "vat.kind",
    "amount.basis",
    "currency.code",
    "vat.regions_differ",
    "vat.other_regions",
    "vat.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Gross EUR 1,188.00 with Austrian standard rate: net and VAT?",
    "how much VAT is in 119 EUR gross in Germany",
    "add Polish VAT to 1000 PLN net",
    "net amount of 250.00 GBP including UK VAT",
    "From 1 000 EUR net, how much VAT is added in Romania at the standard rate",
    "Swiss VAT on 500 CHF net",
    "take the VAT out of 1,230 EUR gross, Ireland",
    "gross of 99.90 EUR net in Finland",
    "split 2,420 EUR incl. Dutch VAT into net and tax",
    "GST on 80 AUD net in Australia",
    "what is 250 EUR plus 20 % Austrian VAT",
    "1,190 incl. 19 % German VAT, what is the net",
  ],
  hints: {
    requestedByName: true,
    statedOnly: ["country.code"],
    keywords: {
      "vat.tax": "vat gst tax mwst ust moms iva tva btw",
      "vat.net": "net excluding without before",
      "vat.gross": "gross including total with",
      "vat.percent": "standard percentage",
    },
    vocabulary:
      "rate much standard normal general regular full value added add added adds plus split take out contained contains included inclusive incl exclusive excl amount total invoice invoices bill price part remove removed at calculate compute",
  },
  check: (input): InputProblem | undefined => {
    const code = input["country.code"]
    const currency = currencyOf(code, input["currency.code"])
    if (unknownCountry(code) !== undefined) return unknownCountry(code)
    if (!countryTaxes.has(code)) return { field: "country.code", reason: `${countryName(code)} has no VAT.` }
    return unknownDay(code, input["date.day"]) ?? unreadableAmount(currency, input["currency.amount"])
  },
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const basis = input["amount.basis"]
      const currency = currencyOf(code, input["currency.code"])
      const tax = countryTaxes.get(code)!
      const rate = rateOf(code, input["date.day"])!
      const { digits, units } = readAmount(currency, input["currency.amount"])
      const parts = splitAmount(units, digits, rate.percent, basis === "gross")
      return {
        data: {
          country: { code, name: countryName(code) },
          currency: { code: currency },
          amount: { basis },
          vat: {
            ...parts,
            percent: rate.percent,
            kind: tax.kind,
            ...otherRegionsOf(code),
            edition: ratesOf,
          },
        },
        documents: 1,
        identifiers: { country: code, currency },
      }
    }),
})
