import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { leftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("the same facts are requested for each member of a list, for the day at the end of the list", () => {
  const goalsOf = (question: string) => planOf(question).goals.map(({ facts, text }) => [text, facts])
  const days = (question: string) => [...valuesOf(question, "date.day"), ...valuesOf(question, "calendar.year")]
  const sunset = ["sun.sunset"]

  it.each([
    ["When does the sun set in Paris and Rome today?", 2, sunset, "2026-11-21"],
    ["Sunrise in London, Oslo and Madrid tomorrow", 3, ["sun.sunrise"], "2026-11-22"],
    ["When does the sun set in Paris, Rome, and Athens on 4 July 2027?", 3, sunset, "2027-07-04"],
    ["sunrise and sunset in Paris and Rome tomorrow", 2, ["sun.sunrise", "sun.sunset"], "2026-11-22"],
    ["public holidays in Germany and France in 2027", 2, ["calendar.holidays"], 2027],
  ] as const)("each member has the same facts: %s", (question, length, facts, day) => {
    assert.deepStrictEqual(
      goalsOf(question),
      Array.from({ length }, () => [question, [...facts]]),
    )
    assert.deepStrictEqual(
      days(question),
      Array.from({ length }, () => day),
    )
    assert.deepStrictEqual(leftOf(question), [])
  })

  it("a word of little meaning may precede the day", () => {
    const question = "What time is it in London and Tokyo right now?"
    assert.deepStrictEqual(
      goalsOf(question),
      [question, question].map((text) => [text, ["time.local"]]),
    )
  })

  it("a list with one day for each member keeps both days", () => {
    const question = "Sunset in Paris today and in Rome tomorrow"
    assert.deepStrictEqual(goalsOf(question), [
      ["Sunset in Paris today", sunset],
      ["Sunset in Paris today", sunset],
    ])
    assert.deepStrictEqual(days(question), ["2026-11-21", "2026-11-22"])
  })

  it("the request of the first part applies to the whole list if its members differ in kind", () => {
    assert.deepStrictEqual(
      planOf("Time in Tokyo, Japan and London").steps.map(({ operation }) => operation),
      ["time.now", "place.search", "time.now"],
    )
    assert.deepStrictEqual(valuesOf("Sunset in Springfield, Illinois and Rome", "place.name"), ["Springfield, Illinois", "Rome"])
  })
})

describe("the text of a goal with two parts is that of the question", () => {
  it.each(["My IBAN is GB29NWBK60161331926819, is that valid?", "I am 180 cm tall, convert that to feet"])(
    "the goal has the text of the question: %s",
    (question) =>
      assert.deepStrictEqual(
        planOf(question).goals.map(({ text }) => text),
        [question],
      ),
  )
})

it.each([
  ["Load is 44000 lbs, how many kg is that and how many tonnes?", ["unit.convert", "unit.convert"]],
  ["Writing about the coast: which is bigger by population, Mombasa or Kisumu?", ["place.search", "place.search"]],
  ["Order came from 193.0.6.139: country and currency there?", ["ip.country", "currency.of_country"]],
])("each unit is a value, and a sentence before a colon requests nothing: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [operations, undefined])
})
