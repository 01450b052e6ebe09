import { assert, describe, it } from "@effect/vitest"
import { hijriDates } from "../../../layers/planner/extract/hijriDates.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 18))

/** The first spelling is the one of the answers. */
const spellings = [
  ["Muharram", "Moharram", "Muharam"],
  ["Safar"],
  ["Rabi al-Awwal", "Rabi' al-awwal", "Rabi ul Awwal", "Rabiul Awal", "Rabi I"],
  ["Rabi al-Thani", "Rabi' ath-Thani", "Rabi al-Akhir", "Rabi-us-Sani", "Rabi II"],
  ["Jumada al-Ula", "Jumada al-Awwal", "Jamadi ul Awwal", "Jumada I"],
  ["Jumada al-Thani", "Jumada al-Akhirah", "Jamadi us Sani", "Jumada II"],
  ["Rajab"],
  ["Shaaban", "Sha'ban", "Sha’baan", "Shaban"],
  ["Ramadan", "Ramadhan", "Ramazan", "Ramzan"],
  ["Shawwal", "Shawal"],
  ["Dhu al-Qadah", "Dhul-Qa'dah", "Dhu al-Qi'dah", "Zulqada"],
  ["Dhu al-Hijjah", "Dhul Hijja", "Zul Hijjah", "Dhu'l-Hijjah"],
]

describe("dates of the Islamic calendar in a question", () => {
  it.each(spellings.flatMap((names, place) => names.map((name) => [name, place + 1] as const)))(
    "a month is read in its usual spellings: %s",
    (name, month) =>
      assert.deepEqual(
        hijriDates(`when is 10 ${name} 1448`).map(({ value }) => value),
        [`1448-${String(month).padStart(2, "0")}-10`],
      ),
  )

  it("day and year are read around the month, with their era", () =>
    assert.deepEqual(
      ["the 15th of Shaaban, 1448 AH", "Ramadan 27, 1448", "when does Ramadan 1449 begin"].flatMap((text) =>
        hijriDates(text).map(({ value }) => value),
      ),
      ["1448-08-15", "1448-09-27", "1449-09-01"],
    ))

  it.each(["when does Ramadan 1448 end", "Ramadan 2027", "1 Farvardin 1405", "Safar 12", "1 Ramadan 1460", "1 Ramadan 1448 tabular"])(
    "no day of the calendar is read in: %s",
    (text) => assert.deepEqual(hijriDates(text), []),
  )
})

it.each([
  ["what is today's Hijri date", "2026-11-30"],
  ["Islamic year on 1 June 2027", "2027-06-01"],
  ["Convert 15 March 2026 to the Islamic calendar", "2026-03-15"],
  ["Which Hijri date corresponds to 1 January 2027?", "2027-01-01"],
  ["Which Hijri date is today (Umm al-Qura)", "2026-11-30"],
  ["what Islamic year is it", "2026-11-30"],
])("the Islamic date of a day is looked up: %s", (question, date) => {
  const { steps, unread = [] } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["calendar.to_hijri"], []])
  assert.deepInclude(inputsOf(question), { "calendar.date": date })
})

it.each([
  ["what date is 1 Muharram 1449", "1449-01-01"],
  ["convert 15 Shaaban 1448 to Gregorian", "1448-08-15"],
  ["what day of the week is 10 Dhul Hijjah 1448", "1448-12-10"],
  ["when does Ramadan 1448 start", "1448-09-01"],
])("the day of an Islamic date is looked up: %s", (question, date) => {
  const { steps, unread = [] } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["calendar.from_hijri"], []])
  assert.deepInclude(inputsOf(question), { "hijri.date": date })
})

it.each([
  ["when does Ramadan start in 2027", "calendar.feast_date"],
  ["Islamic New Year 2027", "calendar.feast_date"],
  ["Eid al-Fitr 2027 in Egypt", "calendar.named_holiday"],
  ["Ashura 2027", "calendar.feast_date"],
])("feasts of the Islamic calendar keep their operations: %s", (question, operation) =>
  assert.deepEqual(
    planOf(question).steps.map((step) => step.operation),
    [operation],
  ),
)

it.each(["when is 10 Muharram 1449 in Pakistan", "Hijri date in Pakistan today", "what Islamic year is 2027"])(
  "a country that sights the moon, and a year for a day, are questions back: %s",
  (question) => assert.notStrictEqual(draftOf(question)._tag, "Planned"),
)

it("a day of the Islamic calendar is passed on to no holidays of a country, which may sight the moon", () =>
  assert.isNotEmpty(planOf("is 10 Dhul Hijjah 1448 a public holiday in Pakistan").unread ?? []))
