import { assert, describe, it } from "@effect/vitest"
import { countryName } from "../../../layers/sources/country.ts"
import { countries } from "../../../layers/sources/atlas/countries.ts"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { namesakeOf } from "../../../layers/planner/extract/sharedNames.ts"
import { regions } from "../../../layers/sources/holidays/regions.ts"
import { zonesOfRegion } from "../../../layers/planner/extract/regionZones.ts"
import { zonesOfCountry } from "../../../layers/sources/clockwork/zones.ts"
import { plansAt } from "./plansAt.ts"

const now = Date.UTC(2026, 10, 23, 9)
const { draftOf } = plansAt(now)
const inputsOf = (question: string, given: Readonly<Record<string, string>> = {}) => {
  const draft = draftOf(question, given)
  if (draft._tag !== "Planned") return assert.fail(`${question}: ${draft._tag}`)
  return draft.plan.steps.map(({ input }) =>
    Object.fromEntries(Object.entries(input).flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value]] : []))),
  )
}

describe("initials that are the code of another country", () => {
  it("are a choice alone, and a code beside other codes, the name or a word for codes", () => {
    const draft = draftOf("SA public holidays from 1 December 2026 to 30 April 2027")
    assert.strictEqual(draft._tag, "NeedsSelection")
    for (const question of [
      "Public holidays in Saudi Arabia (SA) in March 2027",
      "currency of SA, AE and QA",
      "what is the capital of the country with the ISO code SA",
    ])
      assert.strictEqual(inputsOf(question)[0]?.["country.code"], "SA", question)
  })
})

describe("a name that a country shares with a region of another country", () => {
  it.each([
    ["whats the time in Georgia", ["time.zone:Asia/Tbilisi", "time.zone:America/New_York"]],
    ["Public holidays in Georgia in 2027", ["country.code:GE", "country.code:US"]],
    ["What is the capital of Georgia?", ["country.code:GE", "country.code:US"]],
    ["time difference between Georgia and Poland in january", ["time.zone:Asia/Tbilisi", "time.zone:America/New_York"]],
  ])("is a question back with two choices: %s", (question, expected) => {
    const draft = draftOf(question)
    if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
    assert.deepStrictEqual(
      draft.choice.candidates.map((candidate) => ("entityRef" in candidate ? candidate.entityRef : "")),
      expected,
    )
  })

  it("is the country without a region, or the region in its country, as the buyer chooses", () => {
    const question = "Is 26 May 2027 a holiday in Georgia?"
    const day = { "calendar.date": "2027-05-26" }
    assert.deepStrictEqual(inputsOf(question, { "country.code:georgia": "country.code:GE" }), [{ "country.code": "GE", ...day }])
    assert.deepStrictEqual(inputsOf(question, { "country.code:georgia": "country.code:US" }), [
      { "country.code": "US", "region.code": "US-GA", ...day },
    ])
  })

  it.each(["public holidays in Georgia, USA in 2027", "public holidays 2027 in Georgia (US)"])(
    "is the region where its country is beside it: %s",
    (question) => {
      const [first, ...others] = inputsOf(question)
      assert.strictEqual(others.length, 0)
      assert.strictEqual(first?.["country.code"], "US")
      assert.strictEqual(first?.["region.code"], "US-GA")
    },
  )

  it.each(["sunset in Tbilisi, Georgia tomorrow", "sunset in Atlanta, Georgia tomorrow", "is +995 32 222 3344 a number from Georgia?"])(
    "is no question back where it only locates another value: %s",
    (question) => assert.strictEqual(draftOf(question)._tag, "Planned"),
  )

  it.each(["Georgia economy this year", "clock economy Georgia", "Georgia tourism days", "Georgia trading year 2027 economy"])(
    "is a question back or refused, and no operation is offered with its region: %s",
    (question) => {
      const draft = draftOf(question)
      if (draft._tag === "Unsupported") return
      if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
      assert.strictEqual(draft.choice.id, "country.code:georgia")
      assert.lengthOf(draft.choice.candidates, 2)
    },
  )

  it("has a time zone of the country and one of the region", () => {
    const shared = [...countries.keys()].filter((code) => namesakeOf(countryName(code) ?? "", code) !== undefined)
    assert.include(shared, "GE")
    for (const code of shared) {
      const zone = extract(`time in ${countryName(code)}`, now).find(({ kind }) => kind === "time.zone")
      assert.strictEqual(zone?.options?.length, 2, code)
    }
  })
})

describe("the time zones of a region", () => {
  it("are those of the tz database that lie in its country, and an answer's zone where there is one", () => {
    for (const region of regions)
      for (const zone of zonesOfRegion(region)) assert.include(zonesOfCountry(region.country), zone, `${region.code} ${zone}`)
    assert.deepStrictEqual(inputsOf("time in Queensland right now"), [{ "time.zone": "Australia/Brisbane" }])
    assert.deepStrictEqual(inputsOf("are clocks changed in Arizona in 2027"), [{ "time.zone": "America/Phoenix", "calendar.year": 2027 }])
  })

  it.each([
    ["what time is it in Tennessee", ["time.zone:America/Chicago", "time.zone:America/New_York"]],
    ["convert 15:00 IST to CET", ["time.zone:Asia/Kolkata", "time.zone:Asia/Jerusalem", "time.zone:Europe/Dublin"]],
  ] as const)("are the buyer's choice where there are several: %s", (question, refs) => {
    const draft = draftOf(question)
    if (draft._tag !== "NeedsSelection") return assert.fail(`${question}: ${draft._tag}`)
    assert.deepStrictEqual(
      draft.choice.candidates.map(({ entityRef }) => entityRef),
      [...refs],
    )
  })
})
