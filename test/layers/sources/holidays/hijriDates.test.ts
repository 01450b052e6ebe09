import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { dateOfDay } from "../../../../layers/sources/days.ts"
import { dayOfHijri, firstHijriDay, hijriMonths, hijriOf, lastHijriDay } from "../../../../layers/sources/holidays/hijri.ts"
import { at, call } from "../call.ts"
import { onlyHolidays } from "../only.ts"

layer(onlyHolidays)("dates of the Islamic calendar", (it) => {
  const toHijri = (date: string) =>
    Effect.map(call("holidays", "calendar.to_hijri", { "hijri.calendar": "umm_al_qura", "calendar.date": date }), (document) =>
      at(document, "hijri.text"),
    )
  const fromHijri = (date: string) =>
    Effect.map(call("holidays", "calendar.from_hijri", { "hijri.date": date }), (document) => [
      at(document, "calendar.date"),
      at(document, "calendar.weekday"),
    ])

  // The first days of months as the printed calendar of the Saudi government has them, by the table of the project hijridate (MIT).
  const firstDays = [
    ["1999-04-17", "1420-01-01", "1 Muharram 1420"],
    ["2006-06-27", "1427-06-01", "1 Jumada al-Thani 1427"],
    ["2024-07-07", "1446-01-01", "1 Muharram 1446"],
    ["2024-12-02", "1446-06-01", "1 Jumada al-Thani 1446"],
    ["2026-06-16", "1448-01-01", "1 Muharram 1448"],
    ["2029-04-15", "1450-12-01", "1 Dhu al-Hijjah 1450"],
  ] as const

  it.effect("first days of months are those of the printed calendar, in both directions", () =>
    Effect.gen(function* () {
      for (const [date, hijri, text] of firstDays) {
        assert.strictEqual(yield* toHijri(date), text)
        assert.strictEqual((yield* fromHijri(hijri))[0], date)
      }
    }),
  )

  it.effect("a day inside a month has its weekday", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* fromHijri("1449-01-01"), ["2027-06-06", "sunday"])
      assert.strictEqual(yield* toHijri("2027-06-01"), "26 Dhu al-Hijjah 1448")
    }),
  )

  it("each day of the years has one date, each month 29 or 30 days, and the way back leads to the day", () => {
    const lengths = new Map<string, number>()
    for (let day = firstHijriDay; day <= lastHijriDay; day++) {
      const date = hijriOf(day)
      if (day % 7 === 0) assert.strictEqual(dayOfHijri(date), day)
      const month = `${date.year}-${date.month}`
      lengths.set(month, (lengths.get(month) ?? 0) + 1)
    }
    assert.strictEqual(lengths.size, 31 * hijriMonths.length)
    assert.deepEqual(
      [...lengths].filter(([, days]) => days !== 29 && days !== 30),
      [],
    )
    assert.deepEqual([dateOfDay(firstHijriDay), dateOfDay(lastHijriDay)], ["1999-04-17", "2029-05-13"])
  })

  it.effect("a day that its month does not have, and years in which the tables differ, are refused", () =>
    Effect.gen(function* () {
      // Dhu al-Hijjah 1448 ends on its 29th or 30th day.
      assert.strictEqual(dayOfHijri({ year: 1448, month: 12, day: 31 }), undefined)
      for (const date of ["1448-12-31", "1448-13-01", "1419-12-29", "1451-01-01"])
        assert.include(String((yield* Effect.flip(fromHijri(date))).message), "1420 to 1450", date)
      assert.include(String((yield* Effect.flip(toHijri("1999-04-16"))).message), "1999-04-17")
      assert.include(String((yield* Effect.flip(toHijri("2029-05-14"))).message), "2029-05-13")
    }),
  )
})
