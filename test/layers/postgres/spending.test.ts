import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { otherTags, Spending, type SpendingDimension, type SpendingQuery } from "../../../domain/ledger/Spending.ts"
import { type OrganisationId } from "../../../domain/money/ids.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { connect } from "../../../layers/postgres/connection.ts"
import { PgSpending } from "../../../layers/postgres/PgSpending.ts"
import { type Buyer, captureOf, openBuyer, releaseOf, reserved, reserveOf, run, usd } from "../../support/ledger/commands.ts"
import { noon, setTime } from "../../support/ledger/LedgerFixture.ts"
import { Owner, postgresLedgerFixture, TestLocation } from "../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../support/until.ts"

/** The clock of these tests. It only goes forward. */
let now = noon
const passes = (ms: number) => Effect.suspend(() => setTime((now += ms)))
const start = Effect.gen(function* () {
  const owner = yield* Owner
  yield* owner`update spending_progress set done_until = at_ms(${now - dayMs}), next_until = null, next_xid = null`
})

/** All that was committed so far is summed. How many rounds that takes depends on the mark of the last round, and on the transactions of other tests. */
const summed = Effect.gen(function* () {
  const [{ summarise }, owner] = [yield* Spending, yield* Owner]
  yield* passes(2_000)
  const reached = owner<{ reached: boolean }>`select done_until >= at_ms(${now - 1_000}) as reached from spending_progress`
  yield* until(
    Effect.andThen(
      summarise(0),
      Effect.map(reached, ([row]) => row!.reached),
    ),
  )
})

/** A span is summed when every transaction of the server that began before has ended: those of other tests are among them. */
const earlierTransactionsEnded = Effect.flatMap(Owner, (owner) =>
  until(
    Effect.map(
      owner<{ ended: boolean }>`select coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= next_xid, true) as ended from spending_progress`,
      ([row]) => row!.ended,
    ),
  ),
)

const reportOf = (organisation: OrganisationId, groupBy: SpendingQuery["groupBy"], more: Partial<SpendingQuery> = {}) =>
  Effect.flatMap(Spending, ({ report }) =>
    report(organisation, { from: isoDate(noon - dayMs), to: isoDate(now + dayMs), groupBy, only: null, ...more }),
  )
const rowsOf = (organisation: OrganisationId, groupBy: SpendingQuery["groupBy"], only: SpendingQuery["only"] = null) =>
  Effect.map(reportOf(organisation, groupBy, { only }), ({ rows }) =>
    rows.map(({ amount, calls, value }) => [value, Number(amount), calls]),
  )

const buy = Effect.fnUntraced(function* (buyer: Buyer, micro: number, over: { readonly source?: string; readonly tag?: string } = {}) {
  const call = yield* reserved(reserveOf(buyer, { max: usd(micro), ...over }))
  yield* run(captureOf(call))
  return call
})

layer(PgSpending.pipe(Layer.provideMerge(postgresLedgerFixture)), { excludeTestServices: true })("the spending of a day", (it) => {
  it.effect("is summed by day, key, source, tag and rail from what was captured, less what was refunded, and only of one's own", () =>
    Effect.gen(function* () {
      yield* start
      const [buyer, other] = [yield* openBuyer(), yield* openBuyer()]
      yield* buy(buyer, 100, { source: "a", tag: "x" })
      yield* buy(buyer, 200, { source: "b", tag: "x" })
      yield* buy(other, 7)
      yield* run(releaseOf(yield* reserved(reserveOf(buyer, { max: usd(900) }))))
      yield* reserved(reserveOf(buyer, { max: usd(800) }))
      const first = isoDate(now)
      yield* summed
      yield* passes(dayMs)
      const refunded = yield* buy(buyer, 40, { source: "a" })
      yield* run({ _tag: "Refund", organisation: buyer.organisation, call: refunded.id, refund: "r", amount: usd(15), to: "credits" })
      const second = isoDate(now)
      yield* summed
      const { organisation } = buyer
      expect(yield* rowsOf(organisation, "day")).toEqual([
        [first, 300, 2],
        [second, 25, 1],
      ])
      expect(yield* rowsOf(organisation, "key")).toEqual([[buyer.key, 325, 3]])
      expect(yield* rowsOf(organisation, "source")).toEqual([
        ["b", 200, 1],
        ["a", 125, 2],
      ])
      expect(yield* rowsOf(organisation, "tag")).toEqual([
        ["x", 300, 2],
        ["", 25, 1],
      ])
      expect(yield* rowsOf(organisation, "rail")).toEqual([["credits", 325, 3]])
      const only = (dimension: SpendingDimension, value: string) => rowsOf(organisation, "day", { dimension, value })
      expect(yield* only("source", "a")).toEqual([
        [first, 100, 1],
        [second, 25, 1],
      ])
      expect(yield* only("tag", "x")).toEqual([[first, 300, 2]])
      expect(yield* rowsOf(other.organisation, "day")).toEqual([[first, 7, 1]])
      const { asOf, total } = yield* reportOf(organisation, "day", { from: second })
      expect([total, asOf > now - 3_000]).toEqual([{ amount: 25n, calls: 1 }, true])
    }),
  )

  it.effect("counts a transfer whose transaction ends after later ones, once, and does not pass it before", () =>
    Effect.gen(function* () {
      yield* start
      const location = yield* TestLocation
      const slow = yield* connect({ ...location, username: inject("postgres").superuser }, { maxConnections: 1 }).pipe(
        Effect.provide(Reactivity.layer),
      )
      const buyer = yield* openBuyer()
      const late = yield* buy(buyer, 1)
      yield* summed
      yield* slow`begin`
      yield* slow`insert into transfer (org, call, debit, credit, amount, at)
        values (${buyer.organisation}, ${late.id}, 'buyer:credits', 'payee:late', 5, farthing_now())`
      yield* passes(1_000)
      yield* buy(buyer, 10)
      const { summarise } = yield* Spending
      for (let round = 0; round < 4; round++) {
        yield* passes(2_000)
        yield* summarise(0)
      }
      // The mark of the earlier rounds is summed; what began before the open transaction's end is not.
      expect((yield* reportOf(buyer.organisation, "day")).total.amount).toBe(1n)
      yield* slow`commit`
      yield* summed
      expect((yield* reportOf(buyer.organisation, "day")).total).toEqual({ amount: 16n, calls: 3 })
      yield* summed
      expect((yield* reportOf(buyer.organisation, "day")).total).toEqual({ amount: 16n, calls: 3 })
    }).pipe(Effect.scoped),
  )

  it.effect("is summed once when two nodes sum at the same time, and follows a clock that jumps by a month", () =>
    Effect.gen(function* () {
      yield* start
      const buyer = yield* openBuyer()
      const { summarise } = yield* Spending
      yield* buy(buyer, 30)
      yield* passes(30 * dayMs)
      yield* buy(buyer, 4)
      yield* passes(2_000)
      for (let round = 0; round < 3; round++) {
        yield* Effect.all([summarise(0), summarise(0), summarise(0)], { concurrency: 3 })
        yield* earlierTransactionsEnded
      }
      expect((yield* reportOf(buyer.organisation, "day")).total).toEqual({ amount: 34n, calls: 2 })
      // A node that comes too early leaves the round to the next one.
      yield* buy(buyer, 1)
      yield* passes(2_000)
      yield* summarise(60_000)
      yield* summarise(60_000)
      expect((yield* reportOf(buyer.organisation, "day")).total.calls).toBe(2)
      yield* summed
      expect((yield* reportOf(buyer.organisation, "day")).total.calls).toBe(3)
    }),
  )

  it.effect("has at most 1,000 tags, and a report at most 1,000 rows: the largest are shown, and the total has them all", () =>
    Effect.gen(function* () {
      yield* passes(dayMs)
      yield* start
      const owner = yield* Owner
      const buyer = yield* openBuyer()
      const many = (from: number, to: number) => owner`
        with made as (
          insert into call (org, id, run, step, key, source, operation, name, payee, rail, account, fee_basis_points, settles, deposits,
              remainder_to, max, amount, state, settlement, delivered, node, reserved_at, deadline, attempts, tag)
            select ${buyer.organisation}::uuid, gen_random_uuid(), gen_random_uuid(), 0, ${buyer.key}::uuid, 's', 'o', 'n', 'p', 'credits', 'credits', 0,
              'at_capture', false, 'credits', n, n, 'captured', 'settled', true, ${buyer.node}::uuid, farthing_now(), farthing_now(), '[]', 'tag-' || n
            from generate_series(${from}::int, ${to}::int) as n returning org, id, amount)
        insert into transfer (org, call, debit, credit, amount, at) select org, id, 'buyer:credits', 'payee:p', amount, farthing_now() from made`
      yield* many(1, 600)
      yield* summed
      yield* many(601, 1_200)
      yield* summed
      const report = yield* reportOf(buyer.organisation, "tag")
      const others = report.rows.find(({ value }) => value === otherTags)!
      // Those of the second round with the smallest amounts: 601 to 800.
      expect(others).toMatchObject({ calls: 200, amount: BigInt((200 * (601 + 800)) / 2) })
      expect([report.rows.length, report.cut, report.total]).toEqual([1_000, true, { amount: BigInt((1_200 * 1_201) / 2), calls: 1_200 }])
      yield* many(1, 10)
      yield* summed
      expect((yield* rowsOf(buyer.organisation, "day", { dimension: "tag", value: "tag-10" }))[0]).toEqual([isoDate(now), 20, 2])
    }),
  )
})
