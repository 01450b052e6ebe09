import { Schema } from "effect"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { countryName } from "../country.ts"
import { regionTaxes, regionTaxOf } from "./regions/regionTaxes.ts"

/** A region by its name, or by its ISO 3166-2 code. */
export const TaxRegion = Schema.String.annotate({
  description: `Name or ISO 3166-2 code of a province of Canada, a state of the USA, or a region in Europe, one of ${regionTaxes.length}.`,
  examples: ["Ontario"],
}).check(
  Schema.isBetweenLength(2, 40),
  Schema.makeFilter((region: string) => regionTaxOf(region) !== undefined || `the taxes on sales of ${region} are not known for certain`),
)

/** Whether a region is not one of the country beside it. */
export const problemOfRegion = (country: string, region: string | undefined): InputProblem | undefined => {
  const part = region === undefined ? undefined : regionTaxOf(region)
  return part === undefined || part.country === country
    ? undefined
    : { field: "tax.region", reason: `${part.name} is a region of ${countryName(part.country)}.` }
}
