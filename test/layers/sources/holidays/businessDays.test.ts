import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.business_days", (it) => {
  const count = (country: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.business_days", { country, start, end, ...more })
  const facts = (document: unknown) =>
    ["days", "business_days", "weekend_days", "holiday_days"].map((fact) => at(document, `calendar.${fact}`))

  it.effect("calendar.business_days counts the year 2026 as payrolls do", () =>
    Effect.gen(function* () {
      // 2026 has 261 weekdays. Federal holidays: 11 on weekdays. England: 8. Bavaria: 9.
      assert.deepEqual(facts(yield* count("US", "2026-01-01", "2026-12-31")), [365, 250, 104, 11])
      assert.deepEqual(facts(yield* count("GB", "2026-01-01", "2026-12-31", { region: "ENG" })), [365, 253, 104, 8])
      assert.deepEqual(facts(yield* count("DE", "2026-01-01", "2026-12-31", { region: "BY" })), [365, 252, 104, 9])
    }),
  )

  it.effect("calendar.business_days includes both ends and names the holidays that it left out", () =>
    Effect.gen(function* () {
      const document = yield* count("DE", "2026-12-21", "2027-01-06")
      assert.deepEqual(facts(document), [17, 11, 4, 2])
      assert.deepEqual(
        shown(document).map((holiday) => holiday.date),
        ["2026-12-25", "2027-01-01"],
      )
      assert.deepEqual(facts(yield* count("DE", "2026-12-21", "2026-12-21")), [1, 1, 0, 0])
      assert.deepEqual(facts(yield* count("DE", "2026-12-25", "2026-12-25")), [1, 0, 0, 1])
      // Christmas and Boxing Day of 2027 are on a weekend, and both substitute days are off.
      assert.deepEqual(facts(yield* count("GB", "2027-12-24", "2027-12-29", { region: "ENG" })), [6, 2, 2, 2])
      const none = yield* count("DE", "2026-12-25", "2026-12-27")
      assert.deepEqual([at(none, "calendar.first_business_day"), at(none, "calendar.business_days")], [null, 0])
      const some = yield* count("DE", "2026-12-24", "2026-12-29")
      assert.deepEqual([at(some, "calendar.first_business_day"), at(some, "calendar.last_business_day")], ["2026-12-24", "2026-12-29"])
    }),
  )

  it.effect("a business day of the range is given by its ordinal, from the start or the end", () =>
    Effect.gen(function* () {
      const expected = [
        [3, 3, "start", "2026-12-23"],
        [-2, 2, "end", "2027-01-05"],
        [12, 12, "start", null],
        [undefined, null, null, null],
      ] as const
      for (const [ordinal, number, side, day] of expected) {
        const document = yield* count("DE", "2026-12-21", "2027-01-06", ordinal === undefined ? {} : { ordinal })
        const names = ["number", "side", "business_day"].map((name) => at(document, `calendar.ordinal_${name}`))
        assert.deepEqual(names, [number, side, day])
      }
      assert.strictEqual((yield* Effect.exit(count("DE", "2026-12-21", "2027-01-06", { ordinal: 0 })))._tag, "Failure")
    }),
  )

  it.effect("weekend days, holidays and business days add up to all days, and a range is the sum of its parts", () =>
    Effect.gen(function* () {
      for (const country of ["IL", "CN", "CH", "IN", "TR"]) {
        const [days, business, weekend, holidays] = facts(yield* count(country, "2020-01-01", "2029-12-31")).map(Number)
        assert.strictEqual(Number(business) + Number(weekend) + Number(holidays), days)
        assert.strictEqual(days, 3_653)
        let sum = 0
        for (let year = 2020; year < 2030; year++) {
          sum += Number(at(yield* count(country, `${year}-01-01`, `${year}-12-31`), "calendar.business_days"))
        }
        assert.strictEqual(sum, business, country)
      }
    }),
  )

  it.effect("calendar.business_days uses the country's weekend unless the request names another", () =>
    Effect.gen(function* () {
      const week = ["2026-07-06", "2026-07-12"] as const
      assert.deepEqual(at(yield* count("EG", ...week), "calendar.weekend"), ["friday", "saturday"])
      assert.deepEqual(facts(yield* count("IN", ...week)), [7, 6, 1, 0])
      assert.deepEqual(facts(yield* count("DE", ...week, { weekend: [] })), [7, 7, 0, 0])
      assert.deepEqual(facts(yield* count("DE", ...week, { weekend: ["sunday"] })), [7, 6, 1, 0])
    }),
  )

  it.effect("calendar.business_days lists half days and optional days without subtracting them", () =>
    Effect.gen(function* () {
      const document = yield* count("CN", "2026-06-01", "2026-06-05")
      assert.deepEqual(facts(document), [5, 5, 0, 0])
      assert.deepEqual(
        shown(document, "calendar.partial_holidays").map((holiday) => holiday.name),
        ["Children's Day"],
      )
    }),
  )

  it.effect("calendar.business_days refuses a range that ends before it begins or is longer than 10 years", () =>
    Effect.gen(function* () {
      for (const [start, end] of [
        ["2026-01-02", "2026-01-01"],
        ["2020-01-01", "2030-01-02"],
        ["1970-01-01", "2100-12-31"],
      ] as const) {
        const refusal = yield* Effect.flip(count("DE", start, end))
        assert.strictEqual(refusal._tag === "invalid_source_input" && refusal.field, "calendar.end_date")
      }
      assert.strictEqual(at(yield* count("DE", "2020-01-01", "2029-12-31"), "calendar.days"), 3_653)
    }),
  )
})
