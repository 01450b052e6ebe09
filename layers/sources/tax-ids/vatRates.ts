import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { conditions, statesWith } from "../atlas/findCountries.ts"
import { countryName } from "../country.ts"
import { ratesOf } from "./taxRates.ts"
import { rateOf } from "./vatRate.ts"

const optional = {
  "condition.region": Schema.optionalKey(conditions["condition.region"]),
  "condition.european_union": Schema.optionalKey(conditions["condition.european_union"]),
  "condition.euro_area": Schema.optionalKey(conditions["condition.euro_area"]),
} as const

type Input = Schema.Struct.Type<typeof optional>

type Rated = { readonly code: string; readonly name: string; readonly percent: number }

const pricing = { model: "per_call", price: microUsd(2_000n) } as const

const run = (input: Input) =>
  Effect.sync(() => {
    const countries = statesWith(input).map((code) => ({
      code,
      name: countryName(code) ?? code,
      percent: rateOf(code, undefined)?.percent,
    }))
    const rates = countries
      .flatMap(({ code, name, percent }): ReadonlyArray<Rated> => (percent === undefined ? [] : [{ code, name, percent: Number(percent) }]))
      .toSorted((a, b) => b.percent - a.percent || (a.name < b.name ? -1 : 1))
    const [first, last] = [rates[0], rates.at(-1)]
    const withRate = (percent: number | undefined) => rates.filter((rate) => rate.percent === percent)
    const sum = rates.reduce((total, { percent }) => total + percent, 0)
    return {
      data: {
        condition: {
          region: input["condition.region"] ?? null,
          european_union: input["condition.european_union"] ?? null,
          euro_area: input["condition.euro_area"] ?? null,
        },
        vat: {
          rates,
          count: rates.length,
          highest_percent: first?.percent ?? null,
          highest: withRate(first?.percent),
          lowest_percent: last?.percent ?? null,
          lowest: withRate(last?.percent),
          average_percent: rates.length === 0 ? null : Math.round((sum / rates.length) * 100) / 100,
          unknown: countries.flatMap(({ name, percent }) => (percent === undefined ? [name] : [])),
          edition: ratesOf,
        },
      },
      documents: 1,
    }
  })

/** Each variant requires one condition and takes the others. */
export const vatRates = defineOperation({
  id: "tax.vat_rates",
  name: "List the standard VAT rates of a group of countries",
  description:
    "The standard rates of VAT, GST or consumption tax of today in the countries of the European Union, the euro area or a region of the world, the highest first, with the highest, the lowest and the average one. " +
    "Reduced rates are not in it.",
  fields: { ...optional, "condition.european_union": conditions["condition.european_union"] },
  output: [
    "condition.region",
    "condition.european_union",
    "condition.euro_area",
    "vat.rates",
    "vat.count",
    "vat.highest_percent",
    "vat.highest",
    "vat.lowest_percent",
    "vat.lowest",
    "vat.average_percent",
    "vat.unknown",
    "vat.edition",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which EU country has the highest standard VAT rate and which the lowest",
    "list of standard VAT rates in the EU",
    "VAT rates of all EU countries",
    "lowest VAT in the European Union",
    "what is the average VAT rate in the EU",
    "which country of the euro area has the lowest VAT",
    "standard VAT rates in South America",
    "highest VAT rate among the Nordic countries",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "every each standard normal general table overview ranking currently among member members states countries country",
    keywords: {
      "vat.rates": "rates list all every",
      "vat.highest": "highest maximum most top",
      "vat.lowest": "lowest minimum least cheapest",
      "vat.average_percent": "average mean",
    },
  },
  run,
  variants: [
    defineVariant({ fields: { ...optional, "condition.euro_area": conditions["condition.euro_area"] }, pricing, run }),
    defineVariant({ fields: { ...optional, "condition.region": conditions["condition.region"] }, pricing, run }),
  ],
})
