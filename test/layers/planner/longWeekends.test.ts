import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 18))

it.each([
  ["how many long weekends are there in Ireland in 2027", { code: "IE", start_date: "2027-01-01", end_date: "2027-12-31" }],
  ["long weekends 2027 poland", { code: "PL", start_date: "2027-01-01", end_date: "2027-12-31" }],
  ["list the three-day weekends in Japan in May 2027", { code: "JP", start_date: "2027-05-01", end_date: "2027-05-31" }],
  ["Which long weekends do we have in South Africa from January to June 2027?", { start_date: "2027-01-01", end_date: "2027-06-30" }],
  ["Are there any long weekends in Canada between January and June 2027?", { code: "CA", end_date: "2027-06-30" }],
  ["long weekends in Ireland until the end of 2027", { code: "IE", start_date: "2026-11-30", end_date: "2027-12-31" }],
])("long weekends are listed for their country and period: %s", (question, values) => {
  const [step, ...others] = planOf(question).steps
  assert.deepEqual([step?.operation, others.length, planOf(question).unread ?? []], ["calendar.long_weekends", 0, []])
  const given = Object.fromEntries(Object.entries(inputsOf(question)).map(([field, value]) => [field.replace(/^.*\./u, ""), value]))
  assert.deepInclude(given, { ...values, kind: "long_weekend" })
})

it("the next long weekend is one of the next 12 months, which is stated", () => {
  const plan = planOf("When is the next long weekend in Singapore?")
  assert.deepInclude(inputsOf("When is the next long weekend in Singapore?"), { "calendar.end_date": "2027-11-29" })
  assert.include(plan.limitations.join(" "), "the next 12 months")
  assert.include(plan.goals[0]!.facts, "calendar.first_long_weekend")
})

it("bridge days are requested by their name", () =>
  assert.deepInclude(inputsOf("bridge days in Austria in 2027"), { "stretch.kind": "bridge_day", "country.code": "AT" }))

it("a country whose government moves days off each year is refused before anything is bought", () => {
  const draft = draftOf("long weekends in China 2027")
  assert.strictEqual(draft._tag, "NeedsInput")
  assert.include(draft._tag === "NeedsInput" ? draft.message : "", "moves days off")
})

it.each([
  ["how many weekends are there in May 2027", "calendar.count_weekdays"],
  ["upcoming bank holidays in Ireland", "calendar.holidays_between"],
  ["public holidays south africa 2027 list please, I want to block long weekends", "calendar.public_holidays"],
  ["what days are the weekend in Kuwait", "country.profile"],
])("other weekends and holidays keep their operations: %s", (question, operation) =>
  assert.deepEqual(
    planOf(question).steps.map((step) => step.operation),
    [operation],
  ),
)
