import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Eraser } from "../../../domain/operating/erase.ts"
import { PgEraser } from "../../../layers/postgres/operating/PgEraser.ts"
import { openBuyer } from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../support/until.ts"

layer(Layer.provideMerge(PgEraser, postgresLedgerFixture), { excludeTestServices: true })("the erasure of an organisation", (it) => {
  it.effect("it waits for the organisation before it locks an account, as a money step does, so that the two cannot deadlock", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const { erase } = yield* Eraser
      const { organisation } = yield* openBuyer()
      // A transaction sees the activity as it was when it first looked.
      const waits = Effect.map(
        Effect.andThen(
          owner`select pg_stat_clear_snapshot()`,
          owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
        (rows) => rows.length > 0,
      )
      const erasing = yield* owner.withTransaction(
        Effect.gen(function* () {
          yield* owner`select from organisation where id = ${organisation} for no key update`
          const erasing = yield* Effect.forkDetach(erase(organisation))
          yield* until(waits)
          expect(yield* owner`select from account where org = ${organisation} for update nowait`).toHaveLength(1)
          return erasing
        }),
      )
      // It was not suspended.
      expect(yield* Fiber.join(erasing)).toBeUndefined()
    }),
  )
})
