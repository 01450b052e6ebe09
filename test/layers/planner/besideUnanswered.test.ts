import { assert, describe, it } from "@effect/vitest"
import { doubtIn } from "../../../domain/ask/doubt.ts"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 23, 9))

describe("a further question that no operation answers", () => {
  it.each([
    [
      "Is this a valid SA ID number: 8502270821082 and what date of birth and gender does it give",
      "id.validate_number",
      "what date of birth",
    ],
    ["what country is 185.220.101.34 in and is it a tor node", "ip.country", "is it a tor node"],
    ["is LT353250012345678901 a valid IBAN, and is it revolut?", "bank.validate_iban", "is it revolut"],
    ["what is the capital of Japan and is it raining there?", "country.profile", "is it raining there"],
    ["PESEL 44051401359 ok? and is it man or woman", "id.validate_number", "is it man or woman"],
    ["do they drive on the left in Malta and which plug type do they use there", "country.profile", "which plug type do they use there"],
  ])("is named, and the rest is bought: %s", (question, operation, left) => {
    const plan = planOf(question)
    assert.deepStrictEqual(
      plan.steps.map((step) => step.operation),
      [operation],
    )
    assert.isNull(doubtIn(plan))
    assert.include(plan.limitations.join(" "), `The plan does not answer "${left}`)
  })

  it.each([
    "What is the capital of Burkina Faso and the population density?",
    "capital of Peru and its GDP",
    // In the middle of a list.
    "What is the capital, GDP and official language of Kenya?",
  ])("is named by the sentence of a source that declares it: %s", (question) => {
    const plan = planOf(question)
    assert.isNull(doubtIn(plan))
    assert.include(plan.limitations.join(" "), "No source has the economy")
  })

  it.each([
    // It has a value: what it requests may change the answer.
    "IATA code for Oslo, and is Torp an airport of it?",
    // The part before it requests nothing.
    "Republic Day of India in 2027: which weekday, and how many days from 24 November 2026?",
    "pesel 44051401359, what birth date is in it",
    // An operation knows its words.
    "How many countries share a land border with Germany, and which is the smallest of them by area?",
    // The verdict of the validation answers it.
    "customer sent DE89 3704 0044 0532 0310 00 and our bank rejects it, is the check sum ok?",
  ])("waits in any other case: %s", (question) => {
    assert.notInclude(planOf(question).limitations.join(" "), "does not answer")
  })
})
