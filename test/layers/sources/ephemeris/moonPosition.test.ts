import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { getMoonPosition } from "suncalc"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const positionAt = (latitude: number, longitude: number, date_time: string) =>
  ask(ephemeris, "moon.position", {
    "geo.latitude": latitude,
    "geo.longitude": longitude,
    "time.date_time": date_time,
    "time.zone": "Etc/UTC",
  })

it.effect("the position of the moon agrees with another engine", () =>
  Effect.gen(function* () {
    for (const [latitude, longitude] of [
      [59.91, 10.75],
      [-34.42, 19.24],
      [0.3, 32.6],
    ] as const)
      for (const time of ["2027-03-06T19:00", "2026-12-03T20:00", "2027-06-21T03:30"]) {
        const document = yield* positionAt(latitude, longitude, time)
        const other = getMoonPosition(new Date(`${time}Z`), latitude, longitude)
        assert.closeTo(Number(at(document, "moon.altitude")), other.altitude, 0.6, `${latitude} ${time}`)
        assert.closeTo(Number(at(document, "moon.azimuth")), other.azimuth, 0.6, `${latitude} ${time}`)
      }
  }),
)

it.effect("the moon is up from its rise to its setting", () =>
  Effect.gen(function* () {
    const [latitude, longitude] = [-34.42, 19.24]
    const day = yield* ask(ephemeris, "moon.times", {
      "geo.latitude": latitude,
      "geo.longitude": longitude,
      "date.day": "2027-03-06",
      "time.zone": "Etc/UTC",
    })
    const around = (fact: string, minutes: number) =>
      Effect.map(
        positionAt(latitude, longitude, new Date(Date.parse(String(at(day, fact))) + minutes * 60_000).toISOString().slice(0, 16)),
        (document) => at(document, "moon.is_up"),
      )
    assert.deepEqual(
      yield* Effect.all([around("moon.moonrise", -5), around("moon.moonrise", 5), around("moon.moonset", -5), around("moon.moonset", 5)]),
      [false, true, true, false],
    )
  }),
)
