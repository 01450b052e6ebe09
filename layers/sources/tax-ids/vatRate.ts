import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName, isNamedCountry } from "../country.ts"
import { dateOfDay, dayNumber } from "../days.ts"
import { CalendarDate } from "../inputs.ts"
import { noRatesOfGoods } from "./gaps.ts"
import { reducedRates } from "./reducedRates.ts"
import { changeWithin, countryTaxes, type CountryTax, lastKnownDay, otherRegionsOf, type TaxRate, rateOn, ratesOf } from "./taxRates.ts"

/**
 * Countries and territories that have no VAT, GST or tax like them, with who levies other taxes on sales. The VAT of France is not applied in French Guiana and
 * Mayotte (article 294 of its tax code), and that of Norway not in Svalbard and Jan Mayen.
 */
const withoutTax: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["BM", []],
  ["GF", []],
  ["GG", []],
  ["GL", []],
  ["HK", []],
  ["KY", []],
  ["MO", []],
  ["SJ", []],
  ["US", ["states, counties and cities"]],
  ["YT", []],
])

/** The field of a country, of which a question may name one without a rate here: the refusal says so. */
export const TaxCountry = countryCode(
  isNamedCountry,
  `ISO 3166-1 alpha-2 code of the country, of ${countryTaxes.size} that have the tax and ${withoutTax.size} that have none.`,
  "EE",
)

export const unknownCountry = (code: string): InputProblem | undefined =>
  countryTaxes.has(code) || withoutTax.has(code)
    ? undefined
    : { field: "country.code", reason: `the standard rate of VAT in ${countryName(code)} is not known for certain.` }

export const TaxDay = Schema.optionalKey(
  CalendarDate(`Day on which the rate applied, to ${lastKnownDay}; without it, the rate of today.`, "2025-06-30"),
)

/** The rate on the day, or that of today; undefined for a country without the tax. */
export const rateOf = (code: string, day: number | undefined): TaxRate | undefined => {
  const tax = countryTaxes.get(code)
  return tax === undefined ? undefined : day === undefined ? tax.rates[0] : rateOn(tax, dateOfDay(day))
}

/** Why the rate of a day is not known, if it is not. */
export const unknownDay = (code: string, day: number | undefined): InputProblem | undefined => {
  const tax = countryTaxes.get(code)
  if (tax === undefined || day === undefined || rateOf(code, day) !== undefined) return undefined
  const { from } = tax.rates.at(-1)!
  return {
    field: "date.day",
    reason:
      dateOfDay(day) > lastKnownDay
        ? `rates after ${lastKnownDay} are not known.`
        : `the rate of ${countryName(code)} is ${from === null ? "known for today alone" : `not known before ${from}`}.`,
  }
}

const unknownYear = (code: string, year: number): InputProblem | undefined => {
  const tax = countryTaxes.get(code)
  const change = tax === undefined ? undefined : changeWithin(tax, year)
  if (change !== undefined) return { field: "calendar.year", reason: `the rate of ${countryName(code)} changed on ${change}. Name a day.` }
  const problem = unknownDay(code, dayNumber(`${year}-01-01`))
  return problem && { ...problem, field: "calendar.year" }
}

/** `isOfToday`: the reduced rates of other days are not in the data. */
const view = (code: string, tax: CountryTax, rate: TaxRate, isOfToday: boolean) => {
  const former = tax.rates[tax.rates.indexOf(rate) + 1]
  return {
    country: { code, name: countryName(code) },
    vat: {
      percent: rate.percent,
      kind: tax.kind,
      since: rate.from,
      former_percent: former?.percent ?? null,
      lower_percents: isOfToday ? (reducedRates[code] ?? null) : null,
      ...otherRegionsOf(code),
      edition: ratesOf,
    },
  }
}

const viewWithoutTax = (code: string) => {
  const others = withoutTax.get(code) ?? []
  return {
    country: { code, name: countryName(code) },
    vat: {
      percent: null,
      kind: "none",
      since: null,
      former_percent: null,
      lower_percents: null,
      regions_differ: others.length > 0,
      other_regions: others,
      edition: ratesOf,
    },
  }
}

export const vatRate = defineOperation({
  id: "tax.vat_rate",
  name: "Find the standard VAT rate of a country",
  description:
    "The standard rate of value-added tax (VAT), goods and services tax (GST) or consumption tax in a country, today or on a day: percent, since when, the rate before, and whether parts " +
    "of the country have another one; of today also the reduced rates in percent where the data have them (`vat.lower_percents`, else null).",
  fields: {
    "country.code": TaxCountry,
    "date.day": TaxDay,
    "calendar.year": Schema.optionalKey(
      Schema.Int.annotate({ description: "Year in which the rate applied, if it had one rate.", examples: [2026] }).check(
        Schema.isBetween({ minimum: 1970, maximum: 2100 }),
      ),
    ),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "vat.percent",
    "vat.kind",
    "vat.since",
    "vat.former_percent",
    "vat.lower_percents",
    "vat.regions_differ",
    "vat.other_regions",
    "vat.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "What is the standard VAT rate in Hungary?",
    "VAT rate Germany",
    "standard VAT rates of Poland and Czechia",
    "how much is VAT in Finland",
    "current GST rate of Singapore",
    "GST in Australia, percent",
    "what VAT percentage applies in Ireland",
    "Swiss MwSt rate",
    "normal rate of VAT in Slovakia in 2026",
    "what was the VAT rate of Estonia on 1 June 2025",
    "since when is the Romanian VAT 21 percent",
    "does Norway have 25 % VAT",
    "which VAT % do I charge customers in France",
    "consumption tax Japan, rate",
    "is there VAT in the United States",
    "what is the IVA in Italy",
    "full VAT rate of Sweden",
  ],
  hints: {
    requestedByName: true,
    statedOnly: ["country.code"],
    partsUnknown: noRatesOfGoods,
    measures: { "vat.percent": { name: "VAT rate", unit: "percent", adjectives: "low high" } },
    keywords: {
      "vat.percent": "vat gst mwst ust moms iva tva btw standard percentage %",
      "vat.kind": "vat gst consumption",
      "vat.since": "since changed",
      "vat.former_percent": "before former previous old",
      "vat.regions_differ": "regions",
    },
    vocabulary:
      "rate rates much standard normal general regular full ordinary basic value added goods services current currently charge charged charging add added apply applies applied mehrwertsteuer umsatzsteuer",
  },
  check: ({ "calendar.year": year, "country.code": code, "date.day": day }) =>
    unknownCountry(code) ?? (day === undefined ? (year === undefined ? undefined : unknownYear(code, year)) : unknownDay(code, day)),
  run: ({ "calendar.year": year, "country.code": code, "date.day": day }) =>
    Effect.sync(() => {
      const tax = countryTaxes.get(code)
      const rate = rateOf(code, day ?? (year === undefined ? undefined : dayNumber(`${year}-01-01`)))
      const isOfToday = day === undefined && year === undefined
      const data = tax === undefined || rate === undefined ? viewWithoutTax(code) : view(code, tax, rate, isOfToday)
      return { data, documents: 1, identifiers: { country: code } }
    }),
})
