import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { distanceKm } from "../../../../layers/sources/gazetteer/sphere.ts"
import { ask, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

interface Town {
  readonly name: string
  readonly population: number
  readonly latitude: number
  readonly longitude: number
  readonly distance_km: number
}

layer(dataDatabase, { timeout: 400_000 })("place.around", (it) => {
  it.effect(
    "delivers the towns within the distance with at least the number of people, the largest first, against every row there is",
    () =>
      Effect.gen(function* () {
        const source = yield* open
        const { reads: sql } = yield* Database
        const rows = yield* sql<Town & { readonly quarter: boolean }>`select name, quarter, population, latitude, longitude from place
        where population >= 30000`
        const towns = rows.filter(({ quarter }) => !quarter)
        const points = [
          { name: "Lyon", latitude: 45.75, longitude: 4.85 },
          { name: "across the date line", latitude: -17.8, longitude: 179.99 },
          { name: "two countries", latitude: 51.0, longitude: 6.0 },
        ]
        for (const { name, ...at } of points) {
          const { place } = (yield* ask(source, "place.around", { ...at, radius_km: 60, population_from: 50_000 })).data
          const inside = towns.filter((town) => distanceKm(at, town) <= 60).toSorted((a, b) => b.population - a.population)
          const expected = inside.filter(({ population }) => population >= 50_000)
          // Estimates of an old census: from six tenths of the people that are requested.
          const near = inside.filter(({ population }) => population < 50_000)
          assert.deepEqual(
            place.near_threshold.map((town: Town) => town.population),
            near.slice(0, 50).map(({ population }) => population),
          )
          assert.deepEqual([name, place.total], [name, expected.length])
          assert.deepEqual(
            place.around.map((town: Town) => [town.population, town.distance_km <= 60]),
            expected.slice(0, 50).map(({ population }) => [population, true]),
          )
        }
      }),
  )

  it.effect("counts all where it lists 50, says where no town is, and refuses a distance that is too large", () =>
    Effect.gen(function* () {
      const source = yield* open
      const lyon = { latitude: 45.75, longitude: 4.85 }
      const { place } = (yield* ask(source, "place.around", { ...lyon, radius_km: 40 })).data
      assert.deepEqual([place.name, place.around.length, place.total > 50, place.threshold], ["Lyon", 50, true, null])
      const none = (yield* ask(source, "place.around", { latitude: -48, longitude: -123, radius_km: 50 })).data
      assert.deepEqual([none.place.name, none.place.around, none.place.total, none.country.code], [null, [], 0, null])
      assert.strictEqual(refusedField(source, "place.around", { ...lyon, radius_km: 201 }), "place.radius_km")
    }),
  )
})
