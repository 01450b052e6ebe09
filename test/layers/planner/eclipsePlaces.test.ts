import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it("an eclipse that a country sees is that of its capital, which the plan states", () => {
  const plan = planOf("Is there a solar eclipse visible from Spain in August 2027?")
  assert.deepEqual(
    plan.steps.map(({ operation }) => operation),
    ["place.search", "sky.next_eclipse"],
  )
  assert.isUndefined(plan.unread)
  assert.include(plan.limitations.join(" "), "Madrid, the capital, stands for Spain")
  assert.strictEqual(inputsOf("is there a solar eclipse in the UK in august 2027, what time")["date.day"], "2027-08-01")
})

it("eclipses of the earth need no place", () =>
  assert.deepEqual(
    planOf("solar eclipses in 2027").steps.map(({ operation }) => operation),
    ["sky.eclipses"],
  ))

it.each([
  ["which EU country has the highest standard VAT rate and which the lowest", ["vat.highest", "vat.lowest"]],
  ["average VAT in the European Union", ["vat.average_percent"]],
  ["list of standard VAT rates in the EU", ["vat.rates"]],
])("rates of the European Union are listed: %s", (question, facts) => {
  const { goals, steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["tax.vat_rates"], undefined])
  assert.includeMembers([...goals[0]!.facts], facts)
})

it.each([
  ["Logins from 84.17.46.53 and 49.207.180.11: same country?", ["ip.country", "ip.country"]],
  ["We saw logins from 84.17.46.53 and 49.207.180.11. Are they from the same country?", ["ip.country", "ip.country"]],
])("what arrived from addresses requests nothing by itself: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [operations, undefined])
})
