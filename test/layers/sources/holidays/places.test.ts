import { assert, describe, it } from "@effect/vitest"
import Holidays from "date-holidays"
import { calendarYear } from "../../../../layers/sources/holidays/compute.ts"
import { coveredCountries, isCovered, placeOf, regionsOf } from "../../../../layers/sources/holidays/places.ts"

const library = new Holidays()
const codes = (names: Readonly<Record<string, string>> | undefined, prefix: string) =>
  // The library converts each requested code to upper case, so it cannot find regions whose codes have lower case letters.
  Object.keys(names ?? {}).flatMap((code) => (code === code.toUpperCase() ? [`${prefix}-${code}`] : []))

describe("holiday countries and regions", () => {
  it("the countries and regions are those of the library", () => {
    assert.sameMembers([...coveredCountries], Object.keys(library.getCountries()))
    for (const country of coveredCountries) {
      const states = codes(library.getStates(country), country)
      const regions = states.flatMap((state) => codes(library.getRegions(country, state.slice(country.length + 1)), state))
      assert.includeMembers([...regionsOf(country)], [...states, ...regions], country)
    }
  })

  it("every place has a calendar, and the library finds each region under its name", () => {
    for (const place of coveredCountries.flatMap((country) => [country, ...regionsOf(country)])) {
      const year = calendarYear(place, 2026)
      assert.isAbove(year.entries.length, 0, place)
      assert.strictEqual(year.regionName !== null, place.length > 2, place)
    }
  })

  it("a region is found with and without its country, and only in its country", () => {
    assert.strictEqual(placeOf("DE", undefined), "DE")
    assert.strictEqual(placeOf("DE", "BY"), "DE-BY")
    assert.strictEqual(placeOf("DE", "DE-BY"), "DE-BY")
    assert.strictEqual(placeOf("DE", "DE-BY-A"), "DE-BY-A")
    assert.strictEqual(placeOf("DE", "AT-9"), undefined)
    assert.strictEqual(placeOf("ZZ", undefined), undefined)
    assert.isFalse(isCovered("__proto__"))
  })
})
