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

it.each([
  "Is this IBAN right: DE89 3704 0044 0532 0130 00 and what is the name of the bank?",
  "IBAN ES91 2100 0418 4502 0005 1332, our bank refuses it. Is there an error in it?",
  "Supplier gave us GB29 NWBK 6016 1331 9268 19 and the bank rejects it, what is wrong",
])("a request for what is right or wrong requests the verdict: %s", (question) => {
  const { goals, unread } = planOf(question)
  assert.deepEqual([unread, goals.some(({ facts }) => facts.includes("bank.valid") || facts.length === 0)], [undefined, true])
})
