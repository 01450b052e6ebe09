import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))
const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => operation)

it("a number that is dialled from a country is not answered without it", () =>
  assert.include(planOf("how do i dial a malawi mobile 0991 234 567 from england").unread ?? [], "england"))

it("the country of a caller is not that of a number in national form", () => {
  const question = "How do I write 06-6941-0351 so that a colleague in Canada can dial it"
  assert.notProperty(inputsOf(question), "country.code")
  assert.include(planOf(question).unread ?? [], "Canada")
})

describe("a question for a call from one country to another", () => {
  it.each([
    ["How do I call Germany from Japan", "DE", "JP"],
    ["what do I dial from the US to reach a number in Kenya", "KE", "US"],
    ["How do I call Canada from the US?", "CA", "US"],
    ["I'm in Brazil, how do I phone Portugal?", "PT", "BR"],
    ["how to dial a Turkish number from Norway", "TR", "NO"],
    ["How do I call Lima from Denmark, what prefix do I dial", "PE", "DK"],
    ["how do I dial Lisbon from New York", "PT", "US"],
    ["do I drop the leading zero when calling the UK from France", "GB", "FR"],
  ])("takes both in their parts: %s", (question, called, caller) => {
    assert.deepStrictEqual(operationsOf(question), ["phone.dialling"])
    assert.deepStrictEqual(inputsOf(question), { "country.code": called, "call.from": caller })
    assert.isUndefined(planOf(question).unread)
  })

  it("has a step for each country that is called", () =>
    assert.deepStrictEqual(operationsOf("how do I call Germany and Kenya from Japan"), ["phone.dialling", "phone.dialling"]))

  it.each([
    ["how do I dial out of Kenya", { "country.code": "KE" }],
    ["From Russia, what is dialled before the country code?", { "country.code": "RU" }],
  ])("is one for the prefixes of a country where it names one alone: %s", (question, inputs) =>
    assert.deepStrictEqual(inputsOf(question), inputs),
  )

  it("is one for the time where it asks for it", () =>
    assert.deepStrictEqual(operationsOf("what time is it in Germany when I call from Japan at 9am"), ["time.convert"]))
})
