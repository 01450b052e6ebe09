import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { almanac } from "../../../../layers/sources/almanac/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

it.effect("the position of the sun at a local time says whether it is up and how light it is", () =>
  Effect.gen(function* () {
    const at = (latitude: number, longitude: number, date_time: string) =>
      Effect.map(ask(almanac, "sun.position", { latitude, longitude, date_time }), ({ data }) => data.sun)
    // Cape Town, after NOAA's solar calculator.
    const south = yield* at(-33.92, 18.42, "2026-12-12T17:30")
    assert.closeTo(south.azimuth, 259, 0.5)
    assert.closeTo(south.altitude, 26.7, 0.5)
    assert.isTrue(south.is_up)
    // Copenhagen: sunset at 15:40, end of civil twilight at 16:22 and of the astronomical one at 17:52.
    const light = ["15:20", "16:00", "16:40", "17:30", "18:30"].map((clock) => at(55.68, 12.57, `2026-12-03T${clock}`))
    assert.deepEqual(
      (yield* Effect.all(light)).map((sun) => sun.light),
      ["daylight", "civil_twilight", "nautical_twilight", "astronomical_twilight", "night"],
    )
    const skipped = { latitude: 52.52, longitude: 13.4, date_time: "2027-03-28T02:30" }
    assert.strictEqual(refusedField(almanac, "sun.position", skipped), "time.date_time")
  }),
)

it.effect("the moon's phase names the full and the new moon after the next one", () =>
  Effect.gen(function* () {
    const { moon } = (yield* ask(almanac, "moon.phase", { day: "2026-11-24" })).data
    assert.deepEqual(
      [moon.next_full_moon, moon.full_moon_after, moon.next_new_moon, moon.new_moon_after].map((at) => at.slice(0, 10)),
      ["2026-11-24", "2026-12-24", "2026-12-09", "2027-01-07"],
    )
  }),
)
