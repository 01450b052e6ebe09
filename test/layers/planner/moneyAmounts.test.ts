import { assert, describe, it } from "@effect/vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const draftOf = (question: string) =>
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21, 9), withoutFallbacks: true }).draft

describe("an amount of money", () => {
  it.each([
    ["Can an invoice in Japanese yen show an amount such as 1,250.50?", ["JPY", "1,250.50"]],
    ["can an amount be 1250.50 JPY or is that wrong", ["JPY", "1250.50"]],
    ["How many fils are in 1,250.500 BHD", ["BHD", "1,250.500"]],
  ])("is checked against the decimals of its currency: %s", (question, inputs) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    assert.deepStrictEqual(
      draft.plan.steps.map(({ input, operation }) => [
        operation,
        ...Object.values(input).map((binding) => "value" in binding && binding.value),
      ]),
      [["currency.amount_check", ...inputs]],
    )
    assert.isUndefined(draft.plan.unread)
  })

  it.each(["250 GBP in euros at today's rate", "how much is 1500 chf in euro today"])(
    "is not converted to another currency: %s",
    (question) => assert.match(JSON.stringify(draftOf(question)), /No source has exchange rates/u),
  )

  it("is unread where another fact of the currency is requested", () => {
    const draft = draftOf("symbol for 100 USD")
    assert.deepStrictEqual(draft._tag === "Planned" ? draft.plan.unread : draft, ["100"])
  })
})
