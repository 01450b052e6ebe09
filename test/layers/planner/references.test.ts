import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 9))

it.each([
  ["Full moon in March 2027, what local time in Auckland?", ["local time"]],
  ["Distance between Mombasa and Kisumu, and population of both", ["of both"]],
  ["Distance between Mombasa and Kisumu, and population of both cities", ["of both"]],
  [
    "The file has to be in 3 working days before pay day. Pay day is 31 December 2026, what is the latest date I can submit? UK bank holidays apply.",
    ["before"],
  ],
])("what refers to another part of the question is not passed over: %s", (question, unread) => {
  assert.deepEqual(planOf(question).unread, unread)
})

it.each([
  "what time is it in Auckland and when is the next full moon",
  "first full moon after today, what local time in Auckland?",
  "codes for both Tokyo airports",
  "20 working days before 30 April 2027 in Ireland, what is the latest date",
  "airports near Siena Italy, closest first",
  "what does a Dutch btw-nummer look like, is NL004495445B01 well formed?",
])("a plan that uses each word runs: %s", (question) => {
  assert.isUndefined(planOf(question).unread)
})

it("the prefixes that a network announces are declared as not known", () => {
  const draft = draftOf("List of IPv4 prefixes for AS28573")
  assert.match(draft._tag === "Unsupported" ? draft.message : draft._tag, /^No source has lists of the networks/u)
})
