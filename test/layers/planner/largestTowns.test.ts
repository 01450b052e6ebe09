import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 9))

describe("towns by their size", () => {
  it.each([
    ["the five largest cities of Peru", { "country.code": "PE", "place.count": 5 }],
    ["biggest towns in Bavaria", { "country.code": "DE", "region.code": "DE-BY", "place.count": 10 }],
    ["what is the third biggest city in Japan", { "country.code": "JP", "place.rank": 3 }],
    ["What is the largest city in Texas?", { "country.code": "US", "region.code": "US-TX", "place.rank": 1 }],
    ["list the 5 biggest cities in Saskatchewan", { "country.code": "CA", "region.code": "CA-SK", "place.count": 5 }],
    ["cities in Brazil with more than 2 million people", { "country.code": "BR", "place.population_from": 2_000_001 }],
    ["how many cities in Poland have at least 200,000 inhabitants", { "country.code": "PL", "place.population_from": 200_000 }],
    ["towns within 25 km of 47.05, 8.31", { "geo.latitude": 47.05, "geo.longitude": 8.31, "place.radius_km": 25 }],
  ])("are found by their number, their least population or their distance: %s", (question, inputs) => {
    const { steps, unread } = planOf(question)
    assert.deepEqual([steps.map(({ operation }) => operation), inputsOf(question), unread], [["place.largest"], inputs, undefined])
  })

  it.each([
    ["find towns with more than 50000 people within 40 km of Lyon", "Lyon", { "place.radius_km": 40, "place.population_from": 50_001 }],
    [
      "which cities over 100k inhabitants are within 60 miles of Leeds",
      "Leeds",
      { "place.radius_km": 96.6, "place.population_from": 100_001 },
    ],
    [
      "list of towns with 10,000 or more people in a radius of 30 km around Évora",
      "Évora",
      { "place.radius_km": 30, "place.population_from": 10_000 },
    ],
  ])("are found around a town: %s", (question, name, conditions) => {
    const { steps, unread } = planOf(question)
    assert.deepEqual([steps.map(({ operation }) => operation), unread], [["place.search", "place.largest"], undefined])
    const stated = steps
      .flatMap(({ input }) => Object.entries(input))
      .flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value]] : []))
    assert.deepEqual(Object.fromEntries(stated), { "place.name": name, ...conditions })
  })

  it.each([
    ["is Zurich the largest city in Switzerland?", "largest"],
    ["largest city by area in China", "area"],
    ["What is the largest city in Africa?", "the largest"],
  ])("are not bought where something else is requested: %s", (question, word) => {
    assert.deepEqual(planOf(question).unread, [word])
  })

  it.each(["Which airports are within 100 km of the city of Lyon?", "towns near Lyon", "is Lagos bigger than Cairo"])(
    "are no answer to %s",
    (question) => {
      assert.notInclude(
        planOf(question).steps.map(({ operation }) => operation),
        "place.largest",
      )
    },
  )
})
