import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName, isNamedCountry } from "../country.ts"
import { noRatesOfGoods } from "./gaps.ts"
import { reducedRates, reducedRatesOf } from "./reducedRates.ts"
import { otherRegionsOf } from "./taxRates.ts"
import { rateOf } from "./vatRate.ts"

export const reducedVatRates = defineOperation({
  id: "tax.reduced_vat_rates",
  name: "List the reduced VAT rates of a country",
  description:
    `The reduced and super-reduced rates of VAT of a country in percent, with its standard rate, of ${Object.keys(reducedRates).length} countries, most of them in Europe. ` +
    "Zero rates, exemptions, rates of single regions and what each rate is for are not in it.",
  fields: {
    "country.code": countryCode(
      isNamedCountry,
      `ISO 3166-1 alpha-2 code of the country, one of ${Object.keys(reducedRates).length}.`,
      "FR",
    ),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "reduced.levels",
    "reduced.full_percent",
    "reduced.regions_differ",
    "reduced.other_regions",
    "reduced.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "What reduced VAT rates does Slovakia have?",
    "reduced VAT rate Luxembourg",
    "reduced rates of value added tax in Portugal",
    "super-reduced VAT rate Spain",
    "does Denmark have a reduced VAT rate",
    "which reduced rates of VAT are there in Italy",
    "standard and reduced VAT rates of Hungary",
    "are there reduced rates of VAT in France",
    "how many reduced VAT rates are there in Ireland",
  ],
  hints: {
    requestedByName: true,
    statedOnly: ["country.code"],
    partsUnknown: noRatesOfGoods,
    keywords: {
      "reduced.levels": "reduced super-reduced super second intermediate many",
    },
    vocabulary: "standard full rate rates vat gst mwst ust moms iva tva btw value added tax exist exists applied used list",
  },
  check: ({ "country.code": code }) =>
    reducedRates[code] === undefined
      ? { field: "country.code", reason: `the reduced rates of VAT in ${countryName(code)} are not known for certain.` }
      : undefined,
  run: ({ "country.code": code }) =>
    Effect.sync(() => {
      const percents = reducedRates[code] ?? []
      const standard = rateOf(code, undefined)?.percent
      const data = {
        country: { code, name: countryName(code) },
        reduced: {
          levels: percents,
          full_percent: standard ?? null,
          ...otherRegionsOf(code),
          edition: reducedRatesOf,
        },
      }
      return { data, documents: 1, identifiers: { country: code } }
    }),
})
