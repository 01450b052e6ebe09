import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const degree = Math.PI / 180
const obliquity = 23.436 * degree
/** The centre of the sun at sunrise: 34' of refraction and 16' of its radius below the horizon. */
const horizon = -0.833 * degree

/** Minutes of daylight by the equation of sunrise, with a declination that stays the same all day. */
const minutesOfDay = (latitude: number, declination: number): number => {
  const phi = latitude * degree
  const cosine = (Math.sin(horizon) - Math.sin(phi) * Math.sin(declination)) / (Math.cos(phi) * Math.cos(declination))
  return (Math.acos(cosine) / degree / 15) * 2 * 60
}

const dayOf = (latitude: number, longitude: number, kind: string, year = 2026) =>
  ask(ephemeris, "sun.solstice_day", {
    "geo.latitude": latitude,
    "geo.longitude": longitude,
    "solstice.kind": kind,
    "calendar.year": year,
  })

const minutesBetween = (document: unknown): number =>
  (Date.parse(String(at(document, "solstice.sunset"))) - Date.parse(String(at(document, "solstice.sunrise")))) / 60_000

describe("sun.solstice_day", () => {
  it.effect("the day is as long as the equation of sunrise has it, on the solstice of the hemisphere", () =>
    Effect.gen(function* () {
      for (const [latitude, longitude, kind, date, side] of [
        // Inverness, Oslo, Sydney and Cape Town.
        [57.48, -4.22, "winter", "2026-12-21", -1],
        [59.91, 10.75, "summer", "2026-06-21", 1],
        [-33.87, 151.21, "winter", "2026-06-21", 1],
        [-33.93, 18.42, "summer", "2026-12-21", -1],
        [-33.87, 151.21, "december", "2026-12-22", -1],
      ] as const) {
        const document = yield* dayOf(latitude, longitude, kind)
        assert.strictEqual(at(document, "solstice.date"), date, `${latitude} ${kind}`)
        assert.closeTo(minutesBetween(document), minutesOfDay(latitude, side * obliquity), 2, `${latitude} ${kind}`)
        // Air raises a low sun by a tenth of a degree.
        assert.closeTo(Number(at(document, "solstice.noon_altitude")), 90 - Math.abs(latitude - (side * obliquity) / degree), 0.15)
      }
    }),
  )

  it.effect("near the equator, too, the day is that of the solstice", () =>
    Effect.gen(function* () {
      // Quito is south of the equator, and its shortest day is not that of a solstice.
      assert.strictEqual(at(yield* dayOf(-0.22, -78.51, "winter"), "solstice.date"), "2026-06-21")
    }),
  )

  it.effect("the date is that of the place's zone", () =>
    Effect.gen(function* () {
      // 21 December 2026 at 20:50 in UTC.
      assert.strictEqual(String(at(yield* dayOf(-36.85, 174.76, "summer"), "solstice.instant")).slice(0, 16), "2026-12-22T09:50")
    }),
  )

  it.effect("beyond the polar circle the sun does not rise or does not set", () =>
    Effect.gen(function* () {
      assert.strictEqual(at(yield* dayOf(69.65, 18.96, "winter"), "solstice.state"), "down_all_day")
      assert.strictEqual(at(yield* dayOf(69.65, 18.96, "summer"), "solstice.state"), "up_all_day")
    }),
  )

  it.effect("the equator has no winter", () =>
    Effect.gen(function* () {
      assert.include(String((yield* Effect.flip(dayOf(0, 10, "winter"))).message), "no winter and summer")
    }),
  )
})
