import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

it.each([
  ["full moon dates jan feb mar 2027", "2027-01-01", "2027-03-31"],
  ["public holidays in Spain in January, February and March 2027", "2027-01-01", "2027-03-31"],
  ["public holidays in Spain in November, December and January", "2026-11-01", "2027-01-31"],
  ["holidays in Japan during the first week of May 2027", "2027-05-01", "2027-05-07"],
  ["business days in Germany in the second week of January 2027", "2027-01-08", "2027-01-14"],
  ["holidays in Japan in the last week of April 2027", "2027-04-24", "2027-04-30"],
])("%s: one period, %s to %s", (question, start, end) => {
  assert.deepEqual([valuesOf(question, "calendar.start_date"), valuesOf(question, "calendar.end_date")], [[start], [end]])
  assert.isUndefined(planOf(question).unread)
})

it("what a week of a month is read as is stated", () =>
  assert.include(
    planOf("holidays in Japan during the first week of May 2027").limitations,
    '"during the first week of May 2027" is read as 1 May 2027 to 7 May 2027.',
  ))

it.each([
  ["UTC offset of London in January and in July", ["2027-01", "2027-07"]],
  ["UTC offset of London in January and July", ["2027-01", "2027-07"]],
  ["time difference UK Malawi in january and in april", ["2027-01", "2027-04"]],
])("months that do not follow each other have a step each: %s", (question, months) => {
  assert.deepEqual(valuesOf(question, "calendar.month"), months)
  assert.isUndefined(planOf(question).unread)
})

it.each(["countries with a half hour or 45 min time zone, list", "how long is the flight in half an hour steps"])(
  "a stretch of half an hour is no moment: %s",
  (question) => assert.notInclude(JSON.stringify(draftOf(question)), "2026-11-21T"),
)
