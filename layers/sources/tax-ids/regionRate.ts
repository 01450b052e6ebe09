import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { noRatesOfGoods } from "./gaps.ts"
import { TaxRegion } from "./regionInput.ts"
import type { RegionTax } from "./regions/RegionTax.ts"
import { percentOfRegion, regionTaxesOf, regionTaxOf } from "./regions/regionTaxes.ts"

/** The first day of the rates of all parts; null where one is not known. */
const sinceOf = ({ parts }: RegionTax): string | null =>
  parts.length === 0 || parts.some(({ since }) => since === null)
    ? null
    : parts
        .map(({ since }) => String(since))
        .sort()
        .at(-1)!

/** The sum before the last change, where its rate is known. */
const formerOf = (region: RegionTax): string | null =>
  region.parts.some(({ former }) => former !== undefined)
    ? percentOfRegion({ ...region, parts: region.parts.map((part) => ({ ...part, percent: part.former ?? part.percent })) })
    : null

const view = (region: RegionTax) => ({
  country: { name: countryName(region.country) },
  vat: {
    region: region.name,
    region_code: region.code,
    percent: percentOfRegion(region),
    kind: region.kind,
    name: region.tax,
    components: region.parts.map(({ name, percent, since }) => ({ name, percent: Number(percent), since })),
    since: sinceOf(region),
    former_percent: formerOf(region),
    lower_percents: region.lower,
    local_taxes: region.hasLocal,
    edition: regionTaxesOf,
  },
})

export const regionRate = defineOperation({
  id: "tax.region_rate",
  name: "Find the sales tax of a province, state or region",
  description:
    "The taxes on sales of today in a province or territory of Canada (GST, HST, PST, RST, QST and their sum), in a state of the USA (the tax of the state alone: counties and cities may add theirs, `vat.local_taxes`), " +
    "or in a region of Europe with a VAT of its own, another tax or none (Madeira, the Azores, the Canary Islands, Ceuta, Corsica, Büsingen, Livigno …). `vat.percent` is the sum of `vat.components` in percent, null without a tax or without one standard rate; " +
    "`vat.since` is the first day of the sum, null where it is not known. The taxes of counties and cities, and rates of single goods, are not in it.",
  fields: { "tax.region": TaxRegion },
  native: { "tax.region": "region" },
  output: [
    "country.name",
    "vat.region",
    "vat.region_code",
    "vat.percent",
    "vat.kind",
    "vat.name",
    "vat.components",
    "vat.since",
    "vat.former_percent",
    "vat.lower_percents",
    "vat.local_taxes",
    "vat.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "HST rate in Nova Scotia",
    "what is the HST in Ontario",
    "GST and QST in Quebec",
    "sales tax in British Columbia",
    "does Alberta have PST",
    "how much tax is added in Saskatchewan",
    "combined sales tax rate of Manitoba",
    "sales tax rate in Texas",
    "does Oregon have sales tax",
    "state sales tax rate California",
    "what sales tax does Florida charge",
    "VAT in Madeira",
    "reduced VAT rates of the Azores",
    "IGIC rate in the Canary Islands",
    "is there VAT in Livigno",
    "since when is the HST of New Brunswick 15 percent",
  ],
  hints: {
    statedOnly: ["tax.region"],
    partsUnknown: noRatesOfGoods,
    measures: { "vat.percent": { name: "sales tax rate", unit: "percent", adjectives: "low high" } },
    keywords: {
      "vat.percent":
        "vat gst hst mwst ust moms iva tva btw igic ipsi ilcci sales tax taxes consumption excise receipts percentage % combined",
      "vat.components": "gst pst qst rst tps tvq provincial",
      "vat.since": "since changed when",
      "vat.former_percent": "before former previous old",
      "vat.lower_percents": "reduced intermediate",
      "vat.local_taxes": "county counties city cities local",
    },
    vocabulary:
      "rate rates standard normal general regular full base statewide state province total charge charged charges collect added applies applied pay customer client now",
  },
  run: ({ "tax.region": name }) => Effect.sync(() => ({ data: view(regionTaxOf(name)!), documents: 1 })),
})
