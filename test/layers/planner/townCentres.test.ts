import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 30, 9))

it.each([
  ["distance from Berlin city centre to Potsdam", "route.from_place", "Berlin"],
  ["how far is the town centre of Leeds from York", "route.to_place", "Leeds"],
  ["distance from Vienna to Prague centre in km", "route.to_place", "Prague"],
  ["How far is it from Linate airport to Milan city centre?", "route.to_place", "Milan"],
])("the centre of a town is the town, and no town of that name: %s", (question, field, town) => {
  assert.deepEqual([valuesOf(question, field), planOf(question).unread], [[town], undefined])
})

it.each(["how far is BGY from Milan", "What airport is IATA code BGY and how far is it from Milan city centre?"])(
  "a distance between an airport and a town ends in the town, not at the airport nearest to it: %s",
  (question) => {
    const operations = planOf(question).steps.map(({ operation }) => operation)
    assert.deepEqual(operations.toSorted(), ["airport.lookup", "place.distance", "place.search"])
  },
)

it("a centre without its town is not searched for", () => {
  const draft = draftOf("distance from Munich airport to the city centre")
  const unread = draft._tag === "Planned" ? draft.plan.unread : []
  assert.deepEqual(unread, ["centre"])
})
