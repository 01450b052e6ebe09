import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.add_business_days", (it) => {
  const add = (country: string, date: string, count: number, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.add_business_days", { country, date, day_count: count, ...more })
  const day = (document: unknown) => at(document, "calendar.business_day")

  it.effect("calendar.add_business_days leaves out weekends, holidays and the first date", () =>
    Effect.gen(function* () {
      // Tuesdays 1 and 8 December 2026 are holidays in Portugal.
      const portugal = yield* add("PT", "2026-11-30", 10)
      assert.deepEqual([day(portugal), at(portugal, "calendar.weekday"), at(portugal, "calendar.days")], ["2026-12-16", "wednesday", 16])
      assert.deepEqual(
        shown(portugal).map(({ date }) => date),
        ["2026-12-01", "2026-12-08"],
      )
      assert.strictEqual(day(yield* add("DE", "2026-11-20", 1)), "2026-11-23")
      assert.strictEqual(day(yield* add("AT", "2026-12-23", 3)), "2026-12-29")
      // The weekend of Egypt is Friday and Saturday.
      assert.strictEqual(day(yield* add("EG", "2026-11-19", 1)), "2026-11-22")
    }),
  )

  it.effect("calendar.add_business_days counts back over Easter", () =>
    Effect.gen(function* () {
      // Good Friday is 26 March 2027, Easter Monday the 29th.
      assert.strictEqual(day(yield* add("DE", "2027-03-31", 15, { direction: "before" })), "2027-03-08")
      assert.strictEqual(day(yield* add("DE", "2027-03-30", 1, { direction: "before" })), "2027-03-25")
    }),
  )

  it.effect("the date that lies 90 business days after another is the last of 90 that calendar.business_days counts", () =>
    Effect.gen(function* () {
      for (const [country, count] of [
        ["NO", 17],
        ["JP", 90],
        ["IL", 250],
        ["TR", 1_000],
      ] as const) {
        const end = day(yield* add(country, "2026-12-31", count))
        const counted = yield* call("holidays", "calendar.business_days", { country, start: "2027-01-01", end })
        assert.deepEqual([at(counted, "calendar.business_days"), at(counted, "calendar.last_business_day")], [count, end], country)
      }
    }),
  )

  it.effect("business days of years that are not covered are no answer", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(add("DE", "2100-12-30", 10))
      assert.include(String(error.message), "do not suffice")
    }),
  )
})
