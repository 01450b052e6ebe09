import { assert, describe, it } from "@effect/vitest"
import { assumptionOf } from "../../../../layers/sources/gazetteer/meanings.ts"
import { foldName } from "../../../../layers/sources/gazetteer/placeNames.ts"

const placeOf = (country: string, population: number | null, name = "Bergen") => ({
  id: 1,
  name,
  folded: foldName(name),
  country,
  region: null,
  district: null,
  latitude: 0,
  longitude: 0,
  zone: null,
  population,
  weight: 0,
})

describe("the place of several of one name that is assumed", () => {
  it.each([
    ["a city with three times the people of the next one", [placeOf("NZ", 133_000, "Dunedin"), placeOf("US", 36_000, "Dunedin")]],
    ["a town with nine times the people of the next one", [placeOf("NO", 60_000), placeOf("NL", 6_000)]],
    ["a town beside hamlets", [placeOf("PL", 37_000, "Sopot"), placeOf("RO", 472, "Sopot"), placeOf("RS", null, "Sopot")]],
    ["a capital", [placeOf("FJ", 77_000, "Suva"), placeOf("AL", 50_000, "Suva")]],
  ])("is %s", (_, places) => assert.include(assumptionOf(places) ?? "", "is assumed"))

  it.each([
    ["two cities of like size", [placeOf("VE", 1_600_000, "Valencia"), placeOf("ES", 790_000, "Valencia")]],
    ["a city that is less than three times as large", [placeOf("CA", 520_000, "Hamilton"), placeOf("NZ", 179_000, "Hamilton")]],
    ["two towns", [placeOf("CA", 21_000, "Keswick"), placeOf("GB", 4_281, "Keswick")]],
    ["a village and hamlets", [placeOf("NO", 2_899, "Vik"), placeOf("NO", 12, "Vik")]],
    ["one place", [placeOf("NO", 286_000)]],
  ])("is missing for %s", (_, places) => assert.isNull(assumptionOf(places)))
})
