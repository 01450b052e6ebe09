import { assert, describe, it } from "@effect/vitest"
import { regionCodeOf } from "../../../../layers/sources/holidays/regionCode.ts"

describe("the code of a region with holidays of its own", () => {
  // Names as GeoNames writes them; codes of ISO 3166-2.
  it.each([
    ["DE", "Bavaria", "DE-BY"],
    ["DE", "State of Berlin", "DE-BE"],
    ["CH", "Saint Gallen", "CH-SG"],
    ["CH", "Appenzell Ausserrhoden", "CH-AR"],
    ["GB", "Scotland", "GB-SCT"],
    ["CA", "Quebec", "CA-QC"],
    ["US", "Georgia", "US-GA"],
    ["ES", "Castille and León", "ES-CL"],
    ["BR", "São Paulo", "BR-SP"],
    ["NZ", "Auckland", "NZ-AUK"],
    ["FR", "Bas-Rhin", "FR-67"],
    ["BO", "La Paz Department", "BO-L"],
  ])("%s: %s is %s", (country, name, code) => assert.strictEqual(regionCodeOf(country, name), code))

  it.each([
    ["FR", "Occitanie"],
    ["PL", "Mazovia"],
    ["US", "Scotland"],
  ])("%s has no region with holidays of its own that is called %s", (country, name) => assert.isNull(regionCodeOf(country, name)))
})
