import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Reserve } from "../../../domain/ledger/command.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import {
  type Buyer,
  captureOf,
  document,
  openBuyer,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  usd,
} from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const expects = (command: Reserve) => Effect.map(Ledger, (ledger) => ledger.expects(command))

/** A paid call, after which the node knows all rows of the organisation. */
const buy = Effect.fnUntraced(function* (buyer: Buyer) {
  return yield* run(captureOf(yield* reserved(reserveOf(buyer))))
})

layer(postgresLedgerFixture, { excludeTestServices: true })("what the ledger expects of a reservation before it decides", (it) => {
  it.effect("nothing is expected of an organisation that this node has not seen", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const fresh = yield* Layer.build(Layer.fresh(PgLedger).pipe(Layer.provide(Layer.succeed(Database, yield* Database))))
      expect(yield* Effect.provide(expects(reserveOf(buyer)), fresh)).toBe(false)
      yield* Effect.provide(buy(buyer), fresh)
      expect(yield* Effect.provide(expects(reserveOf(buyer)), fresh)).toBe(true)
    }),
  )

  it.effect("no more reservations are expected than the balance covers, and one that was decided makes room or takes it for good", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 4000 })
      yield* buy(buyer)
      const three = [reserveOf(buyer), reserveOf(buyer), reserveOf(buyer)]
      expect([yield* expects(three[0]!), yield* expects(three[1]!), yield* expects(three[2]!)]).toEqual([true, true, true])
      expect(yield* expects(reserveOf(buyer))).toBe(false)
      const held = yield* reserved(three[0]!)
      expect(yield* expects(reserveOf(buyer))).toBe(false)
      yield* run(releaseOf(held))
      expect(yield* expects(reserveOf(buyer))).toBe(true)
    }),
  )

  it.effect(
    "what expected reservations would spend counts to the limits of the key, and a quarter of the calls that an organisation may execute are sent early",
    () =>
      Effect.gen(function* () {
        const limited = yield* openBuyer({ key: { daily: usd(3000) } })
        yield* buy(limited)
        expect([yield* expects(reserveOf(limited)), yield* expects(reserveOf(limited)), yield* expects(reserveOf(limited))]).toEqual([
          true,
          true,
          false,
        ])
        const narrow = yield* openBuyer({ organisation: { concurrency: 8 } })
        yield* buy(narrow)
        yield* run(reserveOf(narrow))
        expect([yield* expects(reserveOf(narrow)), yield* expects(reserveOf(narrow))]).toEqual([true, false])
        const single = yield* openBuyer({ organisation: { concurrency: 1 } })
        yield* buy(single)
        expect(yield* expects(reserveOf(single))).toBe(false)
      }),
  )

  it.effect("a reservation that waits for its batch counts before it is decided, whether it was expected or not", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 2000 })
      yield* buy(buyer)
      const waiting = yield* Effect.forkChild(run(reserveOf(buyer)), { startImmediately: true })
      expect(yield* expects(reserveOf(buyer))).toBe(false)
      yield* Fiber.join(waiting)
      expect(yield* expects(reserveOf(buyer))).toBe(false)
    }),
  )

  it.effect("an expectation over stale rows is refused by the ledger, which reads them again", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const buyer = yield* openBuyer()
      yield* buy(buyer)
      yield* owner`update organisation set spending = false where id = ${buyer.organisation}`
      const stale = reserveOf(buyer, { outcome: { amount: usd(700), body: document } })
      expect(yield* expects(stale)).toBe(true)
      expect(yield* refusalOf(stale)).toMatchObject({ code: "spending_not_permitted" })
      expect(yield* expects(reserveOf(buyer))).toBe(false)
    }),
  )

  it.effect("rows that were seen in a session that was lost are read again", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      const buyer = yield* openBuyer()
      const lane = (of: Buyer) => of.organisation.charCodeAt(of.organisation.length - 1) % 2
      let neighbour = yield* openBuyer()
      while (lane(neighbour) !== lane(buyer)) neighbour = yield* openBuyer()
      yield* buy(buyer)
      yield* buy(neighbour)
      expect(yield* expects(reserveOf(buyer))).toBe(true)
      yield* owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      yield* buy(neighbour)
      yield* buy(neighbour)
      expect(yield* expects(reserveOf(buyer))).toBe(false)
    }),
  )

  it.effect("a step of an ask and the payment of a wallet are never expected", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      yield* buy(buyer)
      expect(yield* expects(reserveOf(buyer, { begins: null }))).toBe(false)
      expect(yield* expects(reserveOf(buyer, { wallet: true, key: null }))).toBe(false)
    }),
  )
})
