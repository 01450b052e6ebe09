import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))
const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => operation)

it.each([
  ["How do I write the Santiago number 2 2345 6789 so that I can dial it from Brazil?", "+56 2 2345 6789", "CL", "BR"],
  ["how do i dial a malawi mobile 0991 234 567 from england", "+265 991 23 45 67", "MW", "GB"],
  ["how do I call +44 20 7946 0018 from the US", "+44 20 7946 0018", undefined, "US"],
] as const)("a number is looked up with the country in which it is dialled: %s", (question, number, country, caller) => {
  assert.deepStrictEqual(operationsOf(question), ["phone.lookup"])
  const { "call.from": from, "country.code": own, "phone.number": written } = inputsOf(question)
  assert.deepStrictEqual([written, own, from, planOf(question).unread], [number, country, caller, undefined])
})

it.each([
  ["how to dial 020 7946 0958 London number from Philippines", "PH"],
  ["what do I dial from Japan to reach +33 1 42 68 53 00", "JP"],
] as const)("what is dialled before a number is that of its country: %s", (question, caller) => {
  assert.deepStrictEqual(operationsOf(question), ["phone.lookup", "phone.dialling"])
  assert.deepStrictEqual([inputsOf(question)["call.from"], planOf(question).unread], [caller, undefined])
})

it("a call to another town beside a number is a request of its own", () =>
  assert.include(operationsOf("is +972 3 520 1111 a Tel Aviv number? and what do I dial to call Milan from here"), "phone.dialling"))

it("the country of a caller is not that of a number in national form", () => {
  const inputs = inputsOf("How do I write 06-6941-0351 so that a colleague in Canada can dial it")
  assert.deepStrictEqual([inputs["country.code"], inputs["call.from"]], [undefined, "CA"])
})

it.each([
  ["missed call from Kenya number 0722 451 980, is it a mobile", "KE"],
  ["customer wrote his phone like 0532 123 45 67 from Turkey. Give me E.164", "TR"],
  ["I got a call from Ireland from 087 123 4567, mobile?", "IE"],
] as const)("where a call came from is the country of its number: %s", (question, country) => {
  const inputs = inputsOf(question)
  assert.deepStrictEqual([inputs["country.code"], inputs["call.from"]], [country, undefined])
})

it("a mobile number may begin with a digit by itself", () =>
  assert.strictEqual(
    inputsOf("How do I write the Chilean mobile number 9 8765 4321 in full international format?")["phone.number"],
    "9 8765 4321",
  ))

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
