import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { authenticateStatement, credentialsJson } from "../../../layers/postgres/PgAuthenticator.ts"
import { openBuyer } from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { type Explained, tableReads } from "../../support/queryPlan.ts"

layer(postgresLedgerFixture)("the authentication of a request", (it) => {
  it.effect("reads no runs but the one that its Idempotency-Key began, however many there are", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const { key, organisation } = yield* openBuyer()
      const runs = 3_000
      yield* owner`insert into run (org, id, key, kind, status, request, created_at, wait_until)
        select ${organisation}::uuid, gen_random_uuid(), ${key}::uuid, 'direct', 'succeeded', '{}', farthing_now(), farthing_now() from generate_series(1, ${runs})`
      yield* owner`insert into idempotency (org, key, endpoint, idempotency_key, run, hash, created_at)
        select org, key, 'execute', id::text, id, 'h', created_at from run where org = ${organisation}::uuid`
      yield* owner`analyze run, idempotency`
      const [begun] = yield* owner<{ id: string }>`select id from run where org = ${organisation}::uuid limit 1`
      const hash = createHash("md5").update(key).digest()
      const readWith = (idempotencyKey: string | undefined) =>
        owner.withTransaction(
          Effect.gen(function* () {
            const idempotency = idempotencyKey === undefined ? null : { endpoint: "execute", key: idempotencyKey }
            yield* owner`set local plan_cache_mode = force_generic_plan`
            const [explained] = yield* owner.unsafe<Explained>(`explain (analyze, format json) ${authenticateStatement}`, [
              credentialsJson([{ hash, idempotency }]),
            ])
            return tableReads(explained!)
              .filter(({ rows, table }) => rows > 0 && (table === "run" || table === "idempotency"))
              .map(({ rows, table }) => [table, rows])
          }),
        )
      expect(yield* readWith(undefined)).toEqual([])
      expect(yield* readWith(randomUUID())).toEqual([])
      expect(yield* readWith(begun!.id)).toEqual([
        ["idempotency", 1],
        ["run", 1],
      ])
    }),
  )
})
