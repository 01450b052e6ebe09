import { Effect } from "effect"
import { Database } from "../postgres/Database.ts"

/**
 * Whether a gateway runs on this database. One that was killed has left its row and never beats again: so a row that
 * beats while it is watched is a gateway, and one that has been silent for long enough is none.
 */
export const gatewayRuns = Effect.fnUntraced(function* (silentMs: number) {
  const { money: sql } = yield* Database
  const first = new Map<string, string>()
  for (;;) {
    const fresh = yield* sql<{ id: string; seenAt: string }>`select id, seen_at::text as "seenAt" from node
      where seen_at > clock_timestamp() - make_interval(secs => ${silentMs / 1000}::float8)`
    for (const { id, seenAt } of fresh) if ((first.get(id) ?? seenAt) !== seenAt) return true
    if (fresh.length === 0) return false
    for (const { id, seenAt } of fresh) first.set(id, seenAt)
    yield* Effect.sleep("200 millis")
  }
})
