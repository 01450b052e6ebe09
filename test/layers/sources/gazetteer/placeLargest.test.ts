import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { distanceKm } from "../../../../layers/sources/gazetteer/sphere.ts"
import { type Explained, tableReads } from "../../../support/queryPlan.ts"
import { ask, database, refusedField } from "./answer.ts"
import { open } from "./open.ts"

interface Town {
  readonly name: string
  readonly population: number
  readonly latitude: number
  readonly longitude: number
  readonly distance_km?: number
}

layer(database, { timeout: 400_000 })("place.largest", (it) => {
  it.effect("delivers the largest towns of a country or of a region of it, the largest first", () =>
    Effect.gen(function* () {
      const source = yield* open
      const largest = (body: Record<string, unknown>) => Effect.map(ask(source, "place.largest", body), ({ data }) => data)
      const names = (data: { readonly place: { readonly largest: ReadonlyArray<Town> } }) => data.place.largest.map(({ name }) => name)

      assert.deepEqual(names(yield* largest({ country: "PT", count: 3 })), ["Lisbon", "Porto", "Amadora"])
      assert.deepEqual(names(yield* largest({ country: "DE", region: "DE-BY", count: 3 })), ["Munich", "Nuremberg", "Augsburg"])
      assert.deepEqual(names(yield* largest({ country: "US", region: "us-tx", count: 2 })), ["Houston", "San Antonio"])
      const third = yield* largest({ country: "JP", rank: 3 })
      assert.deepEqual([third.place.name, third.place.rank, third.time.zone, third.place.total], ["Osaka", 3, "Asia/Tokyo", null])
      // Monaco has no third town: nothing is invented, and the list has what there is.
      const none = yield* largest({ country: "VA", rank: 3 })
      assert.deepEqual([none.place.name, none.geo.latitude, none.country.code, names(none).length < 3], [null, null, "VA", true])
      assert.strictEqual((yield* largest({ country: "PL", count: 50 })).place.largest.length, 50)
    }),
  )

  it.effect("counts all that have the least population, against every row there is", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { reads: sql } = yield* Database
      const rows = yield* sql<Town & { readonly country: string; readonly quarter: boolean }>`
        select name, country, quarter, population, latitude, longitude from place where population >= 50000`
      const towns = rows.filter(({ quarter }) => !quarter)
      const { data } = yield* ask(source, "place.largest", { country: "PL", population_from: 50_000 })
      assert.strictEqual(data.place.total, towns.filter(({ country }) => country === "PL").length)

      const points = [
        { name: "Lyon", latitude: 45.75, longitude: 4.85 },
        { name: "across the date line", latitude: -17.8, longitude: 179.99 },
        { name: "two countries", latitude: 51.0, longitude: 6.0 },
      ]
      for (const { name, ...at } of points) {
        const around = (yield* ask(source, "place.largest", { ...at, radius_km: 60, population_from: 50_000, count: 50 })).data.place
        const expected = towns.filter((town) => distanceKm(at, town) <= 60).toSorted((a, b) => b.population - a.population)
        assert.deepEqual([name, around.total], [name, expected.length])
        assert.deepEqual(
          around.largest.map((town: Town) => [town.population, town.distance_km! <= 60]),
          expected.slice(0, 50).map(({ population }) => [population, true]),
        )
      }
    }),
  )

  it.effect("reads the first towns of a country by their index, and refuses a region of another country or one without towns", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { reads: sql } = yield* Database
      const [explained] = yield* sql<Explained>`explain (analyze, format json) select *
        from (select * from place where population >= 1 and not quarter) as town where country = 'US' order by population desc, id limit 10`
      assert.deepEqual(tableReads(explained!), [{ table: "place", sequential: false, rows: 10 }])
      assert.strictEqual(refusedField(source, "place.largest", { country: "FR", region: "DE-BY", count: 3 }), "region.code")
      assert.strictEqual(refusedField(source, "place.largest", { country: "FR", count: 51 }), "place.count")
      const unknown = yield* Effect.flip(ask(source, "place.largest", { country: "FR", region: "FR-XYZ", count: 3 }))
      assert.match(String(unknown), /The towns of FR-XYZ are not known/u)
    }),
  )
})
