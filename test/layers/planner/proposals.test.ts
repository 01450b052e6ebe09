import { assert, describe, it } from "@effect/vitest"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const now = Date.UTC(2026, 10, 21, 9)
const planOf = (question: string): Plan => {
  const { draft } = readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now, withoutFallbacks: true })
  return draft._tag === "Planned" ? draft.plan : assert.fail(`${question}: ${draft._tag}: ${draft.message}`)
}
const callsOf = (question: string) =>
  planOf(question).steps.map(({ input, operation }) => [
    operation,
    ...Object.values(input).map((binding) => ("value" in binding ? binding.value : "from before")),
  ])

describe("a value that a question proposes as its answer", () => {
  it.each([
    ["Currency of Bulgaria now, still lev?", [["currency.of_country", "BG"]]],
    ["Which currency does Poland use, zloty or euro?", [["currency.of_country", "PL"]]],
    ["VAT prefix for Greece is GR or EL?", [["tax.vat_format", "GR"]]],
  ])("is what the answer is compared with, and no unread part: %s", (question, calls) => {
    assert.deepStrictEqual(callsOf(question), calls)
    assert.isUndefined(planOf(question).unread)
  })

  it("is another request if its part names a fact of it", () =>
    assert.deepStrictEqual(callsOf("currency of Japan and symbol of the euro"), [
      ["currency.of_country", "JP"],
      ["currency.info", "EUR"],
    ]))

  it("is unread if something is turned into it", () =>
    assert.deepStrictEqual(planOf("VAT prefix for Greece, changed from GR to EL?").unread?.length, 1))
})
