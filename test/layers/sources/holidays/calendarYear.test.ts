import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.of_year", (it) => {
  it.effect("calendar.of_year counts what calendar.weekday says of the last day of a year", () =>
    Effect.gen(function* () {
      for (const year of [1900, 2000, 2020, 2026, 2027, 2028, 2032, 2100]) {
        const document = yield* call("holidays", "calendar.of_year", { year })
        const last = yield* call("holidays", "calendar.weekday", { date: `${year}-12-31` })
        const first = yield* call("holidays", "calendar.weekday", { date: `${year}-01-01` })
        // 28 December is always in the last week of its year.
        const lastWeek = yield* call("holidays", "calendar.weekday", { date: `${year}-12-28` })
        const facts = ["days_in_year", "leap_year", "last_weekday", "first_weekday", "weeks_in_year"]
        assert.deepEqual(
          facts.map((fact) => at(document, `calendar.${fact}`)),
          [
            at(last, "calendar.day_of_year"),
            at(last, "calendar.leap_year"),
            at(last, "calendar.weekday"),
            at(first, "calendar.weekday"),
            at(lastWeek, "calendar.iso_week"),
          ],
          String(year),
        )
      }
    }),
  )
})
