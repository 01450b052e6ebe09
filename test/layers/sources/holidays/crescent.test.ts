import { assert, it } from "@effect/vitest"
import { calendarYear } from "../../../../layers/sources/holidays/compute.ts"
import { dateOfDay } from "../../../../layers/sources/days.ts"

/** The days of a country that follow a rule of the Islamic calendar, substitutes left out. */
const daysOf = (country: string, year: number, rule: string): ReadonlyArray<string> =>
  calendarYear(country, year)
    .entries.filter((entry) => entry.rule.startsWith(rule) && !entry.substitute)
    .map(({ day }) => dateOfDay(day))

/** As the governments declared them. */
const declared: ReadonlyArray<readonly [country: string, rule: string, dates: string]> = [
  ["ID", "1 Shawwal", "2022-05-02 2023-04-22 2024-04-10 2025-03-31 2026-03-21"],
  ["ID", "10 Dhu al-Hijjah", "2022-07-10 2023-06-29 2024-06-17 2025-06-06 2026-05-27"],
  ["ID", "1 Muharram", "2023-07-19 2024-07-07 2025-06-27 2026-06-16"],
  ["ID", "27 Rajab", "2025-01-27 2026-01-16"],
  // In 2025 and 2026 the crescent was high enough for Indonesia and not for Malaysia, which measures from the place.
  ["MY", "10 Dhu al-Hijjah", "2023-06-29 2024-06-17 2025-06-07 2026-05-27"],
  ["MY", "1 Muharram", "2023-07-19 2024-07-07 2025-06-27 2026-06-17"],
  ["SG", "1 Shawwal", "2023-04-22 2024-04-10 2025-03-31 2026-03-21"],
  ["PK", "1 Shawwal", "2022-05-03 2023-04-22 2024-04-10 2025-03-31"],
  ["PK", "10 Dhu al-Hijjah", "2022-07-10 2023-06-29 2024-06-17 2025-06-07"],
  ["BD", "1 Shawwal", "2022-05-03 2023-04-22 2024-04-11 2025-03-31"],
  ["IN", "1 Shawwal", "2024-04-11 2025-03-31 2026-03-21"],
]

it("where the crescent decides, the days of the Islamic calendar are the declared ones", () => {
  for (const [country, rule, dates] of declared)
    for (const date of dates.split(" "))
      assert.deepEqual([country, rule, ...daysOf(country, Number(date.slice(0, 4)), rule)], [country, rule, date])
})

it("a year has the days that the crescent moves into it, and none that it moves out of it", () => {
  // Two feasts begin in 2033, the first on 2 January in Saudi Arabia.
  assert.deepEqual(daysOf("SG", 2033, "1 Shawwal"), ["2033-01-03", "2033-12-23"])
  for (const year of [2024, 2026, 2028, 2032, 2034])
    for (const { day } of calendarYear("ID", year).entries) assert.strictEqual(dateOfDay(day).slice(0, 4), String(year))
})

it("where a Sunday is moved, so is a day that the crescent gives to it", () => {
  const off = calendarYear("MY", 2026).entries.find(({ rule, substitute }) => rule === "2 Shawwal" && substitute)
  assert.strictEqual(off && dateOfDay(off.day), "2026-03-23")
  // In Kedah, Friday and Saturday are the weekend.
  assert.isFalse(calendarYear("MY-02", 2026).entries.some(({ rule, substitute }) => rule === "2 Shawwal" && substitute))
})

it("other countries keep the calendar of Saudi Arabia", () => {
  assert.deepEqual(daysOf("TR", 2027, "1 Shawwal"), ["2027-03-09"])
  assert.deepEqual(daysOf("ID", 2021, "1 Shawwal"), ["2021-05-13"])
})
