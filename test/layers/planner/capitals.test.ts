import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

const placesOf = (question: string) => {
  const { limitations, steps, unread } = planOf(question)
  const places = steps.flatMap(({ input }) =>
    Object.entries(input).flatMap(([field, binding]) =>
      /place$|place\.name/u.test(field) && binding._tag === "Value" ? [binding.value] : [],
    ),
  )
  return { places, limitations, unread, operations: steps.map(({ operation }) => operation) }
}

describe("the capital of a country behind a preposition is a town", () => {
  it.each([
    ["sunset on 24 December 2026 in the capital of Namibia", ["Windhoek, Namibia"]],
    ["Is 1 May a holiday in the capital of Portugal?", ["Lisbon, Portugal"]],
    ["How many people live in the capital of Peru?", ["Lima, Peru"]],
    ["How large is the capital of Japan?", ["Tokyo, Japan"]],
    ["distance from the capital of France to the capital of Spain", ["Paris, France", "Madrid, Spain"]],
    ["How far is Linz from Austria's capital?", ["Linz", "Vienna, Austria"]],
  ])("%s", (question, towns) => {
    const { limitations, places, unread } = placesOf(question)
    assert.sameMembers([...places], towns)
    assert.isUndefined(unread)
    assert.isTrue(
      limitations.some((text) => text.startsWith("The capital of ")),
      limitations.join(" "),
    )
  })

  it.each(["what is the capital of Mongolia", "What is the capital and currency of Japan?"])("and is requested by itself: %s", (question) =>
    assert.deepEqual(placesOf(question).operations, ["country.profile"]),
  )

  it("and no town is taken where a country has several", () =>
    assert.notStrictEqual(draftOf("time in South Africa's capital")._tag, "Planned"))
})

it.each([
  ["Does Mexico City still change its clocks in spring?", ["time.clock_changes"]],
  ["public holidays in Mexico City 2027", ["calendar.public_holidays"]],
  ["population of Mexico City", ["place.search"]],
  ["sunset Guatemala City tomorrow", ["place.search", "sun.times"]],
])("a capital that is called like its country with `City` is read whole: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [operations, undefined])
})
