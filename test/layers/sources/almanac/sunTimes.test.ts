import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { almanac, almanacSun as quick } from "../../../../layers/sources/almanac/source.ts"
import { ephemeris, ephemerisSun as exact } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "./ask.ts"
import { at } from "../call.ts"

const members = { almanac, ephemeris }
const sun = (source: keyof typeof members, latitude: number, longitude: number, day: string, zone?: string) =>
  ask(members[source], "sun.times", { latitude, longitude, day, ...(zone && { zone }) })

const minutesApart = (a: unknown, b: string): number => Math.abs(Date.parse(String(a)) - Date.parse(b)) / 60_000

/** As published, to the minute: place, day, sunrise and sunset in local time. (timeanddate.com, U.S. Naval Observatory) */
const published: ReadonlyArray<readonly [string, number, number, string, string, string]> = [
  ["London", 51.5074, -0.1278, "2026-06-21", "2026-06-21T04:43+01:00", "2026-06-21T21:21+01:00"],
  ["London", 51.5074, -0.1278, "2026-12-21", "2026-12-21T08:04+00:00", "2026-12-21T15:53+00:00"],
  ["New York", 40.7128, -74.006, "2026-03-20", "2026-03-20T06:59-04:00", "2026-03-20T19:08-04:00"],
  ["Sydney", -33.8688, 151.2093, "2026-01-01", "2026-01-01T05:47+11:00", "2026-01-01T20:09+11:00"],
  ["Quito", -0.1807, -78.4678, "2026-03-20", "2026-03-20T06:18-05:00", "2026-03-20T18:24-05:00"],
  ["Tokyo", 35.6762, 139.6503, "2026-06-21", "2026-06-21T04:26+09:00", "2026-06-21T19:00+09:00"],
  ["Kathmandu", 27.7172, 85.324, "2026-06-21", "2026-06-21T05:09+05:45", "2026-06-21T19:02+05:45"],
  ["Reykjavik", 64.1466, -21.9426, "2026-06-21", "2026-06-21T02:55+00:00", "2026-06-22T00:03+00:00"],
]

describe("sun.times", () => {
  it.effect("sun.times agrees with published almanacs: the almanac within 2 minutes, the ephemeris within 1", () =>
    Effect.gen(function* () {
      for (const [source, most] of [
        ["almanac", 2],
        ["ephemeris", 1],
      ] as const)
        for (const [place, latitude, longitude, day, rise, set] of published) {
          const document = yield* sun(source, latitude, longitude, day)
          assert.isAtMost(
            minutesApart(at(document, "sun.sunrise"), rise),
            most,
            `${source} ${place} ${at(document, "sun.sunrise")} ${rise}`,
          )
          assert.isAtMost(minutesApart(at(document, "sun.sunset"), set), most, `${source} ${place} ${at(document, "sun.sunset")} ${set}`)
          assert.strictEqual(String(at(document, "sun.sunrise")).slice(-6), rise.slice(-6))
          assert.strictEqual(at(document, "sun.state"), "rises_and_sets")
        }
    }),
  )

  it("both engines of sun.times agree all over the world, within half a minute below 60 degrees", () => {
    for (let latitude = -60; latitude <= 60; latitude += 15)
      for (let longitude = -180; longitude <= 180; longitude += 60)
        for (let day = 0; day < 366; day += 26) {
          const near = Date.UTC(2026, 0, 1 + day, 12) - longitude * 240_000
          const [a, b] = [quick(near, latitude, longitude), exact(near, latitude, longitude)]
          for (const event of ["noon", "sunrise", "sunset"] as const) assert.approximately(a[event]! / 1_000, b[event]! / 1_000, 30)
          assert.approximately(a.civil.dawn! / 1_000, b.civil.dawn! / 1_000, 30)
          assert.approximately(a.civil.dusk! / 1_000, b.civil.dusk! / 1_000, 30)
          assert.strictEqual(a.golden.dawn === null, b.golden.dawn === null)
          if (a.golden.dawn !== null) assert.approximately(a.golden.dawn / 1_000, b.golden.dawn! / 1_000, 30)
          if (a.golden.dusk !== null) assert.approximately(a.golden.dusk / 1_000, b.golden.dusk! / 1_000, 30)
          assert.approximately(a.noonAltitude, b.noonAltitude, 0.05)
        }
  })

  it.effect("sun.times reports when the sun does not set or rise", () =>
    Effect.gen(function* () {
      for (const source of ["almanac", "ephemeris"] as const) {
        const cases = [
          [69.6492, 18.9553, "2026-06-21", "up_all_day", 86_400],
          [69.6492, 18.9553, "2026-12-21", "down_all_day", 0],
          [78.2232, 15.6267, "2026-07-01", "up_all_day", 86_400],
          [78.2232, 15.6267, "2026-01-10", "down_all_day", 0],
          [90, 0, "2026-06-21", "up_all_day", 86_400],
          [-90, 0, "2026-06-21", "down_all_day", 0],
        ] as const
        for (const [latitude, longitude, day, state, length] of cases) {
          const document = yield* sun(source, latitude, longitude, day)
          assert.deepInclude(at(document, "sun"), { state, day_length_seconds: length, sunrise: null, sunset: null })
        }
        // Kiruna on a last day of the polar night, at whose noon the sun is hardly below the horizon.
        assert.notStrictEqual(at(yield* sun(source, 67.8557, 20.2253, "2026-01-01"), "sun.state"), "up_all_day")
        // Hammerfest before the midnight sun: the sunset is after midnight.
        assert.isAtMost(Number(at(yield* sun(source, 70.6634, 23.6821, "2026-05-13"), "sun.day_length_seconds")), 86_400)
        // At Tromsø the sun stays away in December, but it dawns; at 80° north it does not even do that.
        const dim = yield* sun(source, 69.6492, 18.9553, "2026-12-21")
        assert.isString(at(dim, "sun.civil_dawn"))
        assert.isNull(at(yield* sun(source, 84, 15, "2026-12-21"), "sun.nautical_dawn"))
        // White nights: no astronomical darkness.
        const white = yield* sun(source, 59.93, 30.34, "2026-06-21")
        assert.deepInclude(at(white, "sun"), { state: "rises_and_sets", astronomical_dusk: null, nautical_dusk: null })
      }
    }),
  )

  it.effect("the golden hour ends and begins where the sun is 6 degrees high, and lasts all day where it stays below", () =>
    Effect.gen(function* () {
      for (const source of ["almanac", "ephemeris"] as const) {
        const { golden_hour_from: from, golden_hour_until: until } = at(yield* sun(source, 38.72, -9.14, "2026-10-03"), "sun") as Record<
          string,
          string
        >
        assert.match(until!, /^2026-10-03T08:(?:09|10)/u)
        assert.match(from!, /^2026-10-03T18:4[0-2]/u)
        const low = at(yield* sun(source, 63.43, 10.4, "2026-12-21"), "sun")
        assert.deepInclude(low, { state: "rises_and_sets", golden_hour_from: null, golden_hour_until: null })
      }
    }),
  )

  it.effect("the length of a day is given in hours and minutes beside its seconds", () =>
    Effect.gen(function* () {
      for (const source of ["almanac", "ephemeris"] as const) {
        const winter = yield* sun(source, 59.91, 10.75, "2026-12-21")
        assert.match(String(at(winter, "sun.day_length")), /^5 hours 5\d minutes$/u)
        assert.strictEqual(at(yield* sun(source, 69.6492, 18.9553, "2026-06-21"), "sun.day_length"), "24 hours")
      }
    }),
  )

  it.effect("sun.times uses the local day, also across the date line and in zones whose clocks are far from solar time", () =>
    Effect.gen(function* () {
      for (const source of ["almanac", "ephemeris"] as const)
        for (const [latitude, longitude, zone] of [
          [1.87, -157.4, "Pacific/Kiritimati"],
          [-13.83, -171.77, "Pacific/Apia"],
          [21.31, -157.86, "Pacific/Honolulu"],
          [43.8, 87.6, "Asia/Shanghai"],
          [51.9, -176.6, "America/Adak"],
          [-44, -176.5, "Pacific/Chatham"],
        ] as const) {
          const document = yield* sun(source, latitude, longitude, "2026-03-01")
          assert.strictEqual(at(document, "time.zone"), zone)
          assert.match(String(at(document, "sun.noon")), /^2026-03-01T1[1-5]/u, zone)
          const [rise, noon, set] = ["sunrise", "noon", "sunset"].map((event) => Date.parse(String(at(document, `sun.${event}`))))
          assert.isTrue(rise! < noon! && noon! < set!)
        }
      const utc = yield* sun("almanac", -33.8688, 151.2093, "2026-01-01", "Etc/UTC")
      assert.isAtMost(minutesApart(at(utc, "sun.noon"), "2026-01-01T01:58:33Z"), 1)
      // Clocks go forward that day: the offset is the one of the event.
      assert.match(String(at(yield* sun("ephemeris", 51.5, -0.13, "2026-03-29"), "sun.sunrise")), /\+01:00$/u)
    }),
  )

  it.effect("sun.times delivers documents of one shape and refuses an invalid place or day", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* sun("almanac", 51.5, 0, "2026-05-05"), yield* sun("ephemeris", 51.5, 0, "2026-05-05")]
      assert.deepEqual(Object.keys(Object(at(a, "sun"))), Object.keys(Object(at(b, "sun"))))
      const inputs = almanac.operations[0]!.input.map(({ field, jsonSchema }) => [field, jsonSchema])
      assert.deepEqual(
        ephemeris.operations[0]!.input.map(({ field, jsonSchema }) => [field, jsonSchema]),
        inputs,
      )
      const wrong = [
        { latitude: 91, longitude: 0, day: "2026-01-01" },
        { latitude: Number.NaN, longitude: 0, day: "2026-01-01" },
        { latitude: 0, longitude: 181, day: "2026-01-01" },
        { latitude: "51", longitude: 0, day: "2026-01-01" },
        { latitude: 0, longitude: 0, day: "2026-02-30" },
        { latitude: 0, longitude: 0, day: "2101-01-01" },
        { latitude: 0, longitude: 0, day: "2026-01-01", zone: "Mars/Olympus" },
        { latitude: 0, day: "2026-01-01" },
        // Samoa skipped it to cross the date line.
        { latitude: -13.83, longitude: -171.77, day: "2011-12-30" },
      ]
      for (const body of wrong) assert.include(yield* Effect.flip(ask(almanac, "sun.times", body)), { _tag: "invalid_source_input" })
    }),
  )

  it.effect("the directions of sunrise and sunset: east and west at an equinox, far north of them in a summer of the north", () =>
    Effect.gen(function* () {
      for (const source of ["almanac", "ephemeris"] as const) {
        const [equinox, summer] = [yield* sun(source, -0.18, -78.47, "2026-03-20"), yield* sun(source, 51.5074, -0.1278, "2026-06-21")]
        assert.closeTo(Number(at(equinox, "sun.sunrise_azimuth")), 90, 0.7)
        assert.closeTo(Number(at(equinox, "sun.sunset_azimuth")), 270, 0.7)
        // timeanddate.com: 49° and 311°.
        assert.closeTo(Number(at(summer, "sun.sunrise_azimuth")), 49, 0.7)
        assert.closeTo(Number(at(summer, "sun.sunset_azimuth")), 311, 0.7)
        assert.isNull(at(yield* sun(source, 78.2, 15.6, "2026-12-21"), "sun.sunrise_azimuth"))
      }
    }),
  )
})
