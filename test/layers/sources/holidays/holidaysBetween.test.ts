import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.holidays_between", (it) => {
  const list = (country: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.holidays_between", { country, start, end, ...more })
  const dates = (document: unknown) => shown(document).map(({ date }) => date)
  const counts = (document: unknown) => [at(document, "calendar.holiday_count"), at(document, "calendar.weekday_holiday_count")]

  it.effect("calendar.holidays_between lists the holidays of a period over the turn of a year, both ends included", () =>
    Effect.gen(function* () {
      // Boxing Day 2026 is a Saturday: its substitute is Monday 28 December.
      const england = yield* list("GB", "2026-12-25", "2027-01-01", { region: "ENG" })
      assert.deepEqual(dates(england), ["2026-12-25", "2026-12-26", "2026-12-28", "2027-01-01"])
      assert.deepEqual(counts(england), [3, 3])
      const states = yield* list("US", "2026-11-24", "2026-12-31")
      assert.deepEqual(dates(states), ["2026-11-26", "2026-12-25"])
      assert.deepEqual(counts(states), [2, 2])
    }),
  )

  it.effect("a substitute day counts if its holiday is not in the period", () =>
    Effect.gen(function* () {
      assert.deepEqual(counts(yield* list("GB", "2027-12-27", "2027-12-31", { region: "ENG" })), [2, 2])
      assert.deepEqual(counts(yield* list("US", "2027-12-28", "2027-12-31")), [1, 1])
      assert.deepEqual(counts(yield* list("US", "2027-12-28", "2028-01-02")), [1, 1])
      assert.deepEqual(counts(yield* list("US", "2027-01-01", "2027-12-31")), [11, 12])
    }),
  )

  it.effect(
    "calendar.holidays_between counts each day off of a holiday of several days that is in the period and outside the weekend",
    () =>
      Effect.gen(function* () {
        // Tet is from Friday 5 to Tuesday 9 February, with Wednesday and Thursday for its Saturday and Sunday.
        assert.deepEqual(counts(yield* list("VN", "2027-02-01", "2027-02-28")), [4, 5])
        assert.deepEqual(counts(yield* list("VN", "2027-02-08", "2027-02-08")), [1, 1])
      }),
  )

  it.effect("calendar.holidays_between has no holidays of a week without one", () =>
    Effect.gen(function* () {
      const none = yield* list("DE", "2026-11-02", "2026-11-08")
      assert.deepEqual([dates(none), counts(none)], [[], [0, 0]])
    }),
  )

  it.effect("calendar.holidays_between and calendar.public_holidays agree about a whole year", () =>
    Effect.gen(function* () {
      for (const country of ["NO", "JP", "TR", "BR"]) {
        const year = yield* call("holidays", "calendar.public_holidays", { country, year: 2027 })
        assert.deepEqual(dates(yield* list(country, "2027-01-01", "2027-12-31")), dates(year), country)
      }
    }),
  )

  it.effect("a period that ends before it begins is refused", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(list("DE", "2026-11-08", "2026-11-02"))
      assert.include(String(error.message), "before calendar.start_date")
    }),
  )
})
