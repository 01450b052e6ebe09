import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { almanac } from "../../../../layers/sources/almanac/source.ts"
import { sunYear } from "../../../../layers/sources/almanac/sunYear.ts"
import { ephemerisSun } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "./ask.ts"
import { at } from "../call.ts"

const year = (latitude: number, longitude: number, year = 2026, zone?: string) =>
  ask(almanac, "sun.year", { latitude, longitude, year, ...(zone && { zone }) })
const fact = (document: unknown, name: string) => at(document, `sun.${name}`)

const daysApart = (a: unknown, b: string): number => Math.abs(Date.parse(String(a)) - Date.parse(b)) / 86_400_000
const minutesOf = (length: unknown): number => {
  const [, hours, minutes = "0"] = /^(\d+) hours?(?: (\d+) minutes?)?$/u.exec(String(length)) ?? []
  return Number(hours) * 60 + Number(minutes)
}

const tromso = [69.6492, 18.9553] as const
const hammerfest = [70.6634, 23.6821] as const
const longyearbyen = [78.2232, 15.6267] as const
const london = [51.5074, -0.1278] as const
const sydney = [-33.8688, 151.2093] as const
const mcmurdo = [-77.85, 166.67] as const

/** As commonly published, to a few days: at the horizon a minute of refraction is a day, and hills are not counted. */
const published: ReadonlyArray<readonly [readonly [number, number], string, string]> = [
  [tromso, "polar_night_start", "2026-11-27"],
  [tromso, "polar_night_end", "2027-01-15"],
  [tromso, "midnight_sun_start", "2026-05-19"],
  [tromso, "midnight_sun_end", "2026-07-25"],
  [longyearbyen, "polar_night_start", "2026-10-26"],
  [longyearbyen, "polar_night_end", "2027-02-15"],
  [longyearbyen, "midnight_sun_start", "2026-04-19"],
  [longyearbyen, "midnight_sun_end", "2026-08-23"],
]

describe("sun.year", () => {
  it.effect("polar night and midnight sun begin and end within 2 days of the published days", () =>
    Effect.gen(function* () {
      for (const [place, name, day] of published) {
        const document = yield* year(...place)
        assert.isAtMost(daysApart(fact(document, name), day), 2, `${place.join(" ")} ${name} ${String(fact(document, name))}`)
      }
    }),
  )

  it.effect("the year of the almanac's engine agrees with that of the ephemeris, in the north and in the south", () =>
    Effect.gen(function* () {
      for (const [latitude, longitude] of [hammerfest, mcmurdo, london, sydney]) {
        const exact = yield* sunYear(ephemerisSun).run({ "geo.latitude": latitude, "geo.longitude": longitude, "calendar.year": 2026 }, 10)
        const document = yield* year(latitude, longitude)
        for (const name of Object.keys(Object(at(document, "sun")))) {
          const [a, b] = [fact(document, name), fact(exact.data, name)]
          if (/start|end|_day$/u.test(name) && a !== null) assert.isAtMost(daysApart(a, String(b)), 1, name)
          else if (/^(?:earliest|latest)/u.test(name) && a !== null) assert.isAtMost(daysApart(a, String(b)), 1.1, name)
          else if (a === null) assert.isNull(b, name)
        }
      }
    }),
  )

  it.effect("a polar night that began in the year before ends in this one, beside the one that begins in it", () =>
    Effect.gen(function* () {
      const [before, after] = [yield* year(...hammerfest, 2026), yield* year(...hammerfest, 2027)]
      assert.strictEqual(fact(after, "initial_polar_night_end"), fact(before, "polar_night_end"))
      assert.match(String(fact(after, "initial_polar_night_end")), /^2027-01-(?:19|20|21)$/u)
      assert.match(String(fact(after, "polar_night_end")), /^2028-01-/u)
      const south = yield* year(...mcmurdo)
      assert.match(String(fact(south, "initial_midnight_sun_end")), /^2026-02-/u)
      assert.isNull(fact(south, "initial_polar_night_end"))
    }),
  )

  it.effect("the first and last day of a season are those for which sun.times has no sunrise or no sunset", () =>
    Effect.gen(function* () {
      const document = yield* year(...tromso)
      const stateOn = (day: unknown, days: number) =>
        Effect.map(
          ask(almanac, "sun.times", {
            latitude: tromso[0],
            longitude: tromso[1],
            day: new Date(Date.parse(String(day)) + days * 86_400_000).toISOString().slice(0, 10),
          }),
          (sun) => fact(sun, "state"),
        )
      for (const [season, state] of [
        ["polar_night", "down_all_day"],
        ["midnight_sun", "up_all_day"],
      ] as const) {
        const [first, last] = [fact(document, `${season}_start`), fact(document, `${season}_end`)]
        assert.strictEqual(yield* stateOn(first, 0), state)
        assert.strictEqual(yield* stateOn(last, 0), state)
        assert.notStrictEqual(yield* stateOn(first, -1), state)
        assert.notStrictEqual(yield* stateOn(last, 1), state)
        assert.strictEqual(fact(document, `${season}_days`), daysApart(first, String(last)) + 1)
        assert.isTrue(fact(document, `has_${season}`))
      }
    }),
  )

  it.effect("London has its earliest sunset before, and its latest sunrise after the shortest day, which lasts 7 hours 50 minutes", () =>
    Effect.gen(function* () {
      const document = yield* year(...london)
      assert.strictEqual(fact(document, "shortest_day"), "2026-12-21")
      assert.strictEqual(fact(document, "shortest_day_length"), "7 hours 50 minutes")
      assert.strictEqual(fact(document, "longest_day"), "2026-06-21")
      assert.closeTo(minutesOf(fact(document, "longest_day_length")), 16 * 60 + 38, 1)
      assert.closeTo(Number(fact(document, "shortest_day_noon_altitude")), 15, 0.3)
      assert.closeTo(Number(fact(document, "longest_day_noon_altitude")), 61.9, 0.3)
      assert.match(String(fact(document, "shortest_day_sunset")), /^2026-12-21T15:5[34]/u)
      assert.match(String(fact(document, "earliest_sunset")), /^2026-12-1[1-3]T15:51/u)
      assert.match(String(fact(document, "latest_sunset")), /^2026-06-2[3-6]T21:2[12]/u)
      assert.match(String(fact(document, "earliest_sunrise")), /^2026-06-1[5-8]T04:4[23]/u)
      assert.match(String(fact(document, "latest_sunrise")), /^2026-(?:12-(?:29|30|31)|01-0[12])T08:06/u)
      for (const season of ["polar_night", "midnight_sun"]) {
        assert.isFalse(fact(document, `has_${season}`))
        for (const end of ["start", "end", "days"]) assert.isNull(fact(document, `${season}_${end}`))
      }
    }),
  )

  it.effect("the shortest day of Sydney is in June and the longest in December", () =>
    Effect.gen(function* () {
      const document = yield* year(...sydney)
      assert.strictEqual(fact(document, "shortest_day"), "2026-06-21")
      assert.strictEqual(fact(document, "longest_day"), "2026-12-22")
      assert.closeTo(minutesOf(fact(document, "shortest_day_length")), 9 * 60 + 54, 1)
      assert.closeTo(minutesOf(fact(document, "longest_day_length")), 14 * 60 + 25, 1)
      assert.match(String(fact(document, "earliest_sunset")), /^2026-06-1[0-3]T16:5[23]/u)
    }),
  )

  it.effect("the times are compared by the local clock: in Boston the latest sunrise is the last one of daylight saving time", () =>
    Effect.gen(function* () {
      assert.match(String(fact(yield* year(42.36, -71.06), "latest_sunrise")), /^2026-10-31T07:1[5-7]:\d\d-04:00$/u)
      // In UTC there is no such change.
      assert.match(String(fact(yield* year(42.36, -71.06, 2026, "Etc/UTC"), "latest_sunrise")), /^2026-(?:12-31|01-0[1-5])T12:1/u)
    }),
  )

  it.effect("a sunset after midnight is the latest one, and belongs to the evening before", () =>
    Effect.gen(function* () {
      const reykjavik = yield* year(64.1466, -21.9426)
      assert.match(String(fact(reykjavik, "latest_sunset")), /^2026-06-2[2-4]T00:0[34]/u)
      assert.match(String(fact(reykjavik, "earliest_sunset")), /^2026-12-1[5-9]T15:2[89]/u)
      assert.closeTo(minutesOf(fact(reykjavik, "shortest_day_length")), 4 * 60 + 7, 2)
    }),
  )

  it.effect("the equator has days of about 12 hours and no polar night, and a place beyond the polar circle no earliest sunset", () =>
    Effect.gen(function* () {
      const quito = yield* year(0, -78.47)
      for (const day of ["shortest_day_length", "longest_day_length"]) assert.closeTo(minutesOf(fact(quito, day)), 12 * 60 + 7, 2)
      assert.isFalse(fact(quito, "has_polar_night"))
      assert.isFalse(fact(quito, "has_midnight_sun"))
      const north = yield* year(...hammerfest)
      for (const time of ["earliest_sunrise", "latest_sunrise", "earliest_sunset", "latest_sunset"]) assert.isNull(fact(north, time))
      // On 13 May 2026 the sun only touches the horizon at midnight: no day is longer than 24 hours.
      assert.deepInclude(at(north, "sun"), { shortest_day: "2026-12-21", longest_day: "2026-06-21", longest_day_length: "24 hours" })
    }),
  )

  it.effect("the poles have one polar night and one midnight sun of half a year each", () =>
    Effect.gen(function* () {
      for (const latitude of [90, -90]) {
        const pole = yield* year(latitude, 0)
        assert.closeTo(Number(fact(pole, "polar_night_days")), 179, 5)
        assert.closeTo(Number(fact(pole, "midnight_sun_days")), 186, 5)
      }
    }),
  )

  it.effect("sun.year refuses an invalid place or year and skips a day that a zone does not have", () =>
    Effect.gen(function* () {
      for (const body of [
        { latitude: 91, longitude: 0, year: 2026 },
        { latitude: 0, longitude: 0, year: 1969 },
        { latitude: 0, longitude: 0, year: 2101 },
        { latitude: 0, longitude: 0, year: 2026, zone: "Mars/Olympus" },
        { latitude: 0, longitude: 0 },
      ])
        assert.include(yield* Effect.flip(ask(almanac, "sun.year", body)), { _tag: "invalid_source_input" })
      // Samoa skipped 30 December 2011.
      assert.match(String(fact(yield* year(-13.83, -171.77, 2011), "shortest_day")), /^2011-06-2[01]$/u)
      for (const edge of [1970, 2100]) assert.match(String(fact(yield* year(...tromso, edge), "polar_night_end")), /-01-1\d$/u)
    }),
  )
})
