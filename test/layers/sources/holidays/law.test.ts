import { assert, it } from "@effect/vitest"
import Holidays from "date-holidays"
import { calendarYear } from "../../../../layers/sources/holidays/compute.ts"
import { changes } from "../../../../layers/sources/holidays/law/applyLaw.ts"
import { dateOfDay } from "../../../../layers/sources/days.ts"

const publicDays = (country: string, year: number): ReadonlyArray<string> =>
  calendarYear(country, year)
    .entries.filter(({ type }) => type === "public")
    .flatMap(({ day, days }) => Array.from({ length: days }, (_, i) => dateOfDay(day + i).slice(5)))

/** Whole calendars of governments, in order. */
const official: ReadonlyArray<readonly [country: string, year: number, days: string]> = [
  ["BG", 2026, "01-01 03-03 04-10 04-11 04-12 04-13 05-01 05-06 05-24 05-25 09-06 09-07 09-22 12-24 12-25 12-26 12-28"],
  ["EC", 2026, "01-01 02-16 02-17 04-03 05-01 05-25 08-10 10-09 11-02 11-03 12-25"],
  ["NI", 2027, "01-01 03-25 03-26 05-01 07-19 09-14 09-15 12-08 12-25"],
  ["SV", 2027, "01-01 03-25 03-26 03-27 05-01 05-10 06-17 08-06 09-15 11-02 12-25"],
  ["KY", 2026, "01-01 01-26 02-18 04-03 04-06 05-04 05-18 06-15 07-06 11-09 12-25 12-26 12-28"],
  ["LI", 2027, "01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 08-15 09-08 11-01 12-08 12-25 12-26"],
]

it("the public holidays of a year are those of the law", () => {
  for (const [country, year, days] of official)
    assert.deepEqual([country, [...new Set(publicDays(country, year))].toSorted().join(" ")], [country, days])
})

it("a day that the law took away or moved is a public holiday no more", () => {
  assert.notInclude(publicDays("LK", 2027), "01-01")
  assert.notInclude(publicDays("TN", 2027), "01-14")
  assert.include(publicDays("TN", 2020), "01-14")
  assert.include(publicDays("TN", 2027), "12-17")
  assert.include(publicDays("RU", 2027), "05-10")
  assert.notInclude(publicDays("UA", 2026), "05-09")
  // The year of the Ethiopian calendar begins a day later before a leap year.
  assert.include(publicDays("ER", 2026), "09-11")
  assert.include(publicDays("ER", 2027), "09-12")
  assert.notInclude(publicDays("ER", 2027), "09-11")
  assert.include(publicDays("TT", 2027), "03-29")
  assert.include(publicDays("VI", 2027), "11-01")
  assert.include(publicDays("EH", 2027), "10-12")
  // The full moons of 2026 are no days of 2027.
  assert.include(publicDays("LK", 2026), "01-03")
  assert.notInclude(publicDays("LK", 2027), "01-03")
})

it("each rule of the changes is one of the data, or gives a day", () => {
  const years = Array.from({ length: 60 }, (_, i) => 1990 + i)
  for (const [country, change] of Object.entries(changes)) {
    const data = new Holidays(country)
    const known = new Set(data.getRules().map((rule) => String(Reflect.get(rule, "rule"))))
    const inData = [...(change.removed ?? []), ...(change.public ?? []), ...(change.observance ?? []), ...(change.ofYear?.rules ?? [])]
    for (const rule of inData) assert.isTrue(known.has(rule), `${country}: the data has no rule ${rule}`)
    for (const rule of [...Object.keys(change.named ?? {}), ...Object.keys(change.moved ?? {})]) {
      const alone = new Holidays(country)
      for (const other of known) alone.unsetRule(other)
      alone.setHoliday(rule, { name: { en: "Test" }, type: "public", substitute: rule.startsWith("substitutes") })
      assert.isTrue(
        years.some((year) => alone.getHolidays(year).length > 0),
        `${country}: ${rule} gives no day`,
      )
    }
  }
})
