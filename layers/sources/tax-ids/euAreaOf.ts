import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { membershipsOf } from "../atlas/memberships.ts"
import { countryCode, countryName, isNamedCountry } from "../country.ts"
import {
  type AreaStatus,
  type EuArea,
  euAreas,
  statusOfCountries,
  statusOfRegions,
  territoriesOf,
  uncertainCountries,
  unionGoods,
} from "./euAreas.ts"
import { problemOfRegion, TaxRegion } from "./regionInput.ts"
import { regionTaxes, regionTaxOf } from "./regions/regionTaxes.ts"

const axisOf = (area: EuArea) => (area === "VAT area" ? "vat" : "customs")

const statusOfCountry = (code: string, area: EuArea): AreaStatus =>
  statusOfCountries[code]?.[axisOf(area)] ?? (membershipsOf(code).european_union ? "member" : "outside")

/** Regions that are not in the table are as the rest of their country. */
const statusOf = (code: string, region: string | undefined, area: EuArea): AreaStatus =>
  (region === undefined ? undefined : statusOfRegions[region]?.[axisOf(area)]) ?? statusOfCountry(code, area)

/** Parts of a country that are not in the area, or of a country outside the ones that are in a way. */
const exceptionsOf = (code: string, area: EuArea): ReadonlyArray<string> => {
  const isMember = statusOfCountry(code, area) === "member"
  const differs = (status: AreaStatus) => (isMember ? status !== "member" : status !== "outside")
  return [
    ...regionTaxes.filter(({ country, name }) => country === code && differs(statusOf(code, name, area))).map(({ name }) => name),
    ...(territoriesOf[code] ?? []).filter((each) => differs(statusOfCountry(each, area))).map((each) => countryName(each) ?? each),
  ].sort()
}

export const euAreaOf = defineOperation({
  id: "tax.eu_area",
  name: "State whether a territory is in the VAT area or the customs union of the EU",
  description:
    "Whether a country, or a part of one with a status of its own (the Canary Islands, Åland, Livigno, Northern Ireland …), belongs to the area of the EU's VAT, to its customs territory or to a customs union with it. `area.status` is `member`, `treated` " +
    "(as a part of a member), `goods` (its rules apply to goods alone), `union` (a customs union for `area.goods`) or `outside`; `area.is_member` is true for the first two. " +
    "`area.exceptions` are parts of the country with another status. Gibraltar and Saint Barthélemy are not in it.",
  fields: {
    "country.code": countryCode(isNamedCountry, "ISO 3166-1 alpha-2 code of the country, or of the territory where it has one.", "AX"),
    "eu.area": Schema.Literals(euAreas).annotate({ description: "The area in question.", examples: ["VAT area"] }),
    "tax.region": Schema.optionalKey(TaxRegion),
  },
  native: { "country.code": "country", "eu.area": "area", "tax.region": "region" },
  output: ["country.name", "eu.area", "area.place", "area.is_member", "area.status", "area.goods", "area.exceptions"],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Does San Marino belong to the EU VAT area?",
    "is Åland in the EU VAT area",
    "Is Norway inside the EU customs union",
    "is Turkey in the customs union with the EU",
    "are the Canary Islands part of the EU VAT territory",
    "Is Monaco part of the customs territory of the EU?",
    "does Livigno belong to the EU customs territory",
    "is Northern Ireland in the EU VAT area for goods",
    "is Switzerland in the EU for VAT purposes",
    "is Germany in the EU customs union",
  ],
  hints: {
    statedOnly: ["country.code"],
    keywords: {
      "area.is_member": "belong belongs inside within member included counts part",
      "area.status": "treated",
      "area.goods": "goods",
    },
  },
  check: ({ "country.code": code, "tax.region": region }): InputProblem | undefined =>
    uncertainCountries.has(code)
      ? { field: "country.code", reason: `the status of ${countryName(code)} is not known for certain.` }
      : problemOfRegion(code, region),
  run: ({ "country.code": code, "eu.area": area, "tax.region": region }) =>
    Effect.sync(() => {
      const part = region === undefined ? undefined : regionTaxOf(region)
      const status = statusOf(code, part?.name, area)
      return {
        data: {
          country: { name: countryName(code) },
          eu: { area },
          area: {
            place: part?.name ?? countryName(code),
            is_member: status === "member" || status === "treated",
            status,
            goods: status === "union" ? (unionGoods[code] ?? null) : null,
            exceptions: part === undefined ? exceptionsOf(code, area) : [],
          },
        },
        documents: 1,
        identifiers: { country: code },
      }
    }),
})
