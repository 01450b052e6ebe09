import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import { PgLedgerQueries } from "../../../../layers/postgres/PgLedgerQueries.ts"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { SqlClient } from "effect/sql/SqlClient"
import { sepaAudit } from "../../../../rails/sepa/audit.ts"
import type { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { makePgSepaStore } from "../../../../rails/sepa/store/PgSepaStore.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { makePgTopupStore, TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { makePgStripeStore, StripeStore } from "../../../../rails/stripe/store.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { LedgerFixture } from "../../../support/ledger/LedgerFixture.ts"
import { Owner, postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { quietly } from "./quietly.ts"
import { type Stage, unlimited } from "./stage.ts"
import { story } from "./story.ts"

/** Set by `npm run simulate:sepa`. */
const seeds = Number(process.env["SEPA_SEEDS"] ?? 3)
const from = Number(process.env["SEPA_FROM"] ?? 0)
/** A database serves one life after the other, because a life sets its clock. Two keep two processors busy. */
const databases = Math.min(Number(process.env["SEPA_DATABASES"] ?? 1), seeds)

interface LineRow {
  readonly id: string
  readonly claim: string | null
  readonly amount: string
  readonly cents: string | null
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
  const sql = yield* SqlClient
  const audit: Stage["audit"] = (world) =>
    world.as(
      Effect.gen(function* () {
        const checks = Object.entries(sepaAudit(yield* Effect.context<SepaStore | StripeApi>(), sql, noPayouts))
        const results = yield* Effect.forEach(checks, ([name, run]) => Effect.map(run, (breaks) => breaks.map((one) => `${name}: ${one}`)))
        return results.flat()
      }),
    )
  const load: Stage["load"] = Effect.fnUntraced(function* ({ books, organisation, sepa }, what) {
    const [accounts, debtor, collections, lines] = yield* Effect.all(
      [
        reading.accounts(organisation),
        store.debtor(organisation),
        store.collections(organisation, { limit: 1_000 }),
        owner.unsafe<LineRow>(
          `select id, claim::text, amount::text, cents::text, booked, settled from rail_sepa.line where org = $1::text::uuid`,
          [organisation],
        ),
      ],
      { concurrency: "unbounded" },
    )
    for (const account of accounts) books.accounts.set(accountKey(organisation, account.id), account)
    if (debtor !== undefined) sepa.debtors.set(organisation, debtor)
    for (const collection of collections) sepa.collections.set(collection.id, collection)
    for (const { amount, cents, ...line } of lines) {
      const fixed = cents === null ? {} : { cents: BigInt(cents) }
      sepa.lines.set(`${organisation}/${line.id}`, { ...line, ...fixed, organisation, amount: microUsd(BigInt(amount)), at: 0 })
    }
    if (what === "debits") return
    const rows = yield* bench.rows(organisation)
    for (const account of rows.accounts) books.accounts.set(accountKey(organisation, account.id), account)
    for (const call of rows.calls) books.calls.set(call.id, call)
    books.transfers.splice(0, books.transfers.length, ...rows.transfers.map((transfer) => ({ ...transfer, at: 0 })))
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
    audit,
  })
})

const noPayouts = () => Effect.succeed({ complete: true, payouts: [] })

const stores = Layer.mergeAll(
  Layer.effect(SepaStore, makePgSepaStore),
  Layer.effect(TopupStore, makePgTopupStore),
  Layer.effect(StripeStore, makePgStripeStore),
).pipe(Layer.provideMerge(RailDatabase))

const oneDatabase = Layer.fresh(Layer.mergeAll(stores, PgLedgerQueries).pipe(Layer.provideMerge(postgresLedgerFixture)))

it(`debits over PostgreSQL collect the amount owed once through ${seeds} random lives`, { timeout: 3_600_000 }, () =>
  quietly(
    Effect.forEach(
      Array.from({ length: databases }, (_, database) => database),
      (database) =>
        Effect.gen(function* () {
          const stage = yield* inTables
          for (let seed = from + database; seed < from + seeds; seed += databases) {
            yield* story(seed, {}, stage)
            if (process.env["SEPA_SEEDS"] !== undefined && (seed - from) % 50 === 49) process.stdout.write(`seed ${seed} ended well\n`)
          }
        }).pipe(Effect.provide(oneDatabase), Effect.scoped),
      { concurrency: "unbounded", discard: true },
    ),
  ),
)
