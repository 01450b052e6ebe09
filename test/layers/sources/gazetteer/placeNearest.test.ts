import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { distanceKm } from "../../../../layers/sources/gazetteer/sphere.ts"
import { ask } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("place.nearest", (it) => {
  it.effect("place.nearest finds the nearest place, also across the antimeridian and at the poles", () =>
    Effect.gen(function* () {
      const source = yield* open
      const nearest = (latitude: number, longitude: number) =>
        Effect.map(ask(source, "place.nearest", { latitude, longitude }), (answer) => answer.data)
      const zermatt = yield* nearest(46.0207, 7.7491)
      assert.deepEqual([zermatt.place.name, zermatt.country.code, zermatt.time.zone], ["Zermatt", "CH", "Europe/Zurich"])
      const { reads: sql } = yield* Database
      const all = yield* sql<{ id: number; latitude: number; longitude: number }>`select id, latitude, longitude from place`
      // Against every place there is: the pole, the date line from both sides, the ocean, the equator, and places taken at random.
      const points = [
        [90, 0],
        [-90, 0],
        [-16.8, 179.999],
        [-16.8, -179.999],
        [65.7, -179.99],
        [-48.8767, -123.3933],
        [0, 0],
        [51.88, 179.9],
      ]
      for (let i = 0; i < 12; i++) points.push([((i * 37) % 90) - 45 + i / 7, ((i * 97) % 360) - 180 + i / 9])
      for (const [latitude = 0, longitude = 0] of points) {
        const { place } = yield* nearest(latitude, longitude)
        const answered = [place, ...place.next].map((each) => each.distance_km)
        const distances = all.map((each) => distanceKm({ latitude, longitude }, each)).toSorted((a, b) => a - b)
        for (const [rank, km] of answered.entries()) assert.approximately(km, distances[rank]!, 0.006, `${latitude} ${longitude}`)
        assert.strictEqual(answered.length, 5)
      }
    }),
  )

  it.effect("place.nearest names the city that a quarter or village belongs to", () =>
    Effect.gen(function* () {
      const source = yield* open
      const expected = [
        [51.1079, 17.0385, "Wrocław"],
        // Nearer to the centre of Manhattan, and as near to Boulogne-Billancourt.
        [40.758, -73.9855, "New York City"],
        [48.8584, 2.2945, "Paris"],
        [48.835, 2.2413, "Boulogne-Billancourt"],
        // As near to New York, in another region.
        [40.72, -74.05, "Jersey City"],
        // A quarter that has more than 100,000 people.
        [52.4987, 13.39, "Berlin"],
        [46.0207, 7.7491, null],
        // Rome is in another country.
        [41.9029, 12.4534, null],
      ] as const
      for (const [latitude, longitude, city] of expected) {
        const { place } = (yield* ask(source, "place.nearest", { latitude, longitude })).data
        assert.deepEqual([latitude, place.city], [latitude, city])
        assert.strictEqual(typeof place.city_distance_km, city === null ? "object" : "number")
        assert.isTrue(city === null ? place.city_population === null : place.city_population >= 100_000)
      }
    }),
  )
})
