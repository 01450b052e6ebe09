import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 29, 9))

it.each([
  "We have people in Lisbon, Buenos Aires and Mexico City. How many hours is each one from São Paulo in December?",
  "I'm planning a webinar for people in Mexico City, São Paulo and Tokyo on 14 January 2027 at 17:00 my time. What time is it for each?",
])("one call does not answer for each of a list that another sentence has: %s", (question) =>
  assert.include(planOf(question).unread ?? [], "each"),
)

it("a call for each of a list does", () =>
  assert.isUndefined(planOf("What is the VAT rate in Spain, Italy and Malta, one number each?").unread))

it("what the buyer lays down is not passed over", () =>
  assert.deepStrictEqual(planOf("number of business days in January 2027 in Brazil, counting the 25th of January as a day off").unread, [
    "counting the 25th of January as a day",
  ]))

it.each([
  ["patient weighs 11 stone 4, kg?", { "unit.value": 158, "unit.from": "lb", "unit.to": "kg" }],
  ["12 oz, g?", { "unit.value": 12, "unit.from": "oz", "unit.to": "g" }],
])("a symbol behind a comma at the end is the unit wanted: %s", (question, inputs) => assert.deepStrictEqual(inputsOf(question), inputs))

it("each clock time of a list is converted to each place of another one", () => {
  const { steps, unread } = planOf("our maintenance window is 2:00-4:00 UTC on 6 December, what is that in Warsaw and in Chicago")
  assert.isUndefined(unread)
  const value = (binding: unknown) => (binding as { readonly value?: unknown }).value
  assert.sameMembers(
    steps.map(({ input }) => `${String(value(input["time.date_time"]))} ${String(value(input["time.to"]))}`),
    [
      "2026-12-06T02:00 America/Chicago",
      "2026-12-06T04:00 America/Chicago",
      "2026-12-06T02:00 Europe/Warsaw",
      "2026-12-06T04:00 Europe/Warsaw",
    ],
  )
})

it("what a time is requested of is not passed over", () =>
  assert.deepStrictEqual(planOf("What time does shabbat come in in Tel Aviv on Friday 4 December 2026?").unread, ["shabbat"]))

it("a town before its state has the clock of the town", () => {
  const { steps, unread } = planOf("Maintenance is 14:00 UTC on 2 December, what is that in Oslo and in Ashburn Virginia?")
  assert.isUndefined(unread)
  assert.sameMembers(
    steps.map(({ operation }) => operation),
    ["place.search", "time.convert", "time.convert"],
  )
})

it("a place that a statement names is not searched for where nothing is requested of it", () =>
  assert.deepStrictEqual(
    planOf("My supplier is in Izmir, Turkey. What is the time diffrence with Israel in January?").steps.map(({ operation }) => operation),
    ["time.difference"],
  ))

it("a difference all year is whether it varies", () =>
  assert.include(planOf("Is Ghana on the same time as London all year?").goals[0]?.facts ?? [], "time.difference_varies"))
