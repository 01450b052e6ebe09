import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["how far is naivasha from nakuru", ["nakuru", "naivasha"]],
  // No misspelt Nauru.
  ["how far is Naivasha from Nakuru", ["Nakuru", "Naivasha"]],
  ["distance lyon turin as the crow flies km", ["lyon", "turin"]],
  ["great circle distance Uppsala Tartu", ["Uppsala", "Tartu"]],
])("towns side by side and in lower case are two places: %s", (question, [from, to]) =>
  assert.deepInclude(inputsOf(question), { "route.from_place": from, "route.to_place": to }),
)

it.each([
  ["golden hour cape town 12 december 2026", "cape town"],
  ["sunset time queenstown nz 16 january 2027", "queenstown, NZ"],
  ["where is mildura - coordinates and state", "mildura"],
])("a town in lower case is a place, also if its words are those of English: %s", (question, name) => {
  const [search] = planOf(question).steps
  assert.deepEqual([search?.operation, search?.input["place.name"]], ["place.search", { _tag: "Value", value: name }])
})

it.each([["coordinates of Santa Barbara", "Santa Barbara"]])("a name of several words is one name: %s", (question, name) =>
  assert.include(Object.values(inputsOf(question)), name),
)

it("a misspelt country is no small town of that name", () =>
  assert.deepEqual(inputsOf("wich countries share a land boarder with Lichtenstein"), { "country.code": "LI" }))

it("the ending of St. John's is part of the name", () =>
  assert.deepEqual(valuesOf("sunrise in St. John's tomorrow", "place.name"), ["St. John's"]))

it("two countries side by side are no town of the second one", () =>
  assert.deepEqual(valuesOf("Population of Vietnam, Thailand and the Philippines", "country.code"), ["VN", "TH", "PH"]))

it("a town with its country is as sure as the town", () => assert.isUndefined(planOf("sunrise in Lyon, France").isUncertain))

it.each([
  ["Vessel ETA Santos 14 Dec 2026 06:00 local, what time is that in Singapore?", "Santos"],
  ["When is sunrise in Gothenburg on Lucia, 13 December 2026?", "Gothenburg"],
  ["sunset in Stratford upon Avon on 3 March 2027", "Stratford upon Avon"],
])("a town is the known part of a run of capitalised words: %s", (question, name) => assert.include(valuesOf(question, "place.name"), name))
