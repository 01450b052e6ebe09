import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf } = plansAt(Date.UTC(2026, 10, 22, 9))

describe("a refused question", () => {
  it.each([
    ["paint my house for IT00743110175", "IT00743110175 is not a valid VAT number: its check digits do not match."],
    ["paint my house for DE88370400440532013000", "DE88370400440532013000 is not a valid IBAN. The check digits do not match"],
  ])("states what is wrong with the numbers in it: %s", (question, fault) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, fault)
  })

  it("states nothing about numbers that are right", () => {
    const draft = draftOf("paint my house for DE89370400440532013000")
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.notInclude(draft.message, "DE89")
  })
})

it("a value that the best operation refuses is of another one that reads every word, or is refused", () => {
  const withdrawn = draftOf("Is the Croatian kuna still legal tender?")
  if (withdrawn._tag !== "Planned") return assert.fail(withdrawn._tag)
  assert.deepStrictEqual(
    withdrawn.plan.steps.map(({ input, operation }) => [operation, input["currency.code"]]),
    [["currency.info", { _tag: "Value", value: "HRK" }]],
  )
  const uncovered = draftOf("Is 25 April a holiday in Samoa")
  if (uncovered._tag !== "NeedsInput") return assert.fail(uncovered._tag)
  assert.include(uncovered.message, "Samoa (WS) is not a country that this source covers")
})
