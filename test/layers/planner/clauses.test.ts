import { assert, describe, it } from "@effect/vitest"
import { doubtIn } from "../../../domain/ask/doubt.ts"
import { framesOf } from "../../../domain/planning/read/frames.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 23, 9))

describe("a clause about the buyer", () => {
  it.each([
    ["My driver's GPS says 52.2 N 21.0 E. Which city?", "My driver's GPS says 52.2 N 21.0 E"],
    ["our truck goes to Lesotho; which countries border it", "our truck goes to Lesotho"],
    ["number 0412 345 678, customer is australian, E.164", "customer is australian"],
    ["Is 26 December a holiday in France? I have to phone a supplier", "I have to phone a supplier"],
    ["A supplier in Porto writes about an eclipse. When is the next one", "A supplier in Porto writes about an eclipse"],
  ])("is found before and after the clause that asks: %s", (question, frame) => {
    assert.deepStrictEqual(
      framesOf(question).map(({ text }) => text.trim()),
      [frame],
    )
  })

  it.each([
    "I need the sunset in Oslo tomorrow",
    "we want to know the currency of Peru, and its capital",
    "My IBAN is DE89370400440532013000",
    "Confirm Japan has daylight saving time. Convert 10 miles to km.",
    "A list of public holidays in France; the capital of Spain",
    "What time does it get dark in Oslo? I mean end of civil twilight",
    "which of Graz, Linz and Salzburg is the largest",
  ])(
    "is not read where the first person requests something, where nothing else is left, and where it belongs to a question: %s",
    (question) => {
      assert.deepStrictEqual(framesOf(question), [])
    },
  )

  it("costs no approval: its words are no part of the request", () => {
    for (const question of [
      "My driver's GPS says 52.2297 N 21.0122 E. Which city?",
      "our lorry waits in Lesotho. Which countries have a border with it?",
      "number 0412 345 678, customer is australian, E.164",
      "Do American banks use IBANs? Our new customer in Chicago says he has none.",
      "A British guest says he weighs 12 stone. Kilos?",
    ])
      assert.isNull(doubtIn(planOf(question)), question)
  })

  it("is accounted for where it has a number, or a negation beside a value", () => {
    assert.include(planOf("Is DE89370400440532013000 valid? our bank did not accept 15 March").unread?.join(" "), "not")
    assert.isNull(doubtIn(planOf("Was last Friday a holiday in Brazil? our partner did not pick up")))
    assert.include(planOf("our 12 trucks are in Lesotho. Which countries border it?").unread?.join(" "), "12")
  })
})

describe("an unread word", () => {
  it.each([
    ["was the company with ABN 51824753556 dissolved", "dissolved"],
    ["does NL120386410B01 owe any taxes", "owe"],
    ["name of the owner of +41 79 304 55 12", "owner"],
    ["please tell me the name of the holder of account GB29 NWBK 6016 1331 9268 19", "holder"],
    ["how far is it by car from Kassel to Bolzano", "car"],
    ["Which neighbour of Brazil is the safest?", "safest"],
    ["nearest airport to 47.37, 8.54 that has a Lufthansa lounge", "Lufthansa lounge"],
    ["is IKEA in Vienna open on 8 December", "IKEA"],
    ["holiday pay for working on 1 May in Poland", "pay"],
  ])("waits for an approval in a place that decides what is requested, however likely the plan is: %s", (question, word) => {
    const draft = draftOf(question)
    if (draft._tag === "Planned") assert.include(draft.plan.unread?.join(" "), word)
    else assert.notStrictEqual(draft._tag, "NeedsInput")
  })

  it.each([
    "weather on Easter Monday 2027 in Portugal",
    "balance on IBAN RO49AAAA1B31007593840000?",
    "nearest pharmacy to 52.3676, 4.9041",
    "high tide at Saint-Malo on 25 November 2026",
  ])("is refused as the thing that a question without a verb requests: %s", (question) => {
    assert.strictEqual(draftOf(question)._tag, "Unsupported")
  })

  it.each([
    ["time in Yangon 7:45 on 8 Dec, for the colleague in Istanbul", "colleague"],
    ["which country is Kyzyl in, and roughly how many live there", "roughly"],
    ["country behind the SWIFT number GTBINGLA", "behind"],
  ])("is not named if it says for whom the answer is, how exact it is, or is a preposition: %s", (question, word) => {
    const plan = planOf(question)
    assert.notInclude(`${plan.unread?.join(" ")} ${plan.limitations.join(" ")}`, word)
  })
})

describe("a question in several clauses", () => {
  it.each([
    ["Supplier gave us GB82WEST12345698765433 and the bank rejects it, what is wrong", ["bank.validate_iban"]],
    [
      "We have a call at 15:30 Rotterdam time on 24 November 2026; what does the clock show in Los Angeles then?",
      ["place.search", "time.convert"],
    ],
    ["distance LHR JFK in km, straight line", ["airport.distance"]],
    ["somebody signs up for our newsletter with a mailinator.com address - throwaway?", ["email.domain"]],
  ])("is one request where only that plan is sure: %s", (question, operations) => {
    const plan = planOf(question)
    assert.isNull(doubtIn(plan))
    assert.deepStrictEqual(
      plan.steps.map(({ operation }) => operation),
      operations,
    )
  })

  it("is two requests where each clause has one of its own", () => {
    const plan = planOf("What is the currency of Japan, and is 3 November 2026 a public holiday there?")
    assert.deepStrictEqual(plan.steps.map(({ operation }) => operation).sort(), ["calendar.is_holiday", "currency.of_country"])
  })

  it.each([
    ["Which country is 163.1.1.1 in, and what's the calling code for that country?", ["ip.country", "country.profile"]],
    ["PL8567346215: number formally valid? and the standard rate in that country", ["tax.validate_vat", "tax.vat_rate"]],
  ])("is two requests where one is about an earlier answer: %s", (question, operations) =>
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      operations,
    ),
  )

  it("stays a question back where a date has two readings", () => {
    assert.strictEqual(draftOf("is 01/06/2027 a public holiday in Kenya?")._tag, "NeedsSelection")
  })
})
