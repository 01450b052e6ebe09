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

  it("is no BIC without the word", () => assert.strictEqual(draftOf("Is OKOYF1HH correctly formed?")._tag, "Unsupported"))
})
