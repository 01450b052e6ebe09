import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("a bank code and an account number", () => {
  it.each([
    ["We have only BLZ 500 105 17 and Kontonummer 0648489890, can you make the IBAN out of it", ["500 105 17", "0648489890", "DE"]],
    ["I have account 532013000 and Bankleitzahl 37040044, give me the IBAN", ["37040044", "532013000", "DE"]],
    ["what's the IBAN for bank code 19043 account 234573201 in Austria", ["19043", "234573201", "AT"]],
  ])("are one account, of which the IBAN is made: %s", (question, inputs) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    const [step, another] = draft.plan.steps
    assert.deepStrictEqual([step?.operation, another], ["bank.iban_of_account", undefined])
    assert.deepStrictEqual(
      Object.values(step!.input).map((binding) => "value" in binding && binding.value),
      inputs,
    )
  })

  it("lack their country if neither the question nor the name of the code says it", () =>
    assert.strictEqual(draftOf("IBAN of bank code 37040044 and account number 532013000")._tag, "NeedsInput"))

  it("are refused before any money if the code is not one of its country", () =>
    assert.match(JSON.stringify(draftOf("IBAN from sort code 60-16-13 and account 31926819")), /four letters of the bank/u))
})

describe("a German bank code without an account", () => {
  it.each([
    ["BIC for BLZ 370 400 44", ["370 400 44"]],
    ["Which bank has the German bank code 37040044?", ["37040044"]],
    ["BLZ 37040044 and BLZ 50010517 which banks", ["37040044", "50010517"]],
  ])("is that of a bank: %s", (question, codes) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    assert.deepStrictEqual(
      draft.plan.steps.map(({ input, operation }) => ({ operation, input })),
      codes.map((value) => ({ operation: "bank.of_code", input: { "bank.german_code": { _tag: "Value" as const, value } } })),
    )
  })

  it("is refused before any money if the list has no such bank", () =>
    assert.match(JSON.stringify(draftOf("which bank is BLZ 12345678")), /no bank with the code 12345678/u))
})
