import { assert, describe, it } from "@effect/vitest"
import { doubtIn } from "../../../domain/ask/doubt.ts"
import { comparativesIn } from "../../../domain/planning/read/comparatives.ts"
import { wordsOf } from "../../../domain/planning/read/words.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 22, 9))

describe("a comparison of two results of one operation", () => {
  it.each([
    ["Which has the larger area, Chad or Niger?", "country.area_km2", "more", ["Chad", "Niger"]],
    ["Is Kenya's area smaller than that of Uganda?", "country.area_km2", "less", ["Kenya", "Uganda"]],
    ["Does Brazil have more neighbours than Argentina?", "country.neighbours", "more", ["Brazil", "Argentina"]],
    ["Where does the sun rise earlier tomorrow, Oslo or Rome?", "sun.sunrise", "less", ["Oslo", "Rome"]],
    ["Do Spain and Portugal use the same currency?", "currency.name", "same", ["Spain", "Portugal"]],
    ["BNPAFRPPXXX vs BNPAFRPP same bank or different?", "bank.name", "same", ["BNPAFRPPXXX", "BNPAFRPP"]],
    ["Is Turin further north than Venice?", "geo.latitude", "more", ["Turin", "Venice"]],
    ["which airport is farther south, LIS or ATH?", "geo.latitude", "less", ["LIS", "ATH"]],
    ["Is Vienna closer to Bratislava or to Graz?", "route.distance_km", "less", ["Bratislava", "Graz"]],
    ["Is Vienna closer to Bratislava than to Graz?", "route.distance_km", "less", ["Bratislava", "Graz"]],
    ["which is further from Madrid, Lisbon or Paris", "route.distance_km", "more", ["Lisbon", "Paris"]],
  ] as const)(
    "its fact and its things are planned, and its word keeps nothing from being bought: %s",
    (question, fact, relation, labels) => {
      const plan = planOf(question)
      assert.strictEqual(plan.comparison?.fact, fact)
      assert.strictEqual(plan.comparison?.relation, relation)
      assert.deepEqual(
        plan.comparison?.things.map(({ label }) => label),
        [...labels],
      )
      assert.isNull(doubtIn(plan))
    },
  )

  it.each([
    ["Which countries are larger than France?", "larger"],
    ["Which neighbours of Germany are smaller than it?", "smaller"],
    ["Are Germany and Austria the same?", "same"],
    ["is heathrow bigger than gatwick", "bigger"],
    ["is heathrow larger than gatwick", "larger"],
  ])("a comparison with what no step has, or of no fact, stays unread: %s", (question, word) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return
    assert.isUndefined(draft.plan.comparison)
    assert.include(draft.plan.unread?.join(" "), word)
  })

  it("a direction that only names something compares nothing", () => {
    assert.isUndefined(planOf("population of North Bend and Springfield").comparison)
    assert.deepEqual(
      comparativesIn(wordsOf("the northernmost, and one more northern than South Bend")).map(({ relation, word }) => [word.text, relation]),
      [
        ["northernmost", "more"],
        ["more", "more"],
        ["northern", "more"],
      ],
    )
  })

  it("a comparison of estimates is planned as one, because two that lie close to each other are not put in order", () => {
    const { comparison, unread } = planOf("Is Lagos bigger than Cairo?")
    assert.deepStrictEqual([comparison?.fact, comparison?.isEstimate, unread], ["place.population", true, undefined])
    assert.isUndefined(planOf("Which has the larger area, Chad or Niger?").comparison?.isEstimate)
  })

  it("a distance takes two places, each end from one of them", () => {
    const inputsOf = (question: string) => planOf(question).steps.map(({ input, operation }) => [operation, Object.keys(input)])
    assert.deepEqual(inputsOf("How far is Graz from Ljubljana?"), [["place.distance", ["route.from_place", "route.to_place"]]])
    assert.deepEqual(inputsOf("How far is Turin from 45.46, 9.19?"), [
      ["place.distance", ["route.from_latitude", "route.from_longitude", "route.to_place"]],
    ])
    // Both degrees of a point are from one place.
    assert.deepEqual(inputsOf("How far is it from WAW to Radom?"), [
      ["airport.lookup", ["airport.iata"]],
      ["place.distance", ["route.from_latitude", "route.from_longitude", "route.to_place"]],
    ])
    const alone = draftOf("How far is Berlin?")
    if (alone._tag === "Planned") assert.isFalse(alone.plan.steps.some(({ operation }) => operation.endsWith("distance")))
  })

  it("a comparative is found by the rules of its form, and a word that only looks like one is not", () => {
    const found = comparativesIn(wordsOf("the biggest, narrower, earliest, further, fewer, order, paper, under, interest, forest"))
    assert.deepEqual(
      found.map(({ adjective, relation, word }) => [word.text, adjective, relation]),
      [
        ["biggest", "big", "more"],
        ["narrower", "narrow", "less"],
        ["earliest", "early", "less"],
        ["further", "far", "more"],
        ["fewer", "few", "less"],
      ],
    )
  })
})
