import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { clockwork } from "../../../../layers/sources/clockwork/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

it.effect("the timestamp of a local time counts its zone, and of a day its first moment", () =>
  Effect.gen(function* () {
    const seconds = { unix_unit: "seconds" }
    const expected = [
      [{ date_time: "2027-01-15T09:00", zone: "America/Chicago", ...seconds }, 1_800_025_200],
      [{ date_time: "1970-01-01T00:00", ...seconds }, 0],
      [{ date_time: "2027-01-15T08:00:01", unix_unit: "milliseconds" }, 1_800_000_001_000],
      [{ day: "2025-12-01", ...seconds }, 1_764_547_200],
      [{ day: "2027-07-01", zone: "Australia/Sydney", ...seconds }, 1_814_364_000],
    ] as const
    for (const [input, timestamp] of expected) {
      const { time } = (yield* ask(clockwork, "time.to_unix", input)).data
      assert.strictEqual(time.timestamp, timestamp, JSON.stringify(input))
    }
  }),
)

it.effect("a time that comes twice has two timestamps, and one that is skipped has that of the change", () =>
  Effect.gen(function* () {
    const at = (date_time: string) =>
      Effect.map(ask(clockwork, "time.to_unix", { date_time, zone: "Europe/Berlin", unix_unit: "seconds" }), ({ data }) => data.time)
    const twice = yield* at("2027-10-31T02:30")
    assert.strictEqual(twice.alternative_timestamp - twice.timestamp, 3_600)
    const skipped = yield* at("2027-03-28T02:30")
    assert.deepEqual([skipped.skipped, skipped.utc, skipped.alternative_timestamp], [true, "2027-03-28T01:00:00Z", null])
  }),
)

it.effect("a difference and an offset of a month state their changes in it", () =>
  Effect.gen(function* () {
    // The clocks of the United States go forward on 14 March 2027, those of Europe on 28 March.
    const differ = { from: "America/Chicago", to: "Europe/London" }
    const march = (yield* ask(clockwork, "time.difference", { ...differ, month: "2027-03" })).data.time
    assert.deepEqual(march.differences_in_month, [
      { name: "6 hours", date: "2027-03-01" },
      { name: "5 hours", date: "2027-03-14" },
      { name: "6 hours", date: "2027-03-28" },
    ])
    const january = (yield* ask(clockwork, "time.difference", { ...differ, month: "2027-01" })).data.time
    assert.deepEqual([january.differences_in_month, january.difference], [[], "6 hours"])
    const offset = (yield* ask(clockwork, "time.offset", { zone: "Europe/Madrid", month: "2026-10" })).data.time
    assert.deepEqual([offset.utc_offset, offset.change_that_month.local], ["+02:00", "2026-10-25T02:00:00+01:00"])
    const winter = (yield* ask(clockwork, "time.offset", { zone: "America/Nuuk", month: "2027-01" })).data.time
    assert.deepEqual([winter.utc_offset, winter.change_that_month], ["-02:00", null])
  }),
)

it.effect("the hours between two clock times of a day go over midnight, and an end on an earlier day is refused", () =>
  Effect.gen(function* () {
    const between = (start: string, end: string) =>
      Effect.map(ask(clockwork, "time.hours_between", { start, end }), ({ data }) => [data.time.elapsed, data.time.elapsed_hours])
    assert.deepEqual(yield* between("2026-11-24T22:45", "2026-11-24T06:15"), ["7 hours 30 minutes", 7.5])
    assert.deepEqual(yield* between("2026-11-24T22:45", "2026-11-25T06:15"), ["7 hours 30 minutes", 7.5])
    assert.deepEqual(yield* between("2026-11-24T09:10", "2026-11-24T17:40"), ["8 hours 30 minutes", 8.5])
    assert.strictEqual(refusedField(clockwork, "time.hours_between", { start: "2026-11-24T09:00", end: "2026-11-23T10:00" }), "time.end")
  }),
)

it.effect("the clock changes of a country are those of its capital's zone or of most of its zones, and the other zones are named", () =>
  Effect.gen(function* () {
    const of = (country: string) => Effect.map(ask(clockwork, "time.clock_changes", { code: country, year: 2027 }), ({ data }) => data.time)
    const states = yield* of("US")
    assert.deepEqual(
      [states.clocks_forward, states.clocks_back].map((at) => at.slice(0, 16)),
      ["2027-03-14T02:00", "2027-11-07T02:00"],
    )
    assert.sameMembers(states.unchanged_zones, ["America/Phoenix", "Pacific/Honolulu"])
    assert.include((yield* of("AU")).unchanged_zones, "Australia/Brisbane")
    const chile = yield* of("CL")
    assert.deepEqual([chile.zone, chile.change_count], ["America/Santiago", 2])
    assert.includeMembers(chile.unchanged_zones, ["America/Punta_Arenas", "America/Coyhaique"])
    const turkey = yield* of("TR")
    assert.deepEqual([turkey.change_count, turkey.unchanged_zones, turkey.zone], [0, [], "Europe/Istanbul"])
    assert.strictEqual((yield* of("FR")).zone, "Europe/Paris")
  }),
)
