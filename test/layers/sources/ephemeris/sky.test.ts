import { assert, describe, it } from "@effect/vitest"
import { Observer, SearchLocalSolarEclipse } from "astronomy-engine"
import { Effect } from "effect"
import { nextSolarEclipse } from "../../../../layers/sources/ephemeris/eclipses.ts"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const minutesApart = (a: unknown, b: string): number => Math.abs(Date.parse(String(a)) - Date.parse(b)) / 60_000

describe("sky.seasons", () => {
  const seasons = (year: unknown, zone?: string) => ask(ephemeris, "sky.seasons", { year, ...(zone && { zone }) })

  it.effect("sky.seasons agrees with the published equinoxes and solstices (U.S. Naval Observatory)", () =>
    Effect.gen(function* () {
      const published = {
        2020: ["2020-03-20T03:50Z", "2020-06-20T21:44Z", "2020-09-22T13:31Z", "2020-12-21T10:02Z"],
        2024: ["2024-03-20T03:06Z", "2024-06-20T20:51Z", "2024-09-22T12:44Z", "2024-12-21T09:20Z"],
        2026: ["2026-03-20T14:46Z", "2026-06-21T08:25Z", "2026-09-23T00:05Z", "2026-12-21T20:50Z"],
      }
      for (const [year, instants] of Object.entries(published)) {
        const document = yield* seasons(Number(year))
        for (const [i, event] of ["march_equinox", "june_solstice", "september_equinox", "december_solstice"].entries())
          assert.isAtMost(minutesApart(at(document, `season.${event}`), instants[i]!), 1, `${year} ${event}`)
      }
      assert.match(String(at(yield* seasons(2026, "America/New_York"), "season.september_equinox")), /^2026-09-22T20:05:\d\d-04:00$/u)
      for (const year of [1969, 2101, 2026.5, "2026", null])
        assert.include(yield* Effect.flip(seasons(year)), { _tag: "invalid_source_input" })
    }),
  )
})

describe("the seasons of a hemisphere", () => {
  it.effect("summer begins in December where the zone is south of the equator, in June elsewhere and without a zone", () =>
    Effect.gen(function* () {
      for (const [zone, hemisphere, summer, spring] of [
        ["Australia/Sydney", "southern", "2026-12-22", "2026-09-23"],
        ["Africa/Johannesburg", "southern", "2026-12-21", "2026-09-23"],
        ["America/Argentina/Buenos_Aires", "southern", "2026-12-21", "2026-09-22"],
        ["Pacific/Fiji", "southern", "2026-12-22", "2026-09-23"],
        ["Europe/Oslo", "northern", "2026-06-21", "2026-03-20"],
        ["Asia/Tokyo", "northern", "2026-06-21", "2026-03-20"],
        [undefined, "northern", "2026-06-21", "2026-03-20"],
      ] as const) {
        const document = yield* ask(ephemeris, "sky.seasons", { year: 2026, ...(zone && { zone }) })
        const day = (season: string) => String(at(document, `season.${season}`)).slice(0, 10)
        assert.deepEqual([zone, at(document, "season.hemisphere"), day("summer"), day("spring")], [zone, hemisphere, summer, spring])
        const [summerAt, winterAt] = [at(document, "season.summer"), at(document, "season.winter")]
        assert.sameMembers([summerAt, winterAt], [at(document, "season.june_solstice"), at(document, "season.december_solstice")])
      }
    }),
  )
})

describe("the seasons of a country", () => {
  it.effect("are those of its hemisphere, in its zone if it has only one", () =>
    Effect.gen(function* () {
      // The March equinox of 2027 is on the 20th at 20:25 UTC (U.S. Naval Observatory).
      for (const [country, hemisphere, zone, autumn] of [
        ["AU", "southern", "Etc/UTC", "2027-03-20T20:25"],
        ["ZA", "southern", "Africa/Johannesburg", "2027-03-20T22:25"],
        ["DE", "northern", "Europe/Berlin", "2027-09-23T08:02"],
      ] as const) {
        const document = yield* ask(ephemeris, "sky.seasons", { "calendar.year": 2027, "country.code": country })
        assert.deepEqual([at(document, "season.hemisphere"), at(document, "time.zone")], [hemisphere, zone], country)
        assert.isAtMost(minutesApart(String(at(document, "season.autumn")).slice(0, 16) + "Z", `${autumn}Z`), 1, country)
      }
    }),
  )
})

describe("the longest day", () => {
  it.effect("is that of the solstice of the hemisphere", () =>
    Effect.gen(function* () {
      const longest = (more: Record<string, unknown>) =>
        Effect.map(ask(ephemeris, "sky.seasons", { "calendar.year": 2027, ...more }), (document) =>
          String(at(document, "season.longest_day")).slice(0, 7),
        )
      assert.strictEqual(yield* longest({}), "2027-06")
      assert.strictEqual(yield* longest({ "country.code": "AU" }), "2027-12")
      assert.strictEqual(yield* longest({ "season.hemisphere": "southern" }), "2027-12")
      assert.strictEqual(yield* longest({ "country.code": "AU", "season.hemisphere": "northern" }), "2027-06")
    }),
  )
})

describe("sky.next_eclipse", () => {
  const eclipse = (latitude: number, longitude: number, day: string, body?: string) =>
    Effect.map(ask(ephemeris, "sky.next_eclipse", { latitude, longitude, day, ...(body && { body }) }), (data) => at(data, "eclipse"))

  it.effect("sky.next_eclipse gives solar eclipses as seen from a place (NASA)", () =>
    Effect.gen(function* () {
      // A Coruña lies in the path of totality of 12 August 2026, Madrid just outside, Luxor near its centre in 2027.
      const coruna = yield* eclipse(43.3623, -8.4115, "2026-01-01", "sun")
      assert.deepInclude(coruna, { body: "sun", kind: "total", obscured_percent: 100, peak_visible: true })
      assert.isAtMost(minutesApart(at(coruna, "peak"), "2026-08-12T20:28:20+02:00"), 1.5)
      const total = (Date.parse(String(at(coruna, "total_end"))) - Date.parse(String(at(coruna, "total_start")))) / 1_000
      assert.approximately(total, 76, 5)
      const madrid = yield* eclipse(40.4168, -3.7038, "2026-01-01", "sun")
      assert.deepInclude(madrid, { kind: "partial", total_start: null, total_end: null })
      assert.isAbove(Number(at(madrid, "obscured_percent")), 99.5)
      const luxor = yield* eclipse(25.6872, 32.6396, "2027-01-01", "sun")
      assert.strictEqual(at(luxor, "kind"), "total")
      assert.match(String(at(luxor, "peak")), /^2027-08-02T13:0/u)
      assert.approximately((Date.parse(String(at(luxor, "total_end"))) - Date.parse(String(at(luxor, "total_start")))) / 1_000, 380, 8)
      // Dallas in 2024, the annular one of 2023 in San Antonio.
      assert.match(String(at(yield* eclipse(32.7767, -96.797, "2024-01-01", "sun"), "peak")), /^2024-04-08T13:42/u)
      assert.deepInclude(yield* eclipse(29.4241, -98.4936, "2023-09-01", "sun"), { kind: "annular" })
    }),
  )

  it.effect("sky.next_eclipse passes over eclipses of another kind than the one that is wanted, and says where none is left", () =>
    Effect.gen(function* () {
      const wanted = (latitude: number, longitude: number, body: string, kind: string) =>
        Effect.map(
          ask(ephemeris, "sky.next_eclipse", { latitude, longitude, day: "2026-01-01", body, "eclipse.wanted_kind": kind }),
          (document) => [
            at(document, "eclipse.kind"),
            String(at(document, "eclipse.peak")).slice(0, 10),
            String(at(document, "eclipse.unseen_before")).slice(0, 10),
          ],
        )
      // Málaga has a partial eclipse of the sun on 12 August 2026 before these.
      assert.deepEqual(yield* wanted(36.72, -4.42, "sun", "total"), ["total", "2027-08-02", "2026-02-17"])
      assert.deepEqual(yield* wanted(36.72, -4.42, "sun", "annular"), ["annular", "2028-01-26", "2026-02-17"])
      // It sees that one: nothing says that it is not seen there.
      const input = { latitude: 36.72, longitude: -4.42, day: "2026-07-01", body: "sun", "eclipse.wanted_kind": "total" }
      assert.notMatch(String(at(yield* ask(ephemeris, "sky.next_eclipse", input), "eclipse.unseen_before")), /^2026-08/u)
      // Nairobi has a partial eclipse of the moon on 28 August 2026.
      assert.deepEqual(yield* wanted(-1.29, 36.82, "moon", "total"), ["total", "2028-12-31", "2026-03-03"])
      const error = yield* Effect.flip(wanted(36.72, -4.42, "moon", "annular"))
      assert.include(String(error.message), "No annular eclipse is seen there until the end of 2150.")
    }),
  )

  it.effect("sky.next_eclipse finds every solar eclipse that an exhaustive search finds", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 60; i++) {
        const [latitude, longitude, from] = [((i * 37) % 179) - 89, ((i * 101) % 359) - 179, Date.UTC(1970 + ((i * 13) % 130))]
        const eclipse = (yield* nextSolarEclipse(from, { latitude, longitude }))!
        const expected = SearchLocalSolarEclipse(new Date(from), new Observer(latitude, longitude, 0))
        assert.approximately(
          eclipse.peak.at,
          expected.peak.time.date.getTime(),
          2_000,
          `${latitude} ${longitude} ${new Date(from).toISOString()}`,
        )
        assert.strictEqual(eclipse.kind, expected.kind)
      }
    }),
  )

  it.effect("sky.next_eclipse gives only the lunar eclipses that are visible from the place", () =>
    Effect.gen(function* () {
      // 3 March 2026, total, greatest at 11:33:40 UTC: seen from Los Angeles and Tokyo, by day in London, which waits for 28 August.
      for (const [latitude, longitude] of [
        [34.05, -118.24],
        [35.68, 139.69],
      ] as const) {
        const seen = yield* eclipse(latitude, longitude, "2026-01-01", "moon")
        assert.deepInclude(seen, { body: "moon", kind: "total", peak_visible: true })
        assert.isAtMost(minutesApart(at(seen, "peak"), "2026-03-03T11:33:40Z"), 1)
        assert.approximately((Date.parse(String(at(seen, "total_end"))) - Date.parse(String(at(seen, "total_start")))) / 60_000, 58.3, 2)
      }
      const london = yield* eclipse(51.5074, -0.1278, "2026-01-01", "moon")
      assert.deepInclude(london, { kind: "partial", total_start: null })
      assert.isAtMost(minutesApart(at(london, "peak"), "2026-08-28T04:13Z"), 1)
    }),
  )

  it.effect("sky.next_eclipse names the penumbral eclipse of the moon before the one that it gives", () =>
    Effect.gen(function* () {
      const [inLondon, later, ofSun] = [
        yield* eclipse(51.5074, -0.1278, "2027-02-20", "moon"),
        yield* eclipse(51.5074, -0.1278, "2027-12-01", "moon"),
        yield* eclipse(51.5074, -0.1278, "2027-02-20", "sun"),
      ].map((document) => JSON.parse(JSON.stringify(document)))
      assert.deepEqual([inLondon.kind, inLondon.peak.slice(0, 10)], ["partial", "2028-01-12"])
      assert.include(inLondon.penumbral_before, "2027-02-20T23:1")
      assert.deepEqual([later.penumbral_before, ofSun.penumbral_before], [null, null])
    }),
  )

  it.effect("sky.next_eclipse names the eclipse before the one that it gives that the place does not see", () =>
    Effect.gen(function* () {
      const [inWellington, inSantiago, moonInLondon] = [
        yield* eclipse(-41.29, 174.78, "2026-11-30", "sun"),
        yield* eclipse(-33.45, -70.67, "2026-11-30", "sun"),
        yield* eclipse(51.5074, -0.1278, "2026-01-01", "moon"),
      ].map((document) => JSON.parse(JSON.stringify(document)))
      // That of 6 February 2027 is over South America and the Atlantic.
      assert.deepEqual([inWellington.peak.slice(0, 10), inWellington.unseen_before.slice(0, 10)], ["2028-07-22", "2027-02-07"])
      assert.deepEqual([inSantiago.peak.slice(0, 10), inSantiago.unseen_before], ["2027-02-06", null])
      assert.include(moonInLondon.unseen_before, "2026-03-03T11:3")
    }),
  )

  it.effect("sky.next_eclipse gives the earliest eclipse of which some part is visible, at every place", () =>
    Effect.gen(function* () {
      assert.strictEqual(at(yield* eclipse(34.05, -118.24, "2026-01-01"), "body"), "moon")
      assert.strictEqual(at(yield* eclipse(43.3623, -8.4115, "2026-05-01"), "body"), "sun")
      for (let latitude = -90; latitude <= 90; latitude += 45)
        for (let longitude = -180; longitude < 180; longitude += 90)
          for (const day of ["1970-01-01", "2030-06-01", "2100-12-31"])
            for (const body of ["sun", "moon"]) {
              const answer = yield* eclipse(latitude, longitude, day, body)
              assert.strictEqual(at(answer, "body"), body)
              const altitudes = ["start_altitude", "peak_altitude", "end_altitude"].map((fact) => Number(at(answer, fact)))
              assert.isTrue(
                altitudes.some((altitude) => altitude > -0.5),
                `${latitude} ${longitude} ${day} ${body} ${altitudes}`,
              )
              assert.isTrue(Date.parse(String(at(answer, "start"))) >= Date.parse(day) - 86_400_000)
            }
      assert.include(yield* Effect.flip(eclipse(0, 0, "2026-01-01", "mars")), { _tag: "invalid_source_input" })
    }),
  )
})

describe("the next eclipses on earth", () => {
  // Dates, kinds and instants of greatest eclipse (UT) after NASA's Five Millennium Canons of solar and of lunar eclipses.
  it.effect("they are the next ones of each kind, within two minutes of NASA's canons", () =>
    Effect.gen(function* () {
      const answer = yield* ask(ephemeris, "sky.next_eclipses", { day: "2026-11-23" })
      const expected = [
        ["eclipse.solar.kind", "annular"],
        ["eclipse.solar.peak", "2027-02-06T16:00Z"],
        ["eclipse.solar.annular", "2027-02-06T16:00Z"],
        ["eclipse.solar.total", "2027-08-02T10:07Z"],
        ["eclipse.solar.partial", "2029-01-14T17:13Z"],
        ["eclipse.lunar.kind", "penumbral"],
        ["eclipse.lunar.peak", "2027-02-20T23:13Z"],
        ["eclipse.lunar.partial", "2028-01-12T04:13Z"],
        ["eclipse.lunar.total", "2028-12-31T16:52Z"],
      ] as const
      for (const [path, value] of expected) {
        const actual = String(at(answer, path))
        if (path.endsWith("kind")) assert.strictEqual(actual, value, path)
        else assert.isBelow(Math.abs(Date.parse(actual) - Date.parse(value)), 120_000, `${path} ${actual}`)
      }
    }),
  )

  it.effect("the next eclipses are those after the beginning of the day in the time zone, and peak in its local time", () =>
    Effect.gen(function* () {
      const answer = yield* ask(ephemeris, "sky.next_eclipses", { day: "2026-11-23", zone: "Asia/Tokyo" })
      // NASA's catalogue: 6 February 2027 16:00 UT, 31 December 2028 16:52 UT.
      assert.match(String(at(answer, "eclipse.solar.peak")), /^2027-02-07T0[01]:\d\d:\d\d\+09:00$/u)
      assert.match(String(at(answer, "eclipse.lunar.total")), /^2029-01-01T01:5\d:\d\d\+09:00$/u)
      assert.strictEqual(at(answer, "eclipse.zone"), "Asia/Tokyo")
      // The eclipse of 2 August 2027 peaks at 10:07 UT: it is over when 3 August begins in UTC, not when it begins in Kiritimati.
      const next = (zone: string) => ask(ephemeris, "sky.next_eclipses", { day: "2027-08-03", zone })
      assert.match(String(at(yield* next("Pacific/Kiritimati"), "eclipse.solar.peak")), /^2027-08-03T00:0/u)
      assert.match(String(at(yield* next("Etc/UTC"), "eclipse.solar.peak")), /^2028-01-26T/u)
    }),
  )

  it.effect("an eclipse on the first day counts", () =>
    Effect.gen(function* () {
      const answer = yield* ask(ephemeris, "sky.next_eclipses", { day: "2027-08-02" })
      assert.match(String(at(answer, "eclipse.solar.peak")), /^2027-08-02T10:0/u)
      assert.match(String(at(yield* ask(ephemeris, "sky.next_eclipses", { day: "2027-08-03" }), "eclipse.solar.peak")), /^2028-01-26T/u)
    }),
  )
})
