import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import { PgLedgerQueries } from "../../../../layers/postgres/PgLedgerQueries.ts"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { makePgSepaStore } from "../../../../rails/sepa/store/PgSepaStore.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { makePgTopupStore, TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { makePgStripeStore, StripeStore } from "../../../../rails/stripe/store.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { LedgerFixture } from "../../../support/ledger/LedgerFixture.ts"
import { Owner, postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { type Stage, unlimited } from "./stage.ts"
import { story } from "./story.ts"
import type { World } from "./World.ts"

const seeds = 2

interface LineRow {
  readonly id: string
  readonly claim: string | null
  readonly amount: string
  readonly booked: boolean
  readonly settled: boolean
}

/** The books and the debits in tables; the world is only a copy, to hold the invariants against. */
const inTables = Effect.gen(function* () {
  const ledger = yield* Ledger
  const reading = yield* LedgerQueries
  const store = yield* SepaStore
  const topups = yield* TopupStore
  const stripeStore = yield* StripeStore
  const bench = yield* LedgerFixture
  const owner = yield* Owner
  const load = Effect.fnUntraced(function* ({ books, organisation, sepa }: World) {
    const rows = yield* bench.rows(organisation)
    for (const account of rows.accounts) books.accounts.set(accountKey(organisation, account.id), account)
    for (const call of rows.calls) books.calls.set(call.id, call)
    const debtor = yield* store.debtor(organisation)
    if (debtor !== undefined) sepa.debtors.set(organisation, debtor)
    for (const collection of yield* store.collections(organisation, { limit: 1_000 })) sepa.collections.set(collection.id, collection)
    const lines = yield* owner.unsafe<LineRow>(
      `select id, claim::text, amount::text, booked, settled from rail_sepa.line where org::text = $1`,
      [organisation],
    )
    for (const { amount, ...line } of lines)
      sepa.lines.set(`${organisation}/${line.id}`, { ...line, organisation, amount: microUsd(BigInt(amount)), at: 0 })
  })
  return (): Stage => ({
    ledger,
    reading,
    store,
    topups,
    stripeStore,
    open: ({ key, organisation }) =>
      Effect.gen(function* () {
        yield* bench.organisation({ id: organisation, status: "active", spending: true, concurrency: 1000 })
        yield* bench.key({ id: key, organisation, ...unlimited })
        // Each story begins without the job runs of the story before, whose clock went further.
        yield* owner`delete from rail_sepa.turn`
        yield* owner`delete from rail_sepa.debtor`
        yield* owner`delete from rail_sepa.collection`
      }),
    setTime: bench.setTime,
    load,
  })
})

const stores = Layer.mergeAll(
  Layer.effect(SepaStore, makePgSepaStore),
  Layer.effect(TopupStore, makePgTopupStore),
  Layer.effect(StripeStore, makePgStripeStore),
).pipe(Layer.provide(RailDatabase))

layer(Layer.mergeAll(stores, PgLedgerQueries).pipe(Layer.provideMerge(postgresLedgerFixture)), { excludeTestServices: true })(
  "debits over PostgreSQL",
  (it) => {
    it.effect(
      `debits over PostgreSQL collect the amount owed once through ${seeds} random lives`,
      () =>
        Effect.gen(function* () {
          const stage = yield* inTables
          for (let seed = 0; seed < seeds; seed++) yield* story(seed, {}, stage)
        }),
      { timeout: 400_000 },
    )
  },
)
