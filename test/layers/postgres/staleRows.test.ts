import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Reserve } from "../../../domain/ledger/command.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { dropIdleAccounts } from "../../../layers/postgres/idleAccounts.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { accountOf, LedgerFixture, rowsOf } from "../../support/ledger/LedgerFixture.ts"
import {
  captureOf,
  deliverOf,
  type Buyer,
  grant,
  option,
  outcome,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  usd,
  openBuyer,
} from "../../support/ledger/commands.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

/** The ledger of another node over the same database. It shares no memory with the first. */
class OtherNode extends Context.Service<OtherNode, Ledger["Service"]>()("farthing/test/layers/postgres/OtherNode") {}
const otherNode = Layer.effect(
  OtherNode,
  Effect.flatMap(Database, (database) =>
    Effect.map(Layer.build(Layer.provide(Layer.fresh(PgLedger), Layer.succeed(Database, database))), Context.get(Ledger)),
  ),
)

/** How many entries of the indexes of this table the current transaction has read. */
const indexEntriesRead = (owner: Owner["Service"], table: string) =>
  Effect.map(
    owner<{
      entries: number
    }>`select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as entries from pg_index where indrelid = ${table}::text::regclass`,
    ([row]) => row!.entries,
  )

layer(Layer.provideMerge(otherNode, postgresLedgerFixture), { excludeTestServices: true })(
  "decisions over the rows that were seen last",
  (it) => {
    const onOtherNode = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(OtherNode, (ledger) => Effect.provideService(effect, Ledger, ledger))
    /** A paid call, after which the node knows all rows of the organisation. */
    const buy = Effect.fnUntraced(function* (buyer: Buyer, over: Partial<Reserve> = {}) {
      return yield* run(captureOf(yield* reserved(reserveOf(buyer, over))))
    })

    it.effect("a plan that was made before any wallet had paid does not read all accounts of wallets later", () =>
      Effect.gen(function* () {
        const owner = yield* Owner
        const { organisation } = yield* openBuyer({ credits: 1000 })
        const read = owner`select ledger_read(array[${organisation}]::uuid[], array[${organisation}]::uuid[], array['credits'], '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null)`
        const entriesRead = indexEntriesRead(owner, "account")
        const added = yield* owner.withTransaction(
          Effect.gen(function* () {
            yield* owner`analyze account`
            yield* read
            yield* owner`insert into account (org, id, rail, transit) select ${organisation}::uuid, 'payer:' || n, 'x402', true from generate_series(1, 5000) as n`
            const before = yield* entriesRead
            yield* read
            return (yield* entriesRead) - before
          }),
        )
        expect(added).toBeLessThan(20)
      }),
    )

    it.effect("a plan that was made while there were few calls and no statistics reads one of thousands by its key alone", () =>
      Effect.gen(function* () {
        const owner = yield* Owner
        const buyer = yield* openBuyer()
        const { id, organisation } = yield* reserved(reserveOf(buyer))
        const verify = owner`select ledger_verify(ms(farthing_now()), '{}', '{}', 0, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
          array[${organisation}]::uuid[], array[${id}]::uuid[], array['1'], null)`
        const entriesRead = indexEntriesRead(owner, "call")
        const added = yield* owner.withTransaction(
          Effect.gen(function* () {
            yield* owner`delete from pg_statistic where starelid = 'call'::regclass`
            yield* owner`update pg_class set reltuples = -1, relpages = 0 where oid = 'call'::regclass`
            yield* verify
            yield* owner`insert into call select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
              from call c, generate_series(1, 3000) where c.org = ${organisation} and c.id = ${id}`
            const before = yield* entriesRead
            yield* verify
            return (yield* entriesRead) - before
          }),
        )
        expect(added).toBe(1)
      }),
    )

    it.effect("two nodes that alternate on one organisation admit as many calls as it has money for, and no more", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 30_000 })
        const admitted: Array<boolean> = []
        for (let n = 0; n < 20; n++) {
          const results = yield* Effect.all([outcome(reserveOf(buyer)), onOtherNode(outcome(reserveOf(buyer)))], { concurrency: 2 })
          admitted.push(...results.map(({ _tag }) => _tag === "Success"))
        }
        expect(admitted.filter(Boolean)).toHaveLength(30)
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 30_000n, held: 30_000n, open: 30 })
      }),
    )

    it.effect("a key that is revoked, a lower limit, a suspension and a lower concurrency count from the next reservation on", () =>
      Effect.gen(function* () {
        const owner = yield* Owner
        const buyer = yield* openBuyer({ credits: 100_000 })
        yield* buy(buyer)
        yield* owner`update api_key set daily = 1500 where id = ${buyer.key}`
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ limit: "daily", available: 500n })
        yield* owner`update api_key set daily = null where id = ${buyer.key}`
        yield* buy(buyer)
        yield* owner`update organisation set concurrency = 1 where id = ${buyer.organisation}`
        const open = yield* reserved(reserveOf(buyer))
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "rate_limit_exceeded" })
        yield* run(releaseOf(open))
        yield* owner`update organisation set status = 'suspended' where id = ${buyer.organisation}`
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "organisation_unavailable" })
        yield* owner`update organisation set status = 'active' where id = ${buyer.organisation}`
        yield* buy(buyer)
        yield* owner`update api_key set revoked_at = clock_timestamp() where id = ${buyer.key}`
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "api_key_revoked" })
      }),
    )

    it.effect("money that another node brings or takes is counted at once", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 1000 })
        yield* buy(buyer)
        yield* onOtherNode(grant(buyer, 2000))
        yield* buy(buyer)
        yield* onOtherNode(buy(buyer))
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "insufficient_balance", available: 0n })
        const { account } = yield* LedgerFixture
        yield* account({ organisation: buyer.organisation, id: "sepa", rail: "sepa", creditLimit: usd(7000), status: "active" })
        expect(yield* buy(buyer, { options: [option({ rail: "sepa", settles: "later" })] })).toMatchObject({ balance: 6000n })
      }),
    )

    it.effect("an Idempotency-Key and a payment that another node took are taken", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 100_000 })
        yield* buy(buyer)
        yield* onOtherNode(buy(buyer))
        const begins = {
          kind: "direct",
          request: "{}",
          waitMs: 0,
          idempotency: { endpoint: "execute", key: randomUUID(), hash: "h" },
        } as const
        const first = yield* onOtherNode(reserved(reserveOf(buyer, { begins })))
        expect(yield* run(reserveOf(buyer, { begins }))).toEqual({ _tag: "Earlier", run: first.run })
        const claiming = [option({ claim: randomUUID() })]
        yield* onOtherNode(run(reserveOf(buyer, { options: claiming })))
        expect(yield* refusalOf(reserveOf(buyer, { options: claiming }))).toMatchObject({
          message: expect.stringContaining("was presented for another call before"),
        })
      }),
    )

    it.effect("a call that another node closed is not closed again", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 5000 })
        const call = yield* reserved(reserveOf(buyer))
        yield* onOtherNode(run(releaseOf(call)))
        expect((yield* outcome(captureOf(call)))._tag).toBe("Failure")
        expect(yield* rowsOf(buyer)).toMatchObject({ transfers: [{ credit: "buyer:credits" }] })
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 5000n, held: 0n, open: 0 })
      }),
    )

    it.effect("calls on the accounts of single payers count to the organisation's concurrency, whichever node reserved them", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 5000, organisation: { concurrency: 3 } })
        const payer = (name: string) => [
          option({ rail: "x402", account: name, opens: { creditLimit: usd(9000), transit: true }, settles: "later" }),
        ]
        yield* run(reserveOf(buyer, { options: payer("payer:1") }))
        yield* onOtherNode(run(reserveOf(buyer, { options: payer("payer:2") })))
        yield* run(reserveOf(buyer, { options: payer("payer:1") }))
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "rate_limit_exceeded" })
      }),
    )

    it.effect(
      "an empty account of a payer is dropped after 90 days without a call, and the payer's next call opens it again, on every node",
      () =>
        Effect.gen(function* () {
          const owner = yield* Owner
          const buyer = yield* openBuyer({ credits: 5000, organisation: { concurrency: 9 } })
          const paying = (name: string) => ({
            options: [option({ rail: "x402", account: name, opens: { creditLimit: usd(9000), transit: true }, settles: "later" })],
          })
          for (const name of ["payer:idle", "payer:used", "payer:other"])
            yield* run(releaseOf(yield* reserved(reserveOf(buyer, paying(name)))))
          const open = yield* reserved(reserveOf(buyer, paying("payer:open")))
          const transit = Effect.map(
            owner<{ id: string }>`select id from account where org = ${buyer.organisation}::uuid and transit order by id`,
            (rows) => rows.map(({ id }) => id),
          )
          const all = ["payer:idle", "payer:open", "payer:other", "payer:used"]
          const days = (past: number) => owner`update idle_account set since = since - make_interval(days => ${past}::int)`
          yield* dropIdleAccounts
          yield* days(89)
          yield* dropIdleAccounts
          expect(yield* transit).toEqual(all)
          yield* run(releaseOf(yield* onOtherNode(reserved(reserveOf(buyer, paying("payer:used"))))))
          yield* days(2)
          yield* dropIdleAccounts
          expect(yield* transit).toEqual(["payer:open", "payer:used"])
          // Both nodes knew the rows that are gone.
          yield* run(releaseOf(yield* reserved(reserveOf(buyer, paying("payer:idle")))))
          yield* run(releaseOf(yield* onOtherNode(reserved(reserveOf(buyer, paying("payer:idle"))))))
          yield* run(releaseOf(yield* onOtherNode(reserved(reserveOf(buyer, paying("payer:other"))))))
          yield* run(releaseOf(open))
          expect(yield* transit).toEqual(all)
        }),
    )

    it.effect("a call that has delivered and waits for its rail is not counted as executing, whichever node delivered it", () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 5000, organisation: { concurrency: 1 } })
        const opens = { creditLimit: usd(9000), transit: true }
        const paying = [option({ rail: "x402", account: "payer:1", opens, settles: "before_answer" })]
        const call = yield* onOtherNode(reserved(reserveOf(buyer, { options: paying })))
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "rate_limit_exceeded" })
        yield* onOtherNode(run(deliverOf(call, { settling: true })))
        const next = yield* reserved(reserveOf(buyer))
        expect(yield* onOtherNode(refusalOf(reserveOf(buyer)))).toMatchObject({ code: "rate_limit_exceeded" })
        yield* run(captureOf(next))
        yield* onOtherNode(reserved(reserveOf(buyer)))
      }),
    )
  },
)
