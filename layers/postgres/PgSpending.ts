import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { maxDailyTags, maxSpendingRows, otherTags, Spending, type SpendingQuery, spendingDimensions } from "../../domain/ledger/Spending.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database, orUnavailable } from "./Database.ts"

/** A transfer that charges a call, or gives back what a call charged. */
const charges = "(t.debit like 'buyer:%' and (t.credit like 'payee:%' or t.credit = 'platform:fees'))"
const refunds = "(t.credit like 'buyer:%' and (t.debit like 'payee:%' or t.debit = 'platform:fees'))"

const dimensions = spendingDimensions.map((name) => `('${name}', coalesce(c.${name}::text, ''))`).join(", ")

/**
 * Sums the transfers of a span of time into their days. All transfers of a capture have the same time, so that no span splits a call. A day has
 * `maxDailyTags` tags: of new ones those with the largest amounts.
 */
const sumSpan = `
  with moved as (
    select t.org, t.call, (t.at at time zone 'UTC')::date as day,
      sum(case when ${charges} then t.amount else -t.amount end) as amount, bool_or(${charges})::int as calls
    from transfer t where t.at > $1::text::timestamptz and t.at <= $2::text::timestamptz and t.call is not null and (${charges} or ${refunds})
    group by 1, 2, 3),
  summed as (
    select m.org, d.dimension, m.day, d.value, sum(m.amount)::bigint as amount, sum(m.calls)::bigint as calls
    from moved m join call c on c.org = m.org and c.id = m.call
      cross join lateral (values ('total', ''), ${dimensions}) as d (dimension, value)
    group by 1, 2, 3, 4),
  tags as (
    select org, day, (select count(*) from spending_day s where s.org = x.org and s.dimension = 'tag' and s.day = x.day) as known
    from summed x where dimension = 'tag' group by org, day),
  ranked as (
    select s.*, s.dimension <> 'tag' or s.value = '' or k.value is not null
        or t.known + row_number() over (partition by s.org, s.dimension, s.day, k.value is null order by s.amount desc, s.value) <= ${maxDailyTags} as own
    from summed s left join tags t on t.org = s.org and t.day = s.day
      left join spending_day k on k.org = s.org and k.dimension = s.dimension and k.day = s.day and k.value = s.value)
  insert into spending_day as s (org, dimension, day, value, amount, calls)
    select org, dimension, day, case when own then value else '${otherTags}' end, sum(amount), sum(calls) from ranked group by 1, 2, 3, 4
    on conflict (org, dimension, day, value) do update set amount = s.amount + excluded.amount, calls = s.calls + excluded.calls`

/** A span is an hour; after one without transfers the next one is longer, so that a clock that jumped by a month is followed quickly. */
const maxSpanHours = 24

interface Progress {
  readonly done: string
  readonly until: string | null
  readonly last: boolean
  readonly ready: boolean
}

/** One span, in one transaction: whether there are more transfers that can be summed now, and how many rows were written. */
const sumNext = (sql: PgClient.PgClient, spanHours: number, pauseMs: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql.unsafe("set local statement_timeout = '10min'")
      const [progress] =
        yield* sql<Progress>`select done_until::text as done, least(next_until, done_until + make_interval(hours => ${spanHours}::int))::text as until,
          next_until <= done_until + make_interval(hours => ${spanHours}::int) as last,
          coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= next_xid, false) as ready
        from spending_progress where round_at <= clock_timestamp() - make_interval(secs => ${pauseMs / 1000}::float8) for update skip locked`
      if (progress === undefined) return { more: false, rows: 0 }
      const { done, last, ready, until } = progress
      const rows = ready ? yield* Effect.map(sql.unsafe(`${sumSpan} returning 1`, [done, until]), ({ length }) => length) : 0
      if (ready) yield* sql`update spending_progress set done_until = ${until}::text::timestamptz`
      if (ready && !last) return { more: true, rows }
      // A transaction takes its time before it decides, and its number before that: the second is for the clock of the decision.
      yield* sql`update spending_progress set round_at = clock_timestamp(),
        next_until = case when ${ready} or next_until is null then greatest(done_until, farthing_now() - interval '1 second') else next_until end,
        next_xid = case when ${ready} or next_until is null then pg_snapshot_xmax(pg_current_snapshot()) else next_xid end`
      return { more: false, rows }
    }),
  )

const reportRow = (sql: PgClient.PgClient, organisation: OrganisationId, { from, groupBy, only, to }: SpendingQuery) => {
  const dimension = only?.dimension ?? (groupBy === "day" ? "total" : groupBy)
  const value = groupBy === "day" ? sql`day::text` : sql`value`
  const order = groupBy === "day" ? sql`value` : sql`amount desc, value`
  return sql<{
    readonly asOf: bigint
    readonly total: readonly [amount: string, calls: number]
    readonly rows: ReadonlyArray<readonly [value: string, amount: string, calls: number]> | null
  }>`
    with summed as (
      select ${value} as value, sum(amount) as amount, sum(calls) as calls from spending_day
      where org = ${organisation} and dimension = ${dimension} and day >= ${from}::text::date and day < ${to}::text::date
        and ${only === null ? sql`true` : sql`value = ${only.value}`} group by 1)
    select (select ms(done_until) from spending_progress) as "asOf",
      (select json_build_array(coalesce(sum(amount), 0)::text, coalesce(sum(calls), 0)) from summed) as total,
      (select json_agg(json_build_array(value, amount::text, calls) order by ${order})
        from (select * from summed order by ${order} limit ${maxSpendingRows + 1}) as s) as rows`
}

const make = Effect.gen(function* () {
  const { lists, money } = yield* Database
  return Spending.of({
    report: (organisation, query) =>
      reportRow(lists, organisation, query).pipe(
        Effect.map(([row]) => {
          const all = row!.rows ?? []
          return {
            asOf: Number(row!.asOf),
            total: sumOf(...row!.total),
            rows: all.slice(0, maxSpendingRows).map(([value, amount, calls]) => ({ value, ...sumOf(amount, calls) })),
            cut: all.length > maxSpendingRows,
          }
        }),
        orUnavailable,
      ),
    summarise: Effect.fnUntraced(function* (pauseMs) {
      let spanHours = 1
      for (let spans = 0; spans < maxSpansPerRound; spans++) {
        const { more, rows } = yield* orUnavailable(sumNext(money, spanHours, spans === 0 ? pauseMs : 0))
        if (!more) return
        spanHours = rows > 0 ? 1 : Math.min(maxSpanHours, spanHours * 4)
      }
    }),
  })
})

/** The rest of a long history waits for the next round. */
const maxSpansPerRound = 500

const sumOf = (amount: string, calls: number) => ({ amount: microUsd(BigInt(amount)), calls })

export const PgSpending: Layer.Layer<Spending, never, Database> = Layer.effect(Spending, make)
