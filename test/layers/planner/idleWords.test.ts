import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  // Nothing else than the region.
  ["public holidays Germany 2027, Bavaria only", ["calendar.public_holidays"]],
  ["stat holidays canada 2027", ["calendar.public_holidays"]],
  ["public holidays in Basel-Stadt 2027", ["calendar.public_holidays"]],
  ["Compare sunrise in Madrid and Warsaw on 1 Dec 2026", ["place.search", "sun.times", "place.search", "sun.times"]],
  ["What's the current VAT rate in Estonia? I have 22% in our system but somebody wrote that it went up", ["tax.vat_rate"]],
  ["new joiner starts 14 December 2026 with 90 days notice period, what is last day", ["calendar.add_days"]],
  ["IT60X0542811101000000123456 , i need to know the ABI and CAB", ["bank.validate_iban"]],
  ["is there a full moon in March 2027, and when", ["moon.phases"]],
])("words that change nothing of the request delay no plan: %s", (question, operations) => {
  const { isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread, isUncertain], [operations, undefined, undefined])
})

it.each([
  ["only the holidays of Bavaria that are on a Monday in 2027", "only"],
  ["Compare the VAT rate of Spain", "Compare"],
  ["is the new VAT rate of Estonia 24 %", "new"],
])("the same words are named where they may change it: %s", (question, word) => assert.include(planOf(question).unread ?? [], word))
