import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { areaCodesOf, countriesWithAreaCodes, writtenAreaCode } from "../../../../layers/sources/telecom/areaCodes.ts"
import { areasUnder } from "../../../../layers/sources/telecom/prefixNames.ts"

const codesOf = (country: string, name: string, region: string | null = null, regionCode: string | null = null) =>
  Effect.map(areaCodesOf({ country, name, region, regionCode }), (codes) => codes.join(" "))

// Area codes after the national numbering plans.
it.effect.each([
  ["AE", "Dubai", "4"],
  ["AT", "Vienna", "1"],
  ["AU", "Melbourne", "3"],
  ["AU", "Newcastle", "2"],
  ["AU", "Perth", "8"],
  ["BE", "Liège", "4"],
  ["BE", "Leuven", "16"],
  ["CH", "Neuchâtel", "32"],
  ["CH", "Zürich", "43 44"],
  ["CN", "Beijing", "10"],
  ["DE", "Frankfurt (Oder)", "335"],
  ["DE", "Frankfurt am Main", "69"],
  ["DE", "Munich", "89"],
  ["DE", "Köln", "221"],
  ["EG", "Cairo", "2"],
  ["GB", "Belfast", "28"],
  ["GB", "London", "20"],
  ["GB", "Manchester", "161"],
  ["GB", "Sheffield", "114"],
  ["HU", "Budapest", "1"],
  ["IE", "Cork", "21"],
  ["IL", "Jerusalem", "2"],
  ["IT", "Naples", "081"],
  ["IT", "Rome", "06"],
  ["KR", "Busan", "51"],
  ["NL", "Amsterdam", "20"],
  ["NZ", "Auckland", "9"],
  ["PK", "Karachi", "21"],
  ["PL", "Łódź", "42"],
  ["SA", "Riyadh", "11"],
  ["SE", "Helsingborg", "42"],
  ["SE", "Umeå", "90"],
  ["TR", "Istanbul", "212 216"],
  ["ZA", "Cape Town", "21"],
] as const)("the area code of a town is the first group of its numbers, not a block in it: %s %s", ([country, town, codes]) =>
  Effect.map(codesOf(country, town), (actual) => assert.strictEqual(actual, codes)),
)

it.effect.each([
  ["US", "Portland", "Oregon", "OR", "503 971"],
  ["US", "Portland", "Maine", "ME", "207"],
  ["US", "Chicago", "Illinois", "IL", "312 773 872"],
  // One block under 201 of New Jersey and the whole of 934 on Long Island are mistakes of the table.
  ["US", "New York City", "New York", "NY", "212 332 646"],
  ["JP", "Osaka", "Ōsaka", null, "6"],
  ["BR", "Salvador", "Bahia", "BA", "71"],
  ["CN", "Shenzhen", "Guangdong", null, "755"],
  // Libphonenumber has no lines under the 410 of the table.
  ["CN", "Tieling", "Liaoning", null, "24"],
  // Telangana was a part of Andhra Pradesh until 2014.
] as const)("a town of a table with regions has the codes of the rows in its region: %s %s", ([country, town, region, regionCode, codes]) =>
  Effect.map(codesOf(country, town, region, regionCode), (actual) => assert.strictEqual(actual, codes)),
)

it.effect.each([
  ["GB", "Salford", null, null],
  ["US", "Springfield", "Hawaii", "HI"],
  // The table has the state under this name.
  ["US", "Oregon", "Oregon", "OR"],
  ["CN", "Shenzhen", "Fujian", null],
] as const)("a town that the table does not name in its region has no code: %s %s", ([country, town, region, regionCode]) =>
  Effect.map(codesOf(country, town, region, regionCode), (actual) => assert.strictEqual(actual, "")),
)

it.effect.each([
  ["DK", "Copenhagen"],
  ["ES", "Madrid"],
  ["FR", "Lyon"],
  ["MX", "Oaxaca"],
] as const)("a country without certain area codes is left out: %s", ([country, town]) => {
  assert.notInclude(countriesWithAreaCodes, country)
  return Effect.map(codesOf(country, town), (actual) => assert.strictEqual(actual, ""))
})

it("an area code is written with the national prefix of its country, and without it behind the calling code", () => {
  assert.deepEqual(writtenAreaCode("DE", "89"), { national: "089", international: "+49 89" })
  assert.deepEqual(writtenAreaCode("IT", "06"), { national: "06", international: "+39 06" })
  assert.deepEqual(writtenAreaCode("HU", "1"), { national: "06 1", international: "+36 1" })
  assert.deepEqual(writtenAreaCode("PL", "22"), { national: "22", international: "+48 22" })
  assert.deepEqual(writtenAreaCode("US", "312"), { national: "312", international: "+1 312" })
})

it("the areas under a code are those of its longer prefixes", () => {
  assert.deepEqual(areasUnder("46", "90"), ["Umeå"])
  assert.deepEqual(areasUnder("81", "6"), ["Osaka, Osaka"])
  assert.include(areasUnder("44", "191"), "Sunderland")
  assert.strictEqual(areasUnder("61", "2")[0], "Sydney")
  assert.deepEqual([areasUnder("33", "1"), areasUnder("46", "999")], [[], []])
})
