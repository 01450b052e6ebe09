import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 24, 9))

describe("a question for the origin of a phone number", () => {
  it.each([
    ["+44 20 7946 0958: which town", "phone.area"],
    ["what city is +49 171 2345678", "phone.area"],
    ["missed call from +48 58 737 12 34 - what place is that", "phone.area"],
    ["UK number 0161 496 0000 -> town?", "phone.area"],
    ["which operator has +63 917 123 4567", "phone.network"],
    ["carrier of +91 98450 12345", "phone.network"],
    ["patient's relative +256 772 418273, which country and network is it", "phone.network"],
  ])("is for the area or for the network: %s", (question, fact) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(draft._tag)
    assert.deepStrictEqual(
      draft.plan.steps.map(({ operation }) => operation),
      ["phone.lookup"],
    )
    assert.include(draft.plan.goals[0]!.facts, fact)
    assert.isUndefined(draft.plan.unread)
  })

  it("is refused for the network of today: the number may have been taken along to another", () => {
    const draft = draftOf("current operator of +48 601 234 567")
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "on which network a telephone number is now")
  })
})

it.each([
  ["Is 020 7946 0958 a valid UK number? pls give it in E.164", "020 7946 0958"],
  ["is (212) 555-0147 a real format US number? our agent cannot dial it", "(212) 555-0147"],
  ["Guest calling from +7 701 234 5678, is it Russia or Kazakhstan?", "+7 701 234 5678"],
])("the digits of a number are no clock time, and who calls is background: %s", (question, number) => {
  assert.strictEqual(inputsOf(question)["phone.number"], number)
  assert.deepEqual([planOf(question).unread, planOf(question).isUncertain], [undefined, undefined])
})

it.each([
  ["what area is 0161 in the UK? and 0131", ["+44161", "+44131"]],
  ["which city has area code 030 in Germany", ["+4930"]],
  ["Area code 031 in South Africa is what city", ["+2731"]],
  ["area code 090 in Sweden, what town is that", ["+4690"]],
  ["which city has the dialling code 089 in Germany", ["+4989"]],
  ["where is area code 0161 UK", ["+44161"]],
])("an area code as it is dialled inside its country is read with the calling code: %s", (question, codes) => {
  const { goals, steps, unread } = planOf(question)
  assert.deepEqual(
    steps.map(({ input, operation }) => [operation, input["country.calling_code"]]),
    codes.map((value) => ["country.of_code", { _tag: "Value" as const, value }]),
  )
  assert.isTrue(goals.every(({ facts }) => facts.includes("phone.area")))
  assert.isUndefined(unread)
})

it.each([
  ["area code 01 in France, which region is that", "No source has the town or area of the area code 01."],
  ["what area is dialling code 03 in Malaysia", "No source has the town or area of the area code 03."],
  ["which town has the area code 01753", "The country of the area code 01753 is missing."],
])("an area code without a country, or without an area in the tables, is refused before any charge: %s", (question, message) => {
  const draft = draftOf(question)
  if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
  assert.include(draft.message, message)
})

it.each([
  ["the dialling code of Manchester, UK please", ["Manchester, UK"]],
  ["area codes of Zürich, Bern and Geneva", ["Zürich", "Bern", "Geneva"]],
  ["what area code is Dallas Texas", ["Dallas, Texas"]],
  ["what is the area code of Munich", ["Munich"]],
  ["which area codes does Chicago have", ["Chicago"]],
  ["Chicago's area code", ["Chicago"]],
  ["what's the std code for Bangalore, India", ["Bangalore, India"]],
  ["telephone area code of Osaka", ["Osaka"]],
])("the towns beside the words for an area code are those of which it is requested: %s", (question, towns) => {
  assert.deepEqual(
    planOf(question).steps.map(({ input, operation }) => [operation, input["phone.town"]]),
    towns.map((value) => ["phone.area_code", { _tag: "Value" as const, value }]),
  )
})

it.each(["country code of Japan", "dialling code for Portugal", "telephone code of Kenya", "country dialling code of Tripoli"])(
  "a calling code of a country is no area code: %s",
  (question) => {
    const draft = draftOf(question)
    assert.isTrue(draft._tag !== "Planned" || draft.plan.steps.every(({ operation }) => operation !== "phone.area_code"))
  },
)
