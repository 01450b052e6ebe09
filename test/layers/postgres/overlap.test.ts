import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Metric } from "effect"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { MinItemsOfSecond, PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { accountOf, rowsOf } from "../../support/ledger/LedgerFixture.ts"
import { type Buyer, captureOf, openBuyer, reserved, reserveOf, run } from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const callsInFlight = 40

/** A ledger of its own, which has a second batch in flight wherever this many commands wait for it. */
const overlapping = Effect.fnUntraced(function* (minItemsOfSecond: number) {
  const database = yield* Database
  return yield* Layer.build(
    Layer.fresh(PgLedger).pipe(Layer.provide([Layer.succeed(Database, database), Layer.succeed(MinItemsOfSecond, minItemsOfSecond)])),
  )
})

/** How many batches the ledger of this process has run. */
const batches = Effect.map(Metric.snapshot, (metrics) =>
  metrics.reduce(
    (sum, metric) => sum + (metric.id === "farthing_batch_items" && metric.type === "Histogram" ? Number(metric.state.count) : 0),
    0,
  ),
)

layer(postgresLedgerFixture, { excludeTestServices: true })("two batches of one organisation in flight", (it) => {
  const open = Effect.fnUntraced(function* (buyer: Buyer, count: number) {
    return yield* Effect.forEach(Array.from({ length: count }), () => reserved(reserveOf(buyer)), { concurrency: "unbounded" })
  })
  const capture = (calls: ReadonlyArray<Call>) =>
    Effect.forEach(calls, (call) => Effect.exit(run(captureOf(call))), { concurrency: "unbounded" })

  it.effect("the second is decided over the rows as the first leaves them", () =>
    Effect.gen(function* () {
      const ledger = yield* overlapping(callsInFlight / 2)
      yield* Effect.gen(function* () {
        const owner = yield* Owner
        const buyer = yield* openBuyer({ credits: 1_000_000 })
        const calls = yield* open(buyer, callsInFlight)
        const reads = owner<{
          calls: number
        }>`select coalesce(sum(calls), 0)::int as calls from pg_stat_user_functions where funcname = 'ledger_read'`
        yield* owner`select pg_stat_force_next_flush()`
        const before = [yield* batches, (yield* reads)[0]!.calls] as const
        const ended = yield* capture(calls)
        expect(ended.filter(Exit.isSuccess)).toHaveLength(callsInFlight)
        expect((yield* batches) - before[0]).toBe(2)
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 960_000n, held: 0n, open: 0 })
      }).pipe(Effect.provide(ledger))
    }),
  )

  it.effect(
    "where the first is refused because a row of it has changed, the second writes nothing over what the first would have left",
    () =>
      Effect.gen(function* () {
        const ledger = yield* overlapping(callsInFlight / 2)
        yield* Effect.gen(function* () {
          const owner = yield* Owner
          const buyer = yield* openBuyer({ credits: 1_000_000 })
          const calls = yield* open(buyer, callsInFlight)
          // Another version of one call, with the same content: only the batch with this call was decided over it.
          yield* owner`update call set id = id where org = ${buyer.organisation} and id = ${calls[0]!.id}`
          const ended = yield* capture(calls)
          expect(ended.filter(Exit.isSuccess)).toHaveLength(callsInFlight)
          expect(yield* accountOf(buyer)).toMatchObject({ posted: 960_000n, held: 0n, open: 0 })
          const { calls: rows, transfers } = yield* rowsOf(buyer)
          expect(rows.filter(({ state }) => state === "captured")).toHaveLength(callsInFlight)
          // A grant, and what each call paid to its publisher and to the gateway.
          expect(transfers).toHaveLength(1 + 2 * callsInFlight)
        }).pipe(Effect.provide(ledger))
      }),
  )

  it.effect("together they admit as many calls as there is money for, though another node takes some of it between them", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* overlapping(1), yield* overlapping(1)]
      const buyer = yield* openBuyer({ credits: 100_000 })
      const on = (ledger: typeof one, effect: Effect.Effect<Exit.Exit<unknown, unknown>, never, Ledger>) => Effect.provide(effect, ledger)
      const results = yield* Effect.forEach(
        Array.from({ length: 160 }),
        (_, n) => Effect.delay(on(n % 3 === 0 ? other : one, Effect.exit(run(reserveOf(buyer)))), `${n % 8} millis`),
        { concurrency: "unbounded" },
      )
      expect(results.filter(Exit.isSuccess)).toHaveLength(100)
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 100_000n, held: 100_000n, open: 100 })
    }),
  )
})
