import { Effect, Layer } from "effect"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import { Database, orUnavailable } from "../Database.ts"
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
  })
})

export const PgOperatorQueries: Layer.Layer<OperatorQueries, never, Database> = Layer.effect(OperatorQueries, make)
