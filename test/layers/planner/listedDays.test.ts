import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

it.each([
  ["Christmas Day and Boxing Day 2027 weekday?", "calendar.date", ["2027-12-25", "2027-12-26"]],
  ["24 December, 25 December and 1 January 2028, weekdays?", "calendar.date", ["2027-12-24", "2027-12-25", "2028-01-01"]],
  ["what weekday are 24 and 31 December 2027", "calendar.date", ["2027-12-24", "2027-12-31"]],
  ["is 6 January and 19 March 2027 a holiday in Croatia", "calendar.date", ["2027-01-06", "2027-03-19"]],
  ["is 31 October 2026 a public holiday in Slovenia, and 1 November", "calendar.date", ["2026-10-31", "2026-11-01"]],
  ["is 24 December 2026 a day off in Poland, and 6 January?", "calendar.date", ["2026-12-24", "2027-01-06"]],
  ["dialing codes Ethiopia, Uganda n Tanzania", "country.code", ["ET", "UG", "TZ"]],
])("each day and each country of a list is meant: %s", (question, field, values) => assert.deepEqual(valuesOf(question, field), values))

it("two days after `between` or `from` are a span", () =>
  assert.deepEqual(
    planOf("business days between 24 and 31 December 2027 in Poland").steps.map(({ input, operation }) => [
      operation,
      input["calendar.start_date"],
      input["calendar.end_date"],
    ]),
    [["calendar.business_days", { _tag: "Value", value: "2027-12-24" }, { _tag: "Value", value: "2027-12-31" }]],
  ))

it("the same year is a value, and no comparison", () => {
  const question = "Good Friday 2027 and Ascension in the same year"
  assert.deepEqual(valuesOf(question, "calendar.year"), [2027, 2027])
  assert.isUndefined(planOf(question).comparison)
})

describe("each listed day or year has its own step", () => {
  it.each([
    ["Public holidays in Japan in 2026 and 2027", "calendar.year", [2026, 2027]],
    ["Sunset in Paris today and tomorrow", "date.day", ["2026-11-21", "2026-11-22"]],
    ["is 1 May 2027 or 2 May 2027 a holiday in Germany", "calendar.date", ["2027-05-01", "2027-05-02"]],
    // The ends of a time are no list.
    ["working days between 1 May and 10 June 2027 in Germany", "calendar.start_date", ["2027-05-01"]],
  ] as const)("each day or year has a step: %s", (question, field, days) => assert.deepStrictEqual(valuesOf(question, field), [...days]))
})
