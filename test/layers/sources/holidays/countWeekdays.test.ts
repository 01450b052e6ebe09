import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.count_weekdays", (it) => {
  it.effect("the days of the week are counted from the first to the last date, both included, and listed", () =>
    Effect.gen(function* () {
      const expected = [
        ["2027-05-01", "2027-09-30", ["saturday"], 22],
        ["2026-11-30", "2026-12-18", ["monday", "tuesday", "wednesday", "thursday", "friday"], 15],
        ["2027-01-01", "2027-12-31", ["friday"], 53],
        ["1799-12-31", "1800-01-07", ["sunday"], undefined],
        ["2027-03-01", "2027-03-01", ["tuesday"], 0],
      ] as const
      for (const [start, end, weekdays, count] of expected) {
        const counted = yield* Effect.exit(call("holidays", "calendar.count_weekdays", { start, end, weekdays: [...weekdays] }))
        if (count === undefined) assert.strictEqual(counted._tag, "Failure", start)
        else if (counted._tag === "Failure") assert.fail(start)
        else assert.strictEqual(at(counted.value, "calendar.counted_days"), count, start)
      }
      const mondays = yield* call("holidays", "calendar.count_weekdays", { start: "2027-02-01", end: "2027-02-28", weekdays: ["monday"] })
      assert.deepEqual(at(mondays, "calendar.counted_dates"), ["2027-02-01", "2027-02-08", "2027-02-15", "2027-02-22"])
    }),
  )

  it.effect("more than 10 years and an end before the start are refused", () =>
    Effect.gen(function* () {
      for (const [start, end] of [
        ["2016-12-31", "2027-01-01"],
        ["2027-01-02", "2027-01-01"],
      ]) {
        const refused = yield* Effect.exit(call("holidays", "calendar.count_weekdays", { start, end, weekdays: ["monday"] }))
        assert.strictEqual(refused._tag, "Failure", start)
      }
    }),
  )
})
