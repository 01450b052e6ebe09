import { assert, describe, it } from "@effect/vitest"
import { clocksOfCountry, mainClockOf } from "../../../layers/planner/extract/countryClocks.ts"
import mainClocks from "../../../layers/planner/extract/mainClocks.json" with { type: "json" }
import { zonesOfCountry } from "../../../layers/sources/clockwork/zones.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 29, 9))

describe("the clock of nearly all people of a country or region", () => {
  it("is one of its zones, where it has several clocks", () => {
    for (const [code, clocks] of Object.entries(mainClocks)) {
      const percents = clocks.map(([, percent]) => Number(percent))
      assert.isAbove(clocks.length, 1, code)
      for (const [zone] of clocks) assert.include(zonesOfCountry(code.slice(0, 2)), zone, code)
      assert.deepStrictEqual(
        percents,
        percents.toSorted((a, b) => b - a),
        code,
      )
    }
    assert.isUndefined(mainClockOf("AQ", "Antarctica"))
    assert.deepStrictEqual(clocksOfCountry("DE"), ["Europe/Berlin"])
    assert.isUndefined(mainClockOf("US", "the United States"))
    assert.isUndefined(mainClockOf("DE", "Germany"))
  })

  it.each([
    ["what time is it in Spain", { "time.zone": "Europe/Madrid" }, "Spain is read as Europe/Madrid, the time of 94 % of its people."],
    [
      "what time is it in Brazil",
      { "time.zone": "America/Sao_Paulo" },
      "Brazil is read as America/Sao_Paulo, the time of 94 % of its people.",
    ],
    ["time in Florida now", { "time.zone": "America/New_York" }, "Florida is read as America/New_York, the time of 95 % of its people."],
    [
      "when do the clocks change in Ontario in 2027",
      { "time.zone": "America/Toronto", "calendar.year": 2027 },
      "Ontario is read as America/Toronto, the time of 99 % of its people.",
    ],
  ])("is read, and the plan states it: %s", (question, inputs, assumption) => {
    const { limitations, unread } = planOf(question)
    assert.deepStrictEqual([inputsOf(question), unread], [inputs, undefined])
    assert.include(limitations, assumption)
  })

  it("is no choice where both ends have one", () =>
    assert.deepInclude(inputsOf("is Portugal the same time zone as Spain"), { "time.from": "Europe/Lisbon", "time.to": "Europe/Madrid" }))

  it.each(["what time is it in Canada", "what time is it in Mexico", "what time is it in Tennessee"])(
    "is the buyer's choice where many live by another: %s",
    (question) => assert.strictEqual(draftOf(question)._tag, "NeedsSelection"),
  )

  it("offers one zone for each time, that of most people first", () => {
    const draft = draftOf("what time is it in Canada")
    if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
    const refs = draft.choice.candidates.map(({ entityRef }) => entityRef)
    assert.deepStrictEqual(refs.slice(0, 3), ["time.zone:America/Toronto", "time.zone:America/Vancouver", "time.zone:America/Edmonton"])
    assert.isBelow(refs.length, 12)
  })

  it.each([
    ["time in Tenerife, Spain", "Atlantic/Canary"],
    ["what time is it on Easter Island", "Pacific/Easter"],
    ["time in the Galapagos Islands", "Pacific/Galapagos"],
    ["time now in the Chatham Islands", "Pacific/Chatham"],
    ["time on Madeira", "Atlantic/Madeira"],
  ])("is not that of an island with a clock of its own: %s", (question, zone) => {
    assert.strictEqual(planOf(question).steps.length, 1)
    assert.strictEqual(inputsOf(question)["time.zone"], zone)
  })

  it("does not answer for all zones", () =>
    assert.deepStrictEqual(planOf("which time zones does Brazil have").unread, ["which time zones"]))
})

describe("the clocks of Europe", () => {
  it.each([
    ["When do clocks change in the US and in Europe in 2027?", ["US", "BE"]],
    ["when do the clocks change in the EU and Brazil", ["BR", "BE"]],
  ])("are those of a country in a list of countries: %s", (question, countries) => {
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["time.clock_changes", "time.clock_changes"],
    )
    assert.deepStrictEqual(valuesOf(question, "country.code"), countries)
    assert.isUndefined(planOf(question).unread)
  })
})
