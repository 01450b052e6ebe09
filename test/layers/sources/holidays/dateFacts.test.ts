import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.weekday", (it) => {
  it.effect("calendar.weekday gives the weekday and the ISO week, which may be of another year", () =>
    Effect.gen(function* () {
      const expected = [
        ["2026-12-24", "thursday", 52, 2026],
        ["2026-12-31", "thursday", 53, 2026],
        ["2027-01-03", "sunday", 53, 2026],
        ["2027-01-04", "monday", 1, 2027],
        ["2024-12-30", "monday", 1, 2025],
        ["1970-01-01", "thursday", 1, 1970],
      ] as const
      for (const [date, weekday, week, year] of expected) {
        const document = yield* call("holidays", "calendar.weekday", { date })
        assert.deepEqual(
          [date, ...["weekday", "iso_week", "iso_week_year"].map((fact) => at(document, `calendar.${fact}`))],
          [date, weekday, week, year],
        )
      }
    }),
  )

  it.effect("calendar.weekday counts the days of the year and knows leap years and quarters", () =>
    Effect.gen(function* () {
      const facts = (document: unknown) => ["day_of_year", "quarter", "leap_year"].map((fact) => at(document, `calendar.${fact}`))
      assert.deepEqual(facts(yield* call("holidays", "calendar.weekday", { date: "2028-12-31" })), [366, 4, true])
      assert.deepEqual(facts(yield* call("holidays", "calendar.weekday", { date: "2027-03-31" })), [90, 1, false])
    }),
  )

  it.effect("calendar.days_between counts days and weeks without the first day", () =>
    Effect.gen(function* () {
      const between = (start: string, end: string) =>
        Effect.map(call("holidays", "calendar.days_between", { start, end }), (document) =>
          ["days", "week_count", "rest_days"].map((fact) => at(document, `calendar.${fact}`)),
        )
      assert.deepEqual(yield* between("2026-11-23", "2026-12-25"), [32, 4, 4])
      assert.deepEqual(yield* between("2028-02-28", "2028-03-01"), [2, 0, 2])
      assert.deepEqual(yield* between("2027-05-01", "2027-05-01"), [0, 0, 0])
    }),
  )
})
