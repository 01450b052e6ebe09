import { Effect, Layer } from "effect"
import { microUsd } from "../../../domain/money/Money.ts"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import { Database, orUnavailable, refusalOrUnavailable, withoutRequestTime } from "../Database.ts"
import { callFromJson, type CallRow } from "../rows.ts"
import { callJson } from "../schema/0002_functions.ts"

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const call = sql.literal(callJson("c"))
  const holds = (organisation: string | null, unknown: boolean, one: string | null, limit: number) =>
    sql<{ readonly call: CallRow; readonly now: bigint; readonly alive: boolean }>`
      select ${call} as call, ms(farthing_now()) as now, coalesce(n.seen_at > clock_timestamp() - interval '1 minute', false) as alive
      from open_call o join call c on c.org = o.org and c.id = o.call left join node n on n.id = c.node
      where (${organisation}::text is null or o.org::text = ${organisation}::text) and (not ${unknown}::boolean or c.settlement = 'unknown')
        and (${one}::text is null or o.call::text = ${one}::text)
      order by c.reserved_at, c.id limit ${limit}`.pipe(
      Effect.map((rows) => rows.map(({ alive, call, now }) => ({ call: callFromJson(call), now: Number(now), nodeAlive: alive }))),
      orUnavailable,
    )
  return OperatorQueries.of({
    holds: ({ organisation, unknown }, limit) => holds(organisation, unknown, null, limit),
    hold: (id) => Effect.map(holds(null, false, id, 1), ([hold]) => hold),
    booked: (organisation, ref) =>
      sql<{ readonly amount: string }>`select coalesce(sum(t.amount), 0)::text as amount from post_ref p
        left join transfer t on t.org = p.org and t.call is null and t.ref = p.ref
        where p.org = ${organisation} and p.ref = ${ref} group by p.ref`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : microUsd(BigInt(row.amount)))),
        orUnavailable,
      ),
    grants: (organisation) =>
      sql<{ readonly granted: string; readonly taken: string }>`
        select coalesce(sum(amount) filter (where debit = 'outside:grant'), 0)::text as granted,
          coalesce(sum(amount) filter (where credit = 'outside:grant'), 0)::text as taken
        from transfer where org = ${organisation} and call is null`.pipe(
        Effect.map(([row]) => ({ granted: microUsd(BigInt(row!.granted)), takenBack: microUsd(BigInt(row!.taken)) })),
        orUnavailable,
      ),
    // The effect's own statements may use this connection; the ledger has another one, so the lock covers its commit.
    oneAtATime: (name, effect) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            // This connection waits for the ledger's: the second that is allowed elsewhere would end it beside a slow one.
            yield* sql`set local idle_in_transaction_session_timeout = '60s'`
            yield* sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
            return yield* effect
          }),
        )
        .pipe(refusalOrUnavailable, withoutRequestTime),
  })
})

export const PgOperatorQueries: Layer.Layer<OperatorQueries, never, Database> = Layer.effect(OperatorQueries, make)
