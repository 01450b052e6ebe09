import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("a text where a BIC is expected", () => {
  it.each([
    ["Is OKOYF1HH a correctly formed BIC?", "OKOYF1HH"],
    ["is okoyf1hh a valid SWIFT code", "okoyf1hh"],
    ["BPKOPLPW which bank and country is this", "BPKOPLPW"],
  ])("is checked, also without the form of one: %s", (question, bic) => {
    assert.strictEqual(planOf(question).steps[0]!.operation, "bank.validate_bic")
    assert.deepStrictEqual(inputsOf(question), { "bank.bic": bic })
    assert.isUndefined(planOf(question).unread)
  })

  it("is no BIC without the word", () => assert.notStrictEqual(draftOf("Is OKOYF1HH correctly formed?")._tag, "Planned"))
})

describe("the number of a payment card", () => {
  it.each([
    "Is 4111 1111 1111 1111 a valid card number?",
    "check my Visa 4111111111111111",
    "card number 4111-1111-1111-1111 valid?",
    "does 378282246310005 pass the Luhn check for Amex?",
    "which bank issued the card 5105 1051 0510 5100",
    // Its check digit is wrong.
    "is the credit card 4111 1111 1111 1112 valid",
    "can you validate a credit card number",
  ])("is refused, and should not be sent: %s", (question) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "No source knows anything about payment cards, and their numbers should not be sent")
  })

  it.each(["what is the currency of Japan, I pay by credit card", "SIM card number +41 79 123 45 67 which country"])(
    "is not read in the word for another card: %s",
    (question) => assert.strictEqual(draftOf(question)._tag, "Planned"),
  )
})
