import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName, isNamedCountry } from "../country.ts"
import { noRatesOfGoods } from "./gaps.ts"
import { countriesOfGoods, goodsKinds, rateOfGoods, reducedRatesOf } from "./reducedRates.ts"
import { otherRegionsOf } from "./taxRates.ts"
import { rateOf } from "./vatRate.ts"

export const goodsVatRate = defineOperation({
  id: "tax.goods_vat_rate",
  name: "Find the VAT rate of hotels, restaurant meals or books",
  description:
    `The rate of VAT on hotel accommodation, on restaurant meals (the dishes; alcohol and some other drinks have another rate in many countries) or on printed books, in ${countriesOfGoods.size} countries of Europe, ` +
    "with the standard rate. Rates of single regions and of other goods and services are not in it.",
  fields: {
    "country.code": countryCode(isNamedCountry, `ISO 3166-1 alpha-2 code of the country, one of ${countriesOfGoods.size}.`, "AT"),
    "goods.kind": Schema.Literals(goodsKinds).annotate({ description: "What is sold.", examples: ["hotel accommodation"] }),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "goods.kind",
    "vat.percent",
    "vat.standard_percent",
    "vat.regions_differ",
    "vat.other_regions",
    "vat.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "VAT rate on hotel stays in Austria",
    "What VAT rate does France charge on restaurant meals?",
    "reduced VAT rate on books in Ireland",
    "VAT on hotel rooms in Iceland",
    "which VAT applies to a hotel night in Portugal",
    "What is the VAT on books in Hungary?",
    "VAT rate for accommodation in Croatia",
    "MwSt on restaurant food in Germany",
    "how much VAT is charged on printed books in Poland",
    "tva on eating out in Luxembourg",
  ],
  hints: {
    statedOnly: ["country.code"],
    partsUnknown: noRatesOfGoods,
    measures: { "vat.percent": { name: "VAT rate", unit: "percent", adjectives: "low high" } },
    keywords: { "vat.percent": "reduced percentage %" },
    vocabulary:
      "vat mwst ust moms iva tva btw rate rates reduced lower value added tax charge charged charges apply applies applied carry carries bear current currently stays stay rooms room nights night",
  },
  check: ({ "country.code": code, "goods.kind": kind }) =>
    rateOfGoods(code, kind) === undefined
      ? { field: "country.code", reason: `the rate of VAT on ${kind} in ${countryName(code)} is not known for certain.` }
      : undefined,
  run: ({ "country.code": code, "goods.kind": kind }) =>
    Effect.sync(() => {
      const data = {
        country: { code, name: countryName(code) },
        goods: { kind },
        vat: {
          percent: rateOfGoods(code, kind) ?? null,
          standard_percent: rateOf(code, undefined)?.percent ?? null,
          ...otherRegionsOf(code),
          edition: reducedRatesOf,
        },
      }
      return { data, documents: 1, identifiers: { country: code } }
    }),
})
