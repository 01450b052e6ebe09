import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("the distance of two places", (it) => {
  it.effect("the distance of two places is the length of the great circle between their centres", () =>
    Effect.gen(function* () {
      const source = yield* open
      // Kilometres by other calculators, from centre to centre.
      const expected = [
        ["Tallinn", "Helsinki", 82],
        ["Vienna", "Bratislava", 55],
        ["Trieste, Italy", "Koper", 12],
        ["London, England", "Paris, France", 344],
        ["New York City", "Los Angeles, California", 3_936],
        ["Sydney, New South Wales", "Auckland", 2_156],
        // Across the antimeridian.
        ["Suva", "Apia", 1_143],
      ] as const
      for (const [from, to, km] of expected) {
        const there = yield* ask(source, "place.distance", { from_place: from, to_place: to })
        const back = yield* ask(source, "place.distance", { from_place: to, to_place: from })
        assert.approximately(there.data.route.distance_km, km, Math.max(2, km * 0.01), `${from} to ${to}`)
        assert.strictEqual(back.data.route.distance_km, there.data.route.distance_km)
        assert.approximately(there.data.route.distance_miles, there.data.route.distance_km / 1.609344, 0.02)
        assert.approximately(there.data.route.distance_nautical_miles, there.data.route.distance_km / 1.852, 0.02)
      }
      const point = { to_latitude: 48.2085, to_longitude: 16.3721 }
      const ofPoint = yield* ask(source, "place.distance", { from_place: "Bratislava", ...point })
      assert.approximately(ofPoint.data.route.distance_km, 55, 1)
      assert.isNull(ofPoint.data.route.to.name)
      const points = yield* ask(source, "place.distance", { from_latitude: 0, from_longitude: 0, to_latitude: 0, to_longitude: 90 })
      assert.approximately(points.data.route.distance_km, 10_007.6, 1)
      assert.strictEqual(points.data.route.initial_bearing, 90)
    }),
  )

  it.effect(
    "a distance to a name that several places have is that of the best known one, and says so; a name without a place costs nothing",
    () =>
      Effect.gen(function* () {
        const source = yield* open
        const { data } = yield* ask(source, "place.distance", { from_place: "Paris", to_place: "Springfield" })
        assert.strictEqual(data.route.from.country_code, "FR")
        assert.include(data.route.notes[0], "Paris, France (2.1 million people) is assumed")
        assert.include(data.route.notes[1], "Several places are called Springfield")
        const unknown = yield* Effect.flip(ask(source, "place.distance", { from_place: "Paris", to_place: "Zzyzxville Nowhere" }))
        assert.include(String(unknown), "There is no place with the name")
        assert.strictEqual(refusedField(source, "place.distance", { from_place: "Paris", to_place: " paris" }), "route.to_place")
        const meanings = yield* source.operations.find(({ id }) => id === "place.distance")!.meaningsOf!({
          "route.from_place": "Valencia",
          "route.to_place": "Hamburg",
        })
        assert.deepEqual(
          meanings.map(({ assumption, field }) => [field, assumption === null]),
          [
            ["route.from_place", true],
            ["route.to_place", false],
          ],
        )
      }),
  )
})
