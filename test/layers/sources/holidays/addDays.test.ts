import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { feastDay } from "../../../../layers/sources/holidays/feasts.ts"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.add_days", (it) => {
  it.effect("calendar.add_days counts days, weeks, months and years forwards and backwards", () =>
    Effect.gen(function* () {
      const expected = [
        ["2026-11-24", "P90D", "2027-02-22", "monday", 90],
        ["2027-06-01", "-P6W", "2027-04-20", "tuesday", 42],
        ["2026-11-30", "P3M", "2027-02-28", "sunday", 90],
        ["2028-02-29", "P1Y", "2029-02-28", "wednesday", 365],
        ["2027-01-31", "-P2M", "2026-11-30", "monday", 62],
        ["2027-01-15", "P1Y6M10D", "2028-07-25", "tuesday", 557],
      ] as const
      for (const [date, period, due, weekday, days] of expected) {
        const document = yield* call("holidays", "calendar.add_days", { date, period })
        assert.deepEqual(
          ["due_date", "weekday", "days"].map((fact) => at(document, `calendar.${fact}`)),
          [due, weekday, days],
          `${date} ${period}`,
        )
      }
    }),
  )

  it.effect("the end of the month in which the period ends is stated", () =>
    Effect.gen(function* () {
      for (const [date, period, end] of [
        ["2026-11-30", "P45D", "2027-01-31"],
        ["2028-01-10", "P30D", "2028-02-29"],
        ["2027-01-31", "P1M", "2027-02-28"],
      ] as const)
        assert.strictEqual(at(yield* call("holidays", "calendar.add_days", { date, period }), "calendar.month_end"), end)
    }),
  )

  it.effect("whether the day is a Saturday or Sunday is stated", () =>
    Effect.gen(function* () {
      const due = yield* call("holidays", "calendar.add_days", { date: "2026-11-24", period: "P60D" })
      assert.deepEqual([at(due, "calendar.due_date"), at(due, "calendar.is_weekend")], ["2027-01-23", true])
      const day = yield* call("holidays", "calendar.weekday", { date: "2027-01-22" })
      assert.isFalse(at(day, "calendar.is_weekend"))
    }),
  )

  it.effect("the last day of a period that begins on the date is the day before", () =>
    Effect.gen(function* () {
      const ends = (date: string, period: string) =>
        Effect.map(call("holidays", "calendar.add_days", { date, period }), (answer) => at(answer, "calendar.period_end"))
      assert.deepEqual(
        [yield* ends("2027-01-04", "P6M"), yield* ends("2027-01-04", "P14D"), yield* ends("2027-01-04", "-P14D")],
        ["2027-07-03", "2027-01-17", null],
      )
      // A month that has no such day ends with its last one.
      assert.deepEqual(
        [
          yield* ends("2027-01-31", "P1M"),
          yield* ends("2027-03-31", "P1M"),
          yield* ends("2026-11-30", "P3M"),
          yield* ends("2027-03-01", "P1M"),
        ],
        ["2027-02-28", "2027-04-30", "2027-02-28", "2027-03-31"],
      )
    }),
  )

  it.effect("calendar.days_between gives an age in whole years, months and days", () =>
    Effect.gen(function* () {
      const expected = [
        ["1991-02-07", "2026-12-01", [35, 9, 24]],
        ["1960-02-29", "2026-12-31", [66, 10, 2]],
        ["2000-02-29", "2027-02-28", [26, 11, 30]],
        ["2000-02-29", "2027-03-01", [27, 0, 1]],
        ["2026-12-31", "2027-03-01", [0, 2, 1]],
      ] as const
      for (const [start, end, span] of expected) {
        const document = yield* call("holidays", "calendar.days_between", { start, end })
        const facts = ["whole_years", "whole_months", "days_beyond"].map((fact) => at(document, `calendar.${fact}`))
        assert.deepEqual(facts, [...span], `${start} ${end}`)
      }
    }),
  )

  it("the day of a feast follows the western Easter or its date", () => {
    // Easter Sundays of the US Naval Observatory; 25 April 2038 is the latest day that it can have.
    const easter = [2024, 2025, 2026, 2027, 2028, 2038].map((year) => feastDay("Easter Sunday", year))
    assert.deepEqual(easter, ["2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2038-04-25"])
    assert.strictEqual(feastDay("Whit Monday", 2027), "2027-05-17")
    assert.strictEqual(feastDay("St Patrick's Day", 2027), "2027-03-17")
    assert.isUndefined(feastDay("Chinese New Year", 2027))
  })
})
