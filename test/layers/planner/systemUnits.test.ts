import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 29, 9))
const conversionsOf = (question: string) =>
  planOf(question).steps.map(({ input }) =>
    ["unit.value", "unit.from", "unit.to"].map((field) => (input[field]?._tag === "Value" ? input[field].value : undefined)),
  )

it.each([
  ["what is 200 lbs in metric", [[200, "lbs", "kilogram"]]],
  ["10 km in imperial units", [[10, "km", "mile"]]],
  // The inches behind feet have no unit of their own, also before another amount.
  [
    "5 foot 11 and 13 stone in metric",
    [
      [71, "in", "centimeter"],
      [13, "stone", "kilogram"],
    ],
  ],
  // A unit of its own.
  ["20 metric tons in lbs", [[20, "metric tons", "lbs"]]],
])("%s: each amount has the unit of the other system", (question, conversions) => {
  assert.deepStrictEqual(conversionsOf(question), conversions)
  assert.isUndefined(planOf(question).unread)
})

it("the unit is stated", () => assert.include(planOf("what is 200 lbs in metric").limitations, `"metric" is read as kilogram.`))

it("litres are no gallons, of which two countries have different ones", () =>
  assert.strictEqual(draftOf("convert 30 litres to imperial")._tag, "NeedsInput"))
