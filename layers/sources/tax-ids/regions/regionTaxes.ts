import { canada } from "./canada.ts"
import { europe } from "./europe.ts"
import type { RegionTax } from "./RegionTax.ts"
import { unitedStates } from "./unitedStates.ts"

/** Regions of countries whose taxes on sales are known. */
export const regionTaxes: ReadonlyArray<RegionTax> = [...canada, ...unitedStates, ...europe]

/** The month whose rates these are. */
export const regionTaxesOf = "2026-07"

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^the\s/u, "")

const byName: ReadonlyMap<string, RegionTax> = new Map(
  regionTaxes.flatMap((region) =>
    [region.name, region.code, ...region.otherNames].flatMap((name) => (name === null ? [] : [[fold(name), region] as const])),
  ),
)

/** A region by its name or its ISO 3166-2 code, in any case and with or without `the`. */
export const regionTaxOf = (text: string): RegionTax | undefined => byName.get(fold(text.trim()))

/** The sum of the rates in percent; null where there is no tax, or no one rate. */
export const percentOfRegion = ({ parts }: RegionTax): string | null =>
  parts.length === 0 ? null : String(Number(parts.reduce((sum, { percent }) => sum + Number(percent), 0).toFixed(4)))
