import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("each of several conversions has its own step", () => {
  const conversions = (question: string) =>
    planOf(question).steps.map(({ input }) =>
      ["unit.value", "unit.from", "unit.to"].map((field) => (input[field]?._tag === "Value" ? input[field].value : null)).join(" "),
    )

  it.each([
    ["2,500 lb and 90 cu ft. I need kilos and cubic metres", ["2500 lb kilos", "90 cu ft cubic metres"]],
    ["convert 12 inches and 30 lbs to cm and kg", ["12 inches cm", "30 lbs kg"]],
    // The targets in the other order.
    ["convert 12 inches and 30 lbs to kg and cm", ["12 inches cm", "30 lbs kg"]],
    ["12 in to cm and 30 lb to kg", ["12 in cm", "30 lb kg"]],
    ["10 kg and 5 miles in pounds and km", ["10 kg pounds", "5 miles km"]],
  ])("each amount is converted to the target of its kind: %s", (question, expected) => assert.sameMembers(conversions(question), expected))

  it.each([
    ["5 miles in km and metres", ["5 miles km", "5 miles metres"]],
    ["20 psi to bar and kPa", ["20 psi bar", "20 psi kPa"]],
  ])("one amount is converted to each target: %s", (question, expected) => assert.sameMembers(conversions(question), expected))

  it("amounts that no order gives to one of several targets of their kind are not all converted", () => {
    assert.deepStrictEqual(conversions("5 miles and 3 km in feet and yards"), ["5 miles feet"])
    assert.include(planOf("5 miles and 3 km in feet and yards").unread?.join(" "), "3")
  })
})

describe("a list is known by the kinds of its values and by what is between them", () => {
  it.each([
    ["print 120 x 80 cm in inches", [120, 80], ["cm", "cm"]],
    ["12, 24 and 36 inches to cm", [12, 24, 36], ["inches", "inches", "inches"]],
    ["room 4 by 5 m in feet", [4, 5], ["m", "m"]],
    // A number behind a comma alone may be of anything.
    ["item 2, 5 kg in lb", [5], ["kg"]],
    ["2 x 500 ml in fl oz", [1000], ["ml"]],
  ] as const)("numbers joined before one unit are amounts of it: %s", (question, values, units) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.deepStrictEqual([draft._tag, values.length], ["NeedsSelection", 1])
    return assert.deepStrictEqual([valuesOf(question, "unit.value"), valuesOf(question, "unit.from")], [[...values], [...units]])
  })
})

it.each([
  ["convert 10 kg, 25 kg and 40 kg to pounds", [10, 25, 40]],
  ["200 nautical miles and 12 nautical miles in km", [200, 12]],
] as const)("each amount of a list with one target is converted: %s", (question, values) => {
  assert.deepStrictEqual(valuesOf(question, "unit.value"), [...values])
  assert.isUndefined(planOf(question).unread)
})
