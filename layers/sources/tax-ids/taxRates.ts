import packaged from "sales-tax/res/sales_tax_rates.json" with { type: "json" }
import { otherRegions } from "./taxRegions.ts"
import { correctedRates, firstDays, taxKinds, withoutRate } from "./rateCorrections.ts"
import { territoryTaxes } from "./territoryTaxes.ts"
import { dateOfDay } from "../days.ts"
import { dayMs } from "../../../domain/time.ts"

export type TaxKind = "vat" | "gst" | "consumption tax" | "sales tax"

/** A standard rate in percent, as a decimal, and the first day on which it applied; null where that is not known. */
export interface TaxRate {
  readonly percent: string
  readonly from: string | null
}

export interface CountryTax {
  readonly kind: TaxKind
  /** The rate of today first. A day before the last one's `from` is not known. */
  readonly rates: readonly [TaxRate, ...ReadonlyArray<TaxRate>]
  /** Parts of the country in which another standard rate applies, or none. */
  readonly otherRegions: ReadonlyArray<string>
}

interface Entry {
  readonly type: string
  readonly rate: number
  readonly before?: Readonly<Record<string, { readonly rate: number }>>
}

/** The month of the package's edition. */
export const ratesOf = "2026-07"

/** The last day for which the edition is taken as a rate: laws of later years are not in it. */
export const lastKnownDay = "2026-12-31"

/** The first day of the rate of today where the day of its law is not known. */
const firstKnownDay = "2026-01-01"

/** The share `0.255` as a percentage, `25.5`, without the rounding of a multiplication by 100. */
const percentOf = (share: number): string => {
  const [whole = "0", fraction = ""] = share.toFixed(6).split(".")
  const digits = `${whole}${fraction.slice(0, 2)}.${fraction.slice(2)}`.replace(/\.?0+$/u, "")
  return digits.replace(/^0+(?=\d)/u, "") || "0"
}

/**
 * The first day of the next rate in the country's own calendar. The package gives the instant of a midnight in central or eastern Europe, or an
 * hour or two before it, for every country.
 */
const dayAfter = (instant: string): string => dateOfDay(Math.floor((Date.parse(instant) + 3 * 3_600_000) / dayMs))

const packagedRates = (code: string, { before = {}, rate }: Entry): ReadonlyArray<TaxRate> => {
  const changes = Object.entries(before).sort(([a], [b]) => (a < b ? 1 : -1))
  const percents = [rate, ...changes.map(([, former]) => former.rate)].map(percentOf)
  return percents.map((percent, at) => {
    const change = changes[at]?.[0]
    return { percent, from: change === undefined ? (firstDays[code] ?? null) : dayAfter(change) }
  })
}

const taxOf = (code: string, entry: Entry): CountryTax => {
  const [latest, ...former] = correctedRates[code] ?? packagedRates(code, entry)
  return {
    kind: taxKinds[code] ?? (entry.type === "gst" ? "gst" : "vat"),
    rates: [latest!, ...former],
    otherRegions: otherRegions[code] ?? [],
  }
}

/** By ISO 3166-1 alpha-2 code. The United States, which have no such tax, are not among them. */
export const countryTaxes: ReadonlyMap<string, CountryTax> = new Map([
  ...Object.entries(packaged as Readonly<Record<string, Entry>>).flatMap(([code, entry]): ReadonlyArray<readonly [string, CountryTax]> =>
    withoutRate.has(code) || entry.type === "none" ? [] : [[code, taxOf(code, entry)]],
  ),
  ...Object.entries(territoryTaxes).map(([code, rates]): readonly [string, CountryTax] => [code, { kind: "vat", rates, otherRegions: [] }]),
])

/** The parts of a country in which another standard rate applies, or none, as facts of a result. */
export const otherRegionsOf = (code: string) => {
  const regions = countryTaxes.get(code)?.otherRegions ?? []
  return { regions_differ: regions.length > 0, other_regions: regions }
}

/** The rate that applied on a day (`YYYY-MM-DD`); undefined for days of which the rate is not known. */
export const rateOn = ({ rates }: CountryTax, day: string): TaxRate | undefined =>
  day > lastKnownDay ? undefined : rates.find(({ from }) => (from ?? firstKnownDay) <= day)

/** The day on which the rate changed within a year; undefined if it had one rate. */
export const changeWithin = ({ rates }: CountryTax, year: number): string | undefined =>
  rates.slice(0, -1).find(({ from }) => from?.startsWith(`${year}-`) === true && from !== `${year}-01-01`)?.from ?? undefined
