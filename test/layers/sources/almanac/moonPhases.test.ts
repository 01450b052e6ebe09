import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { almanac } from "../../../../layers/sources/almanac/source.ts"
import { ask } from "./ask.ts"
import { at } from "../call.ts"

const moons = (start: string, end: string, zone?: string) =>
  ask(almanac, "moon.phases", { "calendar.start_date": start, "calendar.end_date": end, ...(zone && { zone }) })
const daysOf = (document: unknown, fact: string) => {
  const list = at(document, `moon.${fact}`)
  return Array.isArray(list) ? list.map((each) => String(each).slice(0, 10)) : []
}

describe("moon.phases", () => {
  it.effect("a period has the full and new moons that are published for it (U.S. Naval Observatory)", () =>
    Effect.gen(function* () {
      const document = yield* moons("2026-01-01", "2026-12-31")
      const full = "01-03 02-01 03-03 04-02 05-01 05-31 06-29 07-29 08-28 09-26 10-26 11-24 12-24".split(" ")
      const fresh = "01-18 02-17 03-19 04-17 05-16 06-15 07-14 08-12 09-11 10-10 11-09 12-09".split(" ")
      assert.deepEqual(
        daysOf(document, "full_moons"),
        full.map((day) => `2026-${day}`),
      )
      assert.deepEqual(
        daysOf(document, "new_moons"),
        fresh.map((day) => `2026-${day}`),
      )
      assert.deepEqual([at(document, "moon.full_moon_count"), at(document, "moon.new_moon_count")], [13, 12])
      assert.match(String(at(yield* moons("2027-01-01", "2027-12-31"), "moon.first_new_moon")), /^2027-01-07T20:2[45]/u)
    }),
  )

  it.effect("the days are those of the zone, the last one included, and a month may have no full moon", () =>
    Effect.gen(function* () {
      // 24 December 2026 at 01:28 UTC is still the 23rd in New York.
      assert.deepEqual(daysOf(yield* moons("2026-12-23", "2026-12-23", "America/New_York"), "full_moons"), ["2026-12-23"])
      assert.deepEqual(daysOf(yield* moons("2026-12-23", "2026-12-23"), "full_moons"), [])
      // February 2018 had no full moon in UTC.
      const none = yield* moons("2018-02-01", "2018-02-28")
      assert.deepEqual([at(none, "moon.full_moon_count"), at(none, "moon.first_full_moon")], [0, null])
      assert.include(yield* Effect.flip(moons("2027-02-01", "2027-01-01")), { _tag: "invalid_source_input" })
    }),
  )

  it.effect("a blue moon is the second full moon of a calendar month in the zone, also where the first one lies before the period", () =>
    Effect.gen(function* () {
      assert.deepEqual(daysOf(yield* moons("2026-01-01", "2026-12-31"), "blue_moons"), ["2026-05-31"])
      assert.deepEqual(daysOf(yield* moons("2026-05-20", "2026-06-10"), "blue_moons"), ["2026-05-31"])
      assert.deepEqual(daysOf(yield* moons("2027-01-01", "2027-12-31"), "blue_moons"), [])
      // 31 March 2018 at 12:37 UTC is 1 April in Kiritimati, whose April has its second full moon on the 30th.
      assert.deepEqual(daysOf(yield* moons("2018-03-15", "2018-05-15", "Pacific/Kiritimati"), "blue_moons"), ["2018-04-30"])
    }),
  )
})
