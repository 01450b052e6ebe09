import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 11, 1, 9))

it.each([
  ["August long weekend 2027 in Canada", "2027-08-01", "2027-08-31"],
  ["August full moon 2027", "2027-08-01", "2027-08-31"],
  ["February public holidays of 2028 in Spain", "2028-02-01", "2028-02-29"],
  ["May working days 2027 in Poland", "2027-05-01", "2027-05-31"],
] as const)("a month before its year is the period: %s", (question, start, end) => {
  const { unread } = planOf(question)
  const { "calendar.end_date": last, "calendar.start_date": first } = inputsOf(question)
  assert.deepStrictEqual([first, last, unread], [start, end, undefined])
})

it("a month is no period where it names a holiday, and none where its year is in another clause", () => {
  assert.deepInclude(inputsOf("which day is the August bank holiday 2028 in Scotland"), {
    "holiday.name": "August bank holiday",
    "calendar.year": 2028,
  })
  assert.strictEqual(inputsOf("August was quiet, public holidays 2027 in Spain?")["calendar.year"], 2027)
})
