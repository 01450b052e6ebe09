import { Effect } from "effect"
import type { NodeId } from "../../domain/money/ids.ts"
import { Database } from "./Database.ts"

/** Says that this node lives, by the raw clock. */
export const beat = Effect.fnUntraced(function* (node: NodeId, silentMs: number) {
  const { money: sql } = yield* Database
  yield* sql`insert into node (id) values (${node}) on conflict (id) do update set seen_at = clock_timestamp(),
    steady_since = case when node.seen_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000}) then clock_timestamp() else node.steady_since end`
})

/** Leaves at once: what this node still had open is taken over without waiting for its silence. */
export const leave = Effect.fnUntraced(function* (node: NodeId) {
  const { money: sql } = yield* Database
  yield* sql`delete from node where id = ${node}`
})
