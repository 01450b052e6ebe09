import { assert, it } from "@effect/vitest"
import type { Plan, PlannedStep } from "../../../../domain/ask/Plan.ts"
import { goalLabels, labelled } from "../../../../domain/ask/answer/goalLabels.ts"

const step = (operation: string, input: PlannedStep["input"]): PlannedStep => ({
  source: "s",
  operation,
  name: operation,
  input,
  conditional: false,
  insteadOf: null,
  price: { id: null, model: "per_call", amount: 0n as PlannedStep["price"]["amount"] },
  max: 0n as PlannedStep["max"],
  limit: 1,
})
const planOf = (steps: ReadonlyArray<PlannedStep>, of: ReadonlyArray<number>): Plan => ({
  goals: of.map((each, place) => ({ ref: `g${place + 1}`, text: "t", step: each, facts: [] })),
  steps,
  limitations: [],
})
const labelsOf = (plan: Plan) => plan.goals.map((goal) => goalLabels(plan).get(goal))

it("goals of one operation are distinguished by what their steps take from the question", () => {
  const towns = ["Graz", "Linz"].flatMap((town, at) => [
    step("place.search", { "place.name": { _tag: "Value", value: town } }),
    step("sun.times", {
      "geo.latitude": { _tag: "From", step: at * 2, pointer: "/geo/latitude" },
      "date.day": { _tag: "Value", value: "2026-12-05" },
    }),
  ])
  assert.deepEqual(labelsOf(planOf(towns, [1, 3])), ["Graz", "Linz"])
})

it("one goal, goals of several operations, and codes have no label", () => {
  const country = (value: string) => step("country.profile", { "country.code": { _tag: "Value", value } })
  assert.deepEqual(labelsOf(planOf([country("PT")], [0])), [undefined])
  assert.deepEqual(labelsOf(planOf([country("PT"), country("ES")], [0, 1])), [undefined, undefined])
})

it("a label is put in front where the sentence does not have it, with a number only if the result has that", () => {
  assert.strictEqual(labelled("The sun sets at 16:12.", "Graz", {}), "Graz: The sun sets at 16:12.")
  assert.strictEqual(labelled("Graz has 295424 inhabitants.", "graz", {}), "Graz has 295424 inhabitants.")
  assert.strictEqual(
    labelled("It is a mobile.", "+34 612 345 678", { phone: { e164: "+34612345678" } }),
    "+34 612 345 678: It is a mobile.",
  )
  assert.strictEqual(labelled("It is a mobile.", "+34 612 345 678", {}), "It is a mobile.")
})
