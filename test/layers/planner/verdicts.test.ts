import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["A German supplier put DE136695976 on the invoice as their VAT number, does the check digit hold up?", "tax.valid"],
  ["Does IL620108000000099999999 check out, and which bank code is in it?", "bank.valid"],
  ["We have a lead with 601 744 2000, is that a properly formed Bogotá landline?", "phone.valid"],
  ["NO93 8601 1117 947 – does the checksum work out, and in which currency are accounts kept there normally?", "bank.valid"],
])("an idiom for being right requests the verdict: %s", (question, fact) => {
  const { goals, isUncertain, unread } = planOf(question)
  assert.deepEqual([unread, isUncertain], [undefined, undefined])
  assert.include(goals[0]!.facts, fact)
})

it("the same words before something else request no verdict", () =>
  assert.notInclude(planOf("What does 5 ft work out to in cm?").goals[0]!.facts, "valid"))
