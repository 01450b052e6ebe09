import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 9))

const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => operation)

describe("towns around a point", () => {
  it.each([
    [
      "find towns with more than 50000 people within 40 km of Lyon",
      { "place.name": "Lyon", "place.radius_km": 40, "place.population_from": 50_001 },
    ],
    [
      "which cities over 100k inhabitants are within 60 miles of Leeds",
      { "place.name": "Leeds", "place.radius_km": 96.6, "place.population_from": 100_001 },
    ],
    [
      "list of towns with 10,000 or more people in a radius of 30 km around Évora",
      { "place.name": "Évora", "place.radius_km": 30, "place.population_from": 10_000 },
    ],
    ["towns over 50,000 within 40 km of Stuttgart", { "place.name": "Stuttgart", "place.radius_km": 40, "place.population_from": 50_001 }],
    ["towns within 60 km of Wanaka", { "place.name": "Wanaka", "place.radius_km": 60 }],
  ])("are found by their distance and the least number of people: %s", (question, expected) => {
    const { steps, unread } = planOf(question)
    assert.deepEqual([operationsOf(question), unread], [["place.search", "place.around"], undefined])
    const stated = steps
      .flatMap(({ input }) => Object.entries(input))
      .flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value]] : []))
    assert.deepEqual(Object.fromEntries(stated), expected)
  })

  it("are found around coordinates too", () => {
    const question = "towns within 25 km of 47.05, 8.31"
    assert.deepEqual(operationsOf(question), ["place.around"])
    assert.deepEqual(inputsOf(question), { "geo.latitude": 47.05, "geo.longitude": 8.31, "place.radius_km": 25 })
  })

  it.each([
    ["How many miles in 40 km, to two decimal places?", "unit.convert"],
    ["Which airports are within 100 km of the city of Lyon?", "airport.nearby"],
    ["is Lagos bigger than Cairo", "place.search"],
    ["towns near Lyon", "place.nearest"],
  ])("are no answer to %s", (question, operation) => {
    assert.include(operationsOf(question), operation)
    assert.notInclude(operationsOf(question), "place.around")
  })

  // The estimates have Kakamega before Mombasa, and Brooklyn as a city.
  it.each(["second largest city in Kenya", "the five largest cities of Peru", "how many US cities have more than 1 million people"])(
    "of a country are not bought: %s",
    (question) => {
      const draft = draftOf(question)
      assert.isTrue(draft._tag !== "Planned" || draft.plan.unread !== undefined || draft.plan.isUncertain === true, draft._tag)
    },
  )

  it.each(["which towns in the Netherlands within 40 km of Utrecht are above 50 m?", "hotels over 200 EUR in cities within 40 km of Lyon"])(
    "take no other number for their people: %s",
    (question) => {
      const draft = draftOf(question)
      const inputs = draft._tag === "Planned" ? draft.plan.steps.flatMap(({ input }) => Object.keys(input)) : []
      assert.notInclude(inputs, "place.population_from")
    },
  )
})
