import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { clockwork } from "../../../../layers/sources/clockwork/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(clockwork))("time.add", (it) => {
  const add = (input: Record<string, string>) => call("clockwork", "time.add", input)

  it.effect("counts hours and minutes from a clock time, in both directions", () =>
    Effect.gen(function* () {
      const later = yield* add({ date_time: "2026-11-24T16:20", duration: "PT93H" })
      assert.strictEqual(at(later, "time.result"), "2026-11-28T13:20:00")
      assert.strictEqual(at(later, "time.result_weekday"), "saturday")
      const earlier = yield* add({ date_time: "2026-12-04T10:05", duration: "-P3DT30M" })
      assert.strictEqual(at(earlier, "time.result"), "2026-12-01T09:35:00")
      assert.strictEqual(at(earlier, "time.direction"), "before")
    }),
  )

  it.effect("counts a change of the clocks where the zone is given", () =>
    Effect.gen(function* () {
      // Clocks in Berlin are set forward at 02:00 on 28 March 2027.
      const over = { date_time: "2027-03-27T22:00", duration: "PT10H" }
      assert.strictEqual(at(yield* add(over), "time.result"), "2027-03-28T08:00:00")
      const inBerlin = yield* add({ ...over, zone: "Europe/Berlin" })
      assert.strictEqual(at(inBerlin, "time.result"), "2027-03-28T09:00:00")
      assert.strictEqual(at(inBerlin, "time.clocks_change"), true)
    }),
  )

  it.effect("refuses a clock time that does not exist in the zone, and a result outside the years", () =>
    Effect.gen(function* () {
      for (const input of [
        { date_time: "2027-03-28T02:30", duration: "PT1H", zone: "Europe/Berlin" },
        { date_time: "2100-12-31T23:00", duration: "PT2H" },
        { date_time: "2026-11-24T16:20", duration: "P" },
      ])
        assert.isTrue(Exit.isFailure(yield* Effect.exit(add(input))), JSON.stringify(input))
    }),
  )
})

layer(only(clockwork))("a stretch of time beside clock times", (it) => {
  it.effect("of a shift is a break that is taken off", () =>
    Effect.gen(function* () {
      const shift = { start: "2026-11-27T21:45", end: "2026-11-28T06:20" }
      const worked = yield* call("clockwork", "time.hours_between", { ...shift, break: "PT40M" })
      assert.deepStrictEqual([at(worked, "time.elapsed_minutes"), at(worked, "time.worked_hours")], [515, 7.92])
      assert.isNull(at(yield* call("clockwork", "time.hours_between", shift), "time.worked_hours"))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(call("clockwork", "time.hours_between", { ...shift, break: "PT9H" }))))
    }),
  )

  it.effect("of a conversion passes before the second zone is read", () =>
    Effect.gen(function* () {
      const flight = yield* call("clockwork", "time.convert", {
        date_time: "2027-05-08T10:15",
        from: "Europe/Lisbon",
        to: "America/Toronto",
        duration: "PT7H40M",
      })
      assert.include(JSON.stringify(at(flight, "time.to")), "2027-05-08T12:55:00-04:00")
    }),
  )
})
