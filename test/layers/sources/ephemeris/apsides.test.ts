import { assert, layer } from "@effect/vitest"
import { GeoMoon } from "astronomy-engine"
import { Effect } from "effect"
import { dayMs } from "../../../../domain/time.ts"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

interface Shown {
  readonly at: string
  readonly distance_km: number
}

const hourMs = 3_600_000
const degree = Math.PI / 180

/** The perihelion of number k, or the aphelion of k and a half, by Meeus, Astronomical Algorithms, chapter 38: correct to some hours. In milliseconds since 1970. */
const byMeeus = (k: number): number => {
  const angles = [
    328.41 + 132.788585 * k,
    316.13 + 584.903153 * k,
    346.2 + 450.380738 * k,
    136.95 + 659.306737 * k,
    249.52 + 329.653368 * k,
  ]
  const sizes = Number.isInteger(k) ? [1.278, -0.055, -0.091, -0.056, -0.045] : [-1.352, 0.061, 0.062, 0.029, 0.031]
  const days = angles.reduce((sum, angle, place) => sum + Math.sin(angle * degree) * sizes[place]!, 0)
  return (2_451_547.507 + 365.2596358 * k + days - 2_440_587.5) * dayMs
}

layer(only(ephemeris))("sky.apsides", (it) => {
  const list = (kind: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    Effect.map(
      call("ephemeris", "sky.apsides", { "apsis.kind": kind, "calendar.start_date": start, "calendar.end_date": end, ...more }),
      (document) => {
        const instants = at(document, "apsis.instants")
        return { document, instants: Array.isArray(instants) ? (instants as ReadonlyArray<Shown>) : [] }
      },
    )

  it.effect("each year has one perihelion and one aphelion, within eight hours of the formula of Meeus", () =>
    Effect.gen(function* () {
      for (const year of [1990, 2026, 2027, 2050]) {
        for (const [kind, k] of [
          ["perihelion", year - 2000],
          ["aphelion", year - 2000 + 0.5],
        ] as const) {
          const { instants } = yield* list(kind, `${year}-01-01`, `${year}-12-31`)
          assert.strictEqual(instants.length, 1, `${kind} ${year}`)
          assert.isBelow(Math.abs(Date.parse(instants[0]!.at) - byMeeus(k)), 8 * hourMs, `${kind} ${year}`)
        }
      }
    }),
  )

  it.effect("the earth is about 147.1 million kilometres from the sun at its perihelion, and 152.1 million at its aphelion", () =>
    Effect.gen(function* () {
      assert.closeTo((yield* list("perihelion", "2027-01-01", "2027-12-31")).instants[0]!.distance_km, 147_100_000, 10_000)
      assert.closeTo((yield* list("aphelion", "2027-01-01", "2027-12-31")).instants[0]!.distance_km, 152_095_000, 10_000)
    }),
  )

  it.effect("the moon has thirteen or fourteen perigees in a year, and is farther at one hour before and after each", () =>
    Effect.gen(function* () {
      const { document, instants } = yield* list("perigee", "2027-01-01", "2027-12-31")
      assert.strictEqual(instants.length, 13)
      const kmAt = (ms: number) => GeoMoon(new Date(ms)).Length() * 149_597_870.7
      for (const { at: instant, distance_km } of instants) {
        const ms = Date.parse(instant)
        assert.isBelow(kmAt(ms), kmAt(ms - hourMs))
        assert.isBelow(kmAt(ms), kmAt(ms + hourMs))
        assert.closeTo(distance_km, kmAt(ms), 10)
      }
      assert.strictEqual(at(document, "apsis.nearest.distance_km"), Math.min(...instants.map((each) => each.distance_km)))
    }),
  )

  it.effect("days and times are those of the zone", () =>
    Effect.gen(function* () {
      // 24 December 2026 at 08:32 in UTC.
      const utc = yield* list("perigee", "2026-12-24", "2026-12-24")
      assert.strictEqual(utc.instants[0]?.at.slice(0, 16), "2026-12-24T08:32")
      const auckland = yield* list("perigee", "2026-12-24", "2026-12-24", { "time.zone": "Pacific/Auckland" })
      assert.strictEqual(auckland.instants[0]?.at, "2026-12-24T21:32:00+13:00")
      assert.strictEqual((yield* list("apogee", "2026-12-24", "2026-12-26")).instants.length, 0)
    }),
  )

  it.effect("sky.kilometres at the time of a perigee is the distance of the perigee", () =>
    Effect.gen(function* () {
      // The perigee of 24 December 2026 is at 08:32 in UTC, which is noon in Asia/Dubai with half an hour beside it.
      const day = { "date.day": "2026-12-24" }
      const moon = yield* call("ephemeris", "sky.kilometres", { "sky.body": "moon", ...day, "time.zone": "Asia/Dubai" })
      const { instants } = yield* list("perigee", "2026-12-24", "2026-12-24")
      assert.closeTo(Number(at(moon, "sky.distance_km_at_noon")), instants[0]!.distance_km, 20)
      assert.isAbove(Number(at(moon, "sky.distance_km_at_end")), Number(at(moon, "sky.distance_km_at_noon")))
      const sun = yield* call("ephemeris", "sky.kilometres", { "sky.body": "sun", "date.day": "2027-01-03" })
      assert.closeTo(Number(at(sun, "sky.distance_km_at_start")), 147_104_000, 1_000)
    }),
  )

  it.effect("a period that ends before it begins, and one of more than 800 days, are refused", () =>
    Effect.gen(function* () {
      assert.include(String((yield* Effect.flip(list("perigee", "2027-02-01", "2027-01-01"))).message), "before calendar.start_date")
      assert.include(String((yield* Effect.flip(list("perigee", "2027-01-01", "2030-01-01"))).message), "800 days")
    }),
  )
})
