import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))
const runs = (question: string): boolean => {
  const draft = draftOf(question)
  return draft._tag === "Planned" && draft.plan.unread === undefined && draft.plan.isUncertain !== true
}

it.each([
  ["notary in Lyon: date two months after 31 December 2026", ["calendar.add_days"]],
  [
    "Quote for a client in Porto: net 1,250.00 EUR. How much Portuguese VAT at the standard rate, and what's the gross?",
    ["tax.vat_of_amount"],
  ],
  ["New supplier onboarding (Recife): CNPJ 47.821.095/0001-87. Are the check digits correct?", ["company.validate_number"]],
  ["payroll in Hamburg: is 31 October 2027 a public holiday", ["calendar.is_holiday"]],
])("words before a colon that add nothing are left out: %s", (question, operations) => {
  assert.deepEqual(
    planOf(question).steps.map(({ operation }) => operation),
    operations,
  )
  assert.isTrue(runs(question))
})

it.each([
  // A value that the question is about.
  "XOF or XAF: which one do they use in Senegal, and what's the other for?",
  // A command.
  "confirm in VIES: CHE-116.281.710",
])("other words before a colon count: %s", (question) => assert.isFalse(runs(question)))

it.each([
  ["What weekday is 19 December 2026? The bride is asking.", ["calendar.weekday"]],
  ["What weekday is 19 December 2026? A client wants to know.", ["calendar.weekday"]],
  ["Does the sun come up at all in Tromsø on 15 December? The photo team is asking", ["place.search", "sun.times"]],
])("a statement beside a question that adds nothing is left out: %s", (question, operations) => {
  assert.deepEqual(
    planOf(question).steps.map(({ operation }) => operation),
    operations,
  )
  assert.isTrue(runs(question))
})

it.each([
  // A day of its own.
  "How many working days in May 2027 in Germany? We work on Saturdays.",
  // A clock time.
  "What time is sunset in Sintra on 20 June 2026? The ceremony starts at 19:30.",
  // A wish of the buyer.
  "What weekday is 19 December 2026? We want the calendar of the Orthodox church.",
  // A negation.
  "Please tell me Italy holidays in August, the regions do not count",
])("other statements beside a question count: %s", (question) => assert.isFalse(runs(question)))
