import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.week", (it) => {
  const week = (input: Record<string, unknown>) => call("holidays", "calendar.week", input)

  it.effect("calendar.week gives the days that calendar.weekday has in that week", () =>
    Effect.gen(function* () {
      for (const [year, number, monday, sunday] of [
        [2027, 7, "2027-02-15", "2027-02-21"],
        [2026, 53, "2026-12-28", "2027-01-03"],
        [2025, 1, "2024-12-30", "2025-01-05"],
        [1970, 1, "1969-12-29", "1970-01-04"],
      ] as const) {
        const document = yield* week({ year, week: number })
        assert.deepEqual(
          ["monday", "sunday"].map((fact) => at(document, `calendar.${fact}`)),
          [monday, sunday],
        )
      }
      for (let number = 1; number <= 52; number++) {
        const monday = at(yield* week({ year: 2028, week: number }), "calendar.monday")
        const facts = yield* call("holidays", "calendar.weekday", { date: monday })
        assert.deepEqual(
          ["weekday", "iso_week", "iso_week_year"].map((fact) => at(facts, `calendar.${fact}`)),
          ["monday", number, 2028],
        )
      }
    }),
  )

  it.effect("calendar.week without a year gives a week that is not over", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const number of [1, 20, 53]) {
        const sunday = at(yield* week({ week: number }), "calendar.sunday")
        assert.isAtLeast(Date.parse(String(sunday)) + 86_400_000, now, `week ${number}`)
      }
    }),
  )

  it.effect("calendar.week refuses a week that the year does not have", () =>
    Effect.gen(function* () {
      assert.match(JSON.stringify(yield* Effect.flip(week({ year: 2027, week: 53 }))), /2027 has 52 weeks/u)
    }),
  )
})
