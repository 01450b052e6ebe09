import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { ask, pathsOf, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("gazetteer", (it) => {
  it.effect("seven of ten places have a population, and a renamed or moved city has that of its old name", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { reads: sql } = yield* Database
      const [share] = yield* sql<{ part: number }>`select count(population)::float8 / count(*) as part from place`
      assert.isAbove(share!.part, 0.7)
      const expected = [
        ["Valparaíso", 282_448],
        ["Wrocław", 634_893],
        ["Gqeberha", 967_677],
        ["Odesa", 1_015_826],
        ["Tampere", 244_315],
        ["Chattogram", 3_920_222],
        ["Washington, D.C.", 689_545],
      ] as const
      for (const [query, population] of expected) {
        const { data } = yield* ask(source, "place.search", { query })
        assert.deepEqual([query, data.place.population, data.place.matches[0].population], [query, population, population])
      }
      const unknown = yield* ask(source, "place.nearest", { latitude: 51.1079, longitude: 17.0385 })
      assert.deepEqual([unknown.data.place.name, unknown.data.place.population], ["Stare Miasto", null])
    }),
  )

  it.effect("the gazetteer answers exactly the operations that it lists", () =>
    Effect.gen(function* () {
      const source = yield* open
      const [search, nearest] = source.operations
      assert.sameMembers([...search!.output], [...pathsOf((yield* ask(source, "place.search", { query: "Bern" })).data)])
      assert.sameMembers([...nearest!.output], [...pathsOf((yield* ask(source, "place.nearest", { latitude: 1, longitude: 2 })).data)])
      assert.deepEqual([search!.pricing.model, search!.pricing.price, nearest!.pricing.price], ["per_result", 1_000n, 1_500n])
      assert.strictEqual(refusedField(source, "place.nearest", { latitude: 90.1, longitude: 0 }), "geo.latitude")
      assert.strictEqual(refusedField(source, "place.nearest", { latitude: Number.NaN, longitude: 0 }), "geo.latitude")
    }),
  )
})
