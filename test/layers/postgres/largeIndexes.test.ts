import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { connectToMigrate } from "../../../layers/postgres/connection.ts"
import { buildIndexes } from "../../../layers/postgres/largeIndexes.ts"
import { Owner, postgresLedgerFixture, TestLocation } from "../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../support/until.ts"

const index = { name: "large_n", on: "large (n)" }

layer(postgresLedgerFixture, { excludeTestServices: true })("indexes on tables with a row for each call", (it) => {
  it.effect("are built once by two nodes, while a third one writes, and again where a build was interrupted", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const location = { ...(yield* TestLocation), username: inject("postgres").superuser }
      const connection = connectToMigrate(location).pipe(Effect.provide(Reactivity.layer))
      const [one, two, writer] = [yield* connection, yield* connection, yield* connection]
      yield* owner`create table large (n int)`
      yield* owner`insert into large select generate_series(1, 5000)`

      yield* writer`begin`
      yield* writer`insert into large values (0)`
      const builds = yield* Effect.forkChild(
        Effect.all([buildIndexes(one, [index]), buildIndexes(two, [index])], { concurrency: 2, discard: true }),
      )
      const waiting = owner<{ n: number }>`select count(*)::int as n from pg_stat_progress_create_index where relid = 'large'::regclass`
      yield* until(Effect.map(waiting, ([row]) => row!.n === 1))
      // A build that locks the table would hold up this writer behind the open transaction.
      yield* owner`insert into large values (-1)`.pipe(Effect.timeout("5 seconds"))
      yield* writer`commit`
      yield* Fiber.join(builds)

      const state = owner<{
        oid: number
        valid: boolean
      }>`select indexrelid::int as oid, indisvalid as valid from pg_index where indrelid = 'large'::regclass`
      const [built] = yield* state
      expect(built!.valid).toBe(true)
      yield* buildIndexes(one, [index])
      expect(yield* state).toEqual([built])
      yield* owner`update pg_index set indisvalid = false where indrelid = 'large'::regclass`
      yield* buildIndexes(two, [index])
      const [again, ...more] = yield* state
      expect([again!.valid, again!.oid === built!.oid, more]).toEqual([true, false, []])
    }).pipe(Effect.scoped),
  )
})
