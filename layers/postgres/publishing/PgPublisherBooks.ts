import { Effect, Layer, Semaphore } from "effect"
import type { PgClient } from "@effect/sql-pg"
import type { SqlError } from "effect/sql/SqlError"
import {
  correctionOf,
  type Earning,
  makeStatement,
  type PublisherBalance,
  type ReversalWindow,
  type StatementLine,
} from "../../../domain/publishing/earnings.ts"
import { type EarningAdjustment, type ListingHealth, PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Database, orUnavailable, withoutRequestTime } from "../Database.ts"
import { arrayOf } from "../parameters.ts"
import { callsOfPublisher, earningRows, isReversible, movementRows, net, windowRows } from "./earningRows.ts"

/** Reads of all calls of a publisher: about 20 µs for each. One at a time on a node, so that other long reads keep their connections. */
export const longRead = "120s"

export const inLongRead = <A, E>(sql: PgClient.PgClient, read: Effect.Effect<A, E>) =>
  sql.withTransaction(Effect.andThen(sql.unsafe(`set local statement_timeout = '${longRead}'`), read))

export const windowsJson = (windows: ReadonlyArray<ReversalWindow>): string =>
  JSON.stringify(
    windows.map(({ rail, unauthorisedMs, withoutReasonMs }) => ({
      rail,
      without_reason_ms: withoutReasonMs,
      unauthorised_ms: unauthorisedMs,
    })),
  )

/** The balance as columns that are named like the members of `PublisherBalance`. */
const balanceStatement = `
  with w as (select * from ${windowRows("$2")}),
  e as materialized (${earningRows(callsOfPublisher("$1::text::uuid"), "c.rail in (select rail from w)")}),
  i as materialized (select x.call, x.amount, p.status from payout_item x join payout p on p.id = x.payout where x.publisher = $1::text::uuid and x.live),
  money as (select coalesce(sum(${net}), 0) as all, coalesce(sum(${net}) filter (where settlement = 'settled'), 0) as mature from e),
  items as (select coalesce(sum(amount), 0) as live, coalesce(sum(amount) filter (where status <> 'paid'), 0) as open from i)
  select (money.all - items.live + items.open)::bigint as balance, (money.all - money.mature)::bigint as maturing,
    items.open::bigint as "inPayout", (money.mature - items.live)::bigint as available,
    coalesce((select sum(i.amount) from i join e on e.call = i.call join w on w.rail = e.rail where ${isReversible("without_reason_ms")}), 0)::bigint as "atRisk",
    coalesce((select sum(i.amount) from i join e on e.call = i.call join w on w.rail = e.rail where ${isReversible("unauthorised_ms")}), 0)::bigint as "atRiskUnauthorised",
    coalesce((select sum(${net}) from e join w on w.rail = e.rail where ${isReversible("without_reason_ms")}), 0)::bigint as reversible
  from money, items`

export const readBalance = (
  sql: PgClient.PgClient,
  publisher: string,
  windows: ReadonlyArray<ReversalWindow>,
): Effect.Effect<PublisherBalance, SqlError> =>
  Effect.map(sql.unsafe<PublisherBalance>(balanceStatement, [publisher, windowsJson(windows)]), ([row]) => row!)

const statementOf = `
  with m as materialized (${movementRows("pp.publisher = $1::text::uuid")})
  select (select coalesce(sum(amount), 0)::text from m where at < at_ms($2::text::float8)) as opening,
    (select coalesce(json_agg(l order by l.kind, l.rail, l.source, l.operation), '[]'::json) from (
      select kind, rail, case when kind = 'earned' then source end as source, case when kind = 'earned' then operation end as operation,
        count(*)::int as calls, sum(amount)::text as amount
      from m where at >= at_ms($2::text::float8) and at < at_ms($3::text::float8) and amount <> 0 group by 1, 2, 3, 4) l) as lines`

interface StatementRow {
  readonly opening: string
  readonly lines: ReadonlyArray<Omit<StatementLine, "amount"> & { readonly amount: string }>
}

/** A page of calls, walked along the index of each payee. */
const newestCalls = `(select c.* from publisher_payee pp cross join lateral (
      select * from call where payee = pp.payee and state in ('captured', 'refunded') and ($2::text is null or id < $2::text::uuid)
        and ($3::text is null or closed_at >= at_ms($3::text::float8)) and ($4::text is null or closed_at < at_ms($4::text::float8))
      order by id desc limit $5::text::int) c
    where pp.publisher = $1::text::uuid order by c.id desc limit $5::text::int)`

const health = `select c.source, count(*)::int as calls, count(*) filter (where c.delivered)::int as delivered,
    ms(max(c.closed_at) filter (where c.delivered))::float8 as "lastDeliveredAt", ms(max(c.closed_at) filter (where not c.delivered))::float8 as "lastFailedAt"
  from publisher_payee pp cross join lateral (
      select source, state, delivered, reserved_at, closed_at from call where payee = pp.payee order by id desc limit 1000) c
  where pp.publisher = $1::text::uuid and c.state <> 'reserved' and c.reserved_at > farthing_now() - interval '1 day' group by c.source`

const list = `select e.call::text as call, e.payee, e.source, e.operation, e.rail, ms(e.closed_at)::float8 as "capturedAt", ms(e.settled_at)::float8 as "settledAt",
    e.state, e.settlement, e.earned, e.refunded, e.charged_back::bigint as "chargedBack", e.corrected,
    (select i.payout::text from payout_item i where i.call = e.call and i.kind = 'call' and i.live) as payout
  from (${earningRows(newestCalls)}) e
  order by e.call desc`

interface Booked {
  readonly publisher: EarningAdjustment["publisher"]
  readonly payee: string
  readonly call: string
  readonly org: string
  readonly charged: bigint
  readonly booked: number
  readonly rate: number
}

/** Settled calls that were booked at a higher fee than the rate of the moment at which their rail settled them. */
const bookedTooHigh = `
  select pp.publisher::text as publisher, c.payee, c.id::text as call, c.org::text as org, c.amount - f.refunded as charged, c.fee_basis_points as booked, r.basis_points as rate
  from publisher_payee pp join call c on c.payee = pp.payee
    join (select rail, min(basis_points) as lowest from publisher_rate group by rail) m on m.rail = c.rail and c.fee_basis_points > m.lowest
    cross join lateral (select coalesce((select max(e.at) from payment_event e
      where e.org = c.org and e.call = c.id and e.type = 'settlement.settled'), c.closed_at) as at) s
    cross join lateral (select basis_points from publisher_rate r where r.rail = c.rail and r.settled_from <= s.at order by r.settled_from desc limit 1) r
    cross join lateral (select coalesce(sum(t.amount), 0)::bigint as refunded from transfer t
      where t.org = c.org and t.call = c.id and t.debit in ('payee:' || c.payee, 'platform:fees')) f
  where c.state = 'captured' and c.settlement = 'settled' and c.fee_basis_points > r.basis_points
    and (c.amount - f.refunded) * c.fee_basis_points / 10000 > (c.amount - f.refunded) * r.basis_points / 10000
    and not exists (select from publisher_adjustment a where a.call = c.id and a.kind = 'correction')
  limit $1::text::int`

/** What payers took back and never paid again. */
const planChargeBacks = `
  insert into publisher_adjustment (publisher, ref, kind, org, call, payee, amount)
  select f.publisher, 'charge_back:' || f.id || ':' || f.n, 'charge_back', f.org, f.id, f.payee, f.rest from (
    select pp.publisher, c.org, c.id, c.payee,
      1 + (select count(*) from publisher_adjustment a where a.call = c.id and a.kind = 'charge_back') as n,
      (select coalesce(sum(case when t.credit = 'payee:' || c.payee then t.amount when t.debit = 'payee:' || c.payee then -t.amount end), 0) from transfer t
        where t.org = c.org and t.call = c.id)
      + (select coalesce(sum(case a.kind when 'charge_back' then -a.amount else a.amount end), 0) from publisher_adjustment a where a.call = c.id) as rest
    from call_of_status s join call c on c.org = s.org and c.id = s.call join publisher_payee pp on pp.payee = c.payee
    where s.status = 'failed' and c.state = 'captured' and c.settlement = 'failed' and c.rail = any ($1)) f
  where f.rest > 0 limit $2::text::int on conflict do nothing`

const planVoids = `
  insert into publisher_adjustment (publisher, ref, kind, org, call, payee, amount)
  select a.publisher, a.ref || ':void', 'charge_back_void', a.org, a.call, a.payee, a.amount
  from publisher_adjustment a join call c on c.org = a.org and c.id = a.call
  where a.kind = 'charge_back' and c.settlement = 'settled'
    and not exists (select from publisher_adjustment v where v.publisher = a.publisher and v.ref = a.ref || ':void')
  limit $1::text::int on conflict do nothing`

const make = Effect.gen(function* () {
  const { lists, money: sql } = yield* Database
  const alone = yield* Semaphore.make(1)
  return PublisherBooks.of({
    earnings: (id, { before, from, to }, limit) =>
      inLongRead(lists, lists.unsafe<Earning>(list, [id, before ?? null, textOf(from), textOf(to), String(limit)])).pipe(
        orUnavailable,
        withoutRequestTime,
      ),
    balance: (id, windows) =>
      inLongRead(lists, readBalance(lists, id, windows)).pipe(alone.withPermits(1), orUnavailable, withoutRequestTime),
    statement: (id, month, from, to) =>
      inLongRead(lists, lists.unsafe<StatementRow>(statementOf, [id, String(from), String(to)])).pipe(
        Effect.map(([row]) =>
          makeStatement(
            month,
            microUsd(BigInt(row!.opening)),
            row!.lines.map((line) => ({ ...line, amount: microUsd(BigInt(line.amount)) })),
          ),
        ),
        alone.withPermits(1),
        orUnavailable,
        withoutRequestTime,
      ),
    health: (id) => inLongRead(lists, lists.unsafe<ListingHealth>(health, [id])).pipe(orUnavailable, withoutRequestTime),
    planAdjustments: (rails, limit) =>
      Effect.gen(function* () {
        const due = yield* inLongRead(lists, lists.unsafe<Booked>(bookedTooHigh, [String(limit)]))
        for (const { booked, call, charged, org, payee, publisher, rate } of due) {
          const amount = correctionOf(microUsd(charged), booked, { rail: "", settledFrom: 0, basisPoints: rate })
          yield* sql`insert into publisher_adjustment (publisher, ref, kind, org, call, payee, amount)
            values (${publisher}, ${`correction:${call}`}, 'correction', ${org}, ${call}, ${payee}, ${amount}) on conflict do nothing`
        }
        yield* sql.unsafe(planChargeBacks, [arrayOf("text", rails), String(limit)])
        yield* sql.unsafe(planVoids, [String(limit)])
      }).pipe(orUnavailable, Effect.asVoid),
    unpostedAdjustments: (limit) =>
      sql<EarningAdjustment>`select publisher::text, payee, call::text, amount, ref, kind from publisher_adjustment where not posted
        order by at, ref limit ${limit}`.pipe(orUnavailable),
    markPosted: ({ publisher, ref }) =>
      sql`update publisher_adjustment set posted = true where publisher = ${publisher} and ref = ${ref}`.pipe(orUnavailable, Effect.asVoid),
  })
})

const textOf = (at: number | undefined) => (at === undefined ? null : String(at))

export const PgPublisherBooks: Layer.Layer<PublisherBooks, never, Database> = Layer.effect(PublisherBooks, make)
