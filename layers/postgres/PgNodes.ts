import { Effect } from "effect"
import type { NodeId } from "../../domain/ids.ts"
import { Database } from "./Database.ts"

/** Requests on paid routes since the last beat. `latency` counts them by bucket. */
interface Beat {
  readonly calls: number
  readonly paidCalls: number
  readonly succeeded: number
  readonly latency: ReadonlyArray<number>
}

/** Says that this node lives, by the raw clock, and adds its traffic to the hour's row. */
export const beat = Effect.fnUntraced(function* (node: NodeId, silentMs: number, { calls, latency, paidCalls, succeeded }: Beat) {
  const { money: sql } = yield* Database
  yield* sql`insert into node (id) values (${node}) on conflict (id) do update set seen_at = clock_timestamp(),
    steady_since = case when node.seen_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000}) then clock_timestamp() else node.steady_since end`
  if (calls === 0) return
  yield* sql`insert into traffic as t (node, hour, calls, paid_calls, succeeded, latency_ms)
    values (${node}, date_trunc('hour', farthing_now()), ${calls}::int, ${paidCalls}::int, ${succeeded}::int, ${`{${latency.join(",")}}`}::text::bigint[])
    on conflict (hour, node) do update set calls = t.calls + excluded.calls, paid_calls = t.paid_calls + excluded.paid_calls,
      succeeded = t.succeeded + excluded.succeeded,
      latency_ms = array(select a + b from unnest(t.latency_ms, excluded.latency_ms) as both_rows (a, b))`
})

/** Leaves at once: what this node still had open is taken over without waiting for its silence. */
export const leave = Effect.fnUntraced(function* (node: NodeId) {
  const { money: sql } = yield* Database
  yield* sql`delete from node where id = ${node}`
})
