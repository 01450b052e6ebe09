import { assert, it } from "@effect/vitest"
import { solsticeDays } from "../../../layers/planner/extract/solsticeDays.ts"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 18))

it.each([
  ["how long is the day at the winter solstice in Inverness", { "solstice.kind": "winter", "calendar.year": 2026 }, "solstice.day_length"],
  ["how long is the day at the winter solstice in Sydney", { "solstice.kind": "winter" }, "solstice.day_length"],
  [
    "How long is the day in La Coruña on the summer solstice of 2027?",
    { "solstice.kind": "summer", "calendar.year": 2027 },
    "solstice.day_length",
  ],
  ["how many hours of daylight does Reykjavik get on the winter solstice", { "solstice.kind": "winter" }, "solstice.day_length"],
  ["length of day in Lerwick at winter solstice 2026", { "solstice.kind": "winter", "calendar.year": 2026 }, "solstice.day_length"],
  ["sunrise on the summer solstice 2027 in Oslo", { "solstice.kind": "summer", "calendar.year": 2027 }, "solstice.sunrise"],
] as const)("the day of a solstice at a place is looked up: %s", (question, values, fact) => {
  const { goals, steps, unread = [] } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["place.search", "sun.solstice_day"], []])
  assert.deepInclude(inputsOf(question), values)
  assert.include(goals[0]!.facts, fact)
})

it.each([
  ["When is the winter solstice 2026 in New York time?", ["sky.seasons"]],
  ["how long is the shortest day of the year in Tromsø", ["place.search", "sun.year"]],
])("the date of a solstice and the shortest day keep their operations: %s", (question, operations) =>
  assert.deepEqual(
    planOf(question).steps.map((step) => step.operation),
    operations,
  ),
)

it.each([
  "What time is sunrise in Dunedin on 21 June 2027? We're planning a winter solstice breakfast for the kids.",
  "when is the winter solstice, and how long is the day in Oslo",
  "How long is the day on the next summer solstice in Perth",
])("no day of a solstice is read in: %s", (text) => assert.deepEqual(solsticeDays(text), []))
