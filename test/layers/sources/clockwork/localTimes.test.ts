import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { clockwork } from "../../../../layers/sources/clockwork/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

it.effect("a local time comes once, never where clocks are set forward over it, and twice where they are set back", () =>
  Effect.gen(function* () {
    // Directive 2000/84/EC: at 01:00 UTC of the last Sundays of March and October. United States: 02:00 local time, second Sunday of March, first of November.
    const expected = [
      ["Europe/Warsaw", "2027-03-28T02:30", "gap", null, null],
      ["Europe/Warsaw", "2027-03-28T03:00", "unique", "2027-03-28T01:00:00Z", null],
      ["Europe/Warsaw", "2027-03-28T01:59", "unique", "2027-03-28T00:59:00Z", null],
      ["Europe/London", "2027-10-31T01:30", "overlap", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"],
      ["America/New_York", "2026-11-01T01:30", "overlap", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"],
      ["America/New_York", "2027-03-14T02:00", "gap", null, null],
      ["America/Phoenix", "2027-03-14T02:30", "unique", "2027-03-14T09:30:00Z", null],
      // Half an hour at 02:00.
      ["Australia/Lord_Howe", "2026-10-04T02:15", "gap", null, null],
      ["Australia/Lord_Howe", "2026-10-04T02:30", "unique", "2026-10-03T15:30:00Z", null],
      // Samoa skipped 30 December 2011 to cross the date line.
      ["Pacific/Apia", "2011-12-30T12:00", "gap", null, null],
    ] as const
    for (const [zone, reading, status, utc, second] of expected) {
      const { time } = (yield* ask(clockwork, "time.check_local", { date_time: reading, zone })).data
      assert.deepEqual([time.status, time.utc, time.second_utc], [status, utc, second], `${reading} ${zone}`)
      assert.deepEqual([time.exists, time.count], [status !== "gap", { gap: 0, unique: 1, overlap: 2 }[status]])
    }
    const { time } = (yield* ask(clockwork, "time.check_local", { date_time: "2027-03-28T02:30", zone: "Europe/Berlin" })).data
    assert.deepEqual([time.change_before, time.change_after], ["2027-03-28T02:00:00+01:00", "2027-03-28T03:00:00+02:00"])
  }),
)

it.effect("the time between two local times counts the zones and the changes of the clocks, and an end before its start is refused", () =>
  Effect.gen(function* () {
    const elapsed = (start: string, startZone: string, end: string, endZone: string) => ({
      start,
      start_zone: startZone,
      end,
      end_zone: endZone,
    })
    const expected = [
      // 23:55 +08:00 is 15:55 UTC; 06:05 +01:00 is 05:05 UTC.
      [elapsed("2026-12-01T23:55", "Asia/Singapore", "2026-12-02T06:05", "Europe/Berlin"), 790, "13 hours 10 minutes"],
      [elapsed("2027-06-01T21:40", "America/Los_Angeles", "2027-06-03T06:10", "Pacific/Auckland"), 810, "13 hours 30 minutes"],
      // The night in which the clocks of Madrid are set back has nine hours from 22:00 to 06:00.
      [elapsed("2027-10-30T22:00", "Europe/Madrid", "2027-10-31T06:00", "Europe/Madrid"), 540, "9 hours"],
      // Across the date line the arrival is on the day before.
      [elapsed("2027-01-02T09:00", "Pacific/Auckland", "2027-01-01T17:00", "Pacific/Honolulu"), 420, "7 hours"],
      [elapsed("2027-01-01T09:00", "UTC", "2027-01-01T09:00", "Europe/London"), 0, "none"],
    ] as const
    for (const [input, minutes, text] of expected) {
      const { time } = (yield* ask(clockwork, "time.elapsed", input)).data
      assert.deepEqual([time.elapsed_minutes, time.elapsed], [minutes, text], JSON.stringify(input))
    }
    const backwards = elapsed("2027-03-03T09:00", "America/New_York", "2027-03-03T17:00", "Asia/Tokyo")
    assert.strictEqual(refusedField(clockwork, "time.elapsed", backwards), "time.end")
    // At 03:00 on 31 October the clocks of Berlin are set back, at 02:00 on 28 March forward.
    for (const [day, clock] of [
      ["2027-10-31", "02:30"],
      ["2027-03-28", "02:30"],
    ]) {
      const [reading, before, after] = [`${day}T${clock}`, `${day}T00:10`, `${day}T06:00`]
      assert.strictEqual(refusedField(clockwork, "time.elapsed", elapsed(before, "Europe/Berlin", reading, "Europe/Berlin")), "time.end")
      assert.strictEqual(refusedField(clockwork, "time.elapsed", elapsed(reading, "Europe/Berlin", after, "Europe/Berlin")), "time.start")
    }
  }),
)
