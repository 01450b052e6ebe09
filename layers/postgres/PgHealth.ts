import { Effect } from "effect"
import { latencyBoundsMs } from "../../domain/ledger/status.ts"
import { Database } from "./Database.ts"
import type { NodeId } from "../../domain/money/ids.ts"

/** Calls that ended in the last seven days, over all nodes. */
export interface WeekStatistics {
  readonly calls: number
  readonly delivered: number
  readonly paidCalls: number
  /** Calls by the bucket of `latencyBoundsMs` in which they ended. */
  readonly latency: ReadonlyArray<number>
}

/** The open calls of one rail in the same settlement state. */
export interface RailHolds {
  readonly rail: string
  readonly settlement: string
  readonly calls: number
  readonly microUsd: bigint
  /** How long the oldest of them is past its deadline; zero if none is past it. */
  readonly overdueSeconds: number
}

/** Round trip to the database in milliseconds. */
export const ping = Effect.gen(function* () {
  const { probe } = yield* Database
  const [elapsed] = yield* Effect.timed(probe`select 1`)
  return elapsed
})

export const weekStatistics = Effect.gen(function* () {
  const { reads } = yield* Database
  const rows = yield* reads<{ bucket: number; calls: number; delivered: number; paid: number }>`
    select bucket, sum(calls)::float8 as calls, sum(delivered)::float8 as delivered, sum(paid_calls)::float8 as paid
    from traffic where hour > farthing_now() - interval '7 days' group by bucket`
  const latency = Array.from({ length: latencyBoundsMs.length + 1 }, () => 0)
  for (const { bucket, calls } of rows) latency[bucket] = calls
  const sum = (member: "calls" | "delivered" | "paid") => rows.reduce((total, row) => total + row[member], 0)
  return { calls: sum("calls"), delivered: sum("delivered"), paidCalls: sum("paid"), latency } satisfies WeekStatistics
})

/** Every hold there is, grouped. Reads as many rows as calls are open. */
export const openHolds = Effect.gen(function* () {
  const { reads } = yield* Database
  return yield* reads<RailHolds>`
    select c.rail, c.settlement, count(*)::float8 as calls, sum(c.max)::bigint as "microUsd",
      greatest(0, extract(epoch from farthing_now() - min(o.deadline)))::float8 as "overdueSeconds"
    from open_call o join call c on c.org = o.org and c.id = o.call group by c.rail, c.settlement`
})

/** The server settings that the ledger needs for durable writes, checked once at start. */
export const unsafeSetting = Effect.gen(function* () {
  const { reads } = yield* Database
  const [row] = yield* reads<{ version: number; fsync: string; commit: string }>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
  const { commit, fsync, version } = row!
  if (version < 150_000) return "PostgreSQL 15 or later is needed."
  if (fsync !== "on") return "PostgreSQL runs with fsync off: a crash would lose payments. Switch it on."
  if (commit === "off") return "PostgreSQL runs with synchronous_commit off: a crash would lose payments. Switch it on."
  return undefined
})

/** Says that this node lives, by the raw clock. */
export const heartbeat = Effect.fnUntraced(function* (node: NodeId, silentMs: number) {
  const { money: sql } = yield* Database
  yield* sql`insert into node (id) values (${node}) on conflict (id) do update set seen_at = clock_timestamp(),
    steady_since = case when node.seen_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000}) then clock_timestamp() else node.steady_since end`
})

/** Leaves at once: what this node still had open is taken over without waiting for its silence. */
export const removeNode = Effect.fnUntraced(function* (node: NodeId) {
  const { money: sql } = yield* Database
  yield* sql`delete from node where id = ${node}`
})
