import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { getMoonTimes } from "suncalc"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const minute = 60_000

const times = (latitude: number, longitude: number, day: string) =>
  ask(ephemeris, "moon.times", { "geo.latitude": latitude, "geo.longitude": longitude, "date.day": day, "time.zone": "Etc/UTC" })

const instantOf = (document: unknown, fact: string): number | null => {
  const text = at(document, `moon.${fact}`)
  return typeof text === "string" ? Date.parse(text) : null
}

/** All events of the days around one: the other engine counts its days from midnight of the machine's zone. */
const eventsNear = (date: string, latitude: number, longitude: number, event: "rise" | "set"): ReadonlyArray<number> =>
  [-1, 0, 1, 2].flatMap((shift) => {
    const time = getMoonTimes(new Date(Date.parse(`${date}T12:00:00Z`) + shift * 86_400_000), latitude, longitude)[event]
    return time instanceof Date ? [time.getTime()] : []
  })

describe("moon.times", () => {
  it.effect("of a day without moonrise and moonset, moon.times states whether the moon is up or down", () =>
    Effect.gen(function* () {
      // Bodø: the moon stays up around its largest northern declination, and down half a month later.
      assert.strictEqual(at(yield* times(67.28, 14.4, "2026-11-25"), "moon.state"), "up_all_day")
      assert.strictEqual(at(yield* times(67.28, 14.4, "2026-12-09"), "moon.state"), "down_all_day")
      assert.strictEqual(at(yield* times(51.5, -0.13, "2026-11-25"), "moon.state"), "rises_or_sets")
    }),
  )

  it.effect("moon.times agrees with another engine within ten minutes", () =>
    Effect.gen(function* () {
      for (const [latitude, longitude] of [
        [51.5, -0.13],
        [-33.87, 18.42],
        [0.3, 32.6],
        [40.7, -74],
      ] as const)
        for (let day = 1; day <= 29; day += 4) {
          const date = `2027-03-${String(day).padStart(2, "0")}`
          const document = yield* times(latitude, longitude, date)
          for (const [fact, others] of [
            ["moonrise", eventsNear(date, latitude, longitude, "rise")],
            ["moonset", eventsNear(date, latitude, longitude, "set")],
          ] as const) {
            const own = instantOf(document, `next_${fact}`)!
            assert.isTrue(
              others.some((other) => Math.abs(own - other) < 10 * minute),
              `${fact} ${date} ${latitude}`,
            )
          }
        }
    }),
  )

  it.effect("a day on which the moon does not rise has the next moonrise", () =>
    Effect.gen(function* () {
      let days = 0
      for (let day = 1; day <= 30; day++) {
        const document = yield* times(51.5, -0.13, `2027-04-${String(day).padStart(2, "0")}`)
        if (at(document, "moon.moonrise") !== null) continue
        days++
        const next = instantOf(document, "next_moonrise")!
        assert.isAtLeast(next, Date.UTC(2027, 3, day + 1))
        assert.isBelow(next, Date.UTC(2027, 3, day + 1, 2))
      }
      assert.strictEqual(days, 1)
    }),
  )

  it.effect("near the pole the moon stays down for days", () =>
    Effect.gen(function* () {
      const states = new Set<string>()
      for (let day = 1; day <= 28; day++) {
        const document = yield* times(78.2, 15.6, `2027-02-${String(day).padStart(2, "0")}`)
        states.add(`${at(document, "moon.moonrise") === null} ${at(document, "moon.moonset") === null}`)
      }
      assert.isTrue(states.has("true true"))
    }),
  )
})
