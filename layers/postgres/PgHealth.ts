import { Effect } from "effect"
import { Database } from "./Database.ts"

export interface Traffic {
  readonly calls: number
  readonly paidCalls: number
  readonly succeeded: number
  readonly latency: ReadonlyArray<number>
}

/** Round trip to the database in milliseconds. */
export const ping = Effect.gen(function* () {
  const { reads } = yield* Database
  const [elapsed] = yield* Effect.timed(reads`select 1`)
  return elapsed
})

/** The last seven days over all nodes. */
export const trafficOfWeek = Effect.gen(function* () {
  const { reads } = yield* Database
  const rows = yield* reads<{ calls: bigint; paid: bigint; succeeded: bigint; latency: ReadonlyArray<number> | null }>`
    with week as (select * from traffic where hour > farthing_now() - interval '7 days')
    select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(paid_calls), 0)::bigint as paid, coalesce(sum(succeeded), 0)::bigint as succeeded,
      (select json_agg(n order by bucket) from (select bucket, sum(n) as n from week, unnest(latency_ms) with ordinality as u (n, bucket) group by bucket) b) as latency
    from week`
  const { calls, latency, paid, succeeded } = rows[0]!
  return { calls: Number(calls), paidCalls: Number(paid), succeeded: Number(succeeded), latency: latency ?? [] } satisfies Traffic
})

/** The promises that the ledger needs of the server, asked once at start. */
export const unsafeDatabase = Effect.gen(function* () {
  const { reads } = yield* Database
  const [row] = yield* reads<{ version: number; fsync: string; commit: string }>`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`
  const { commit, fsync, version } = row!
  if (version < 150_000) return "PostgreSQL 15 or later is needed."
  if (fsync !== "on") return "PostgreSQL runs with fsync off: a crash would lose payments. Switch it on."
  if (commit === "off") return "PostgreSQL runs with synchronous_commit off: a crash would lose payments. Switch it on."
  return undefined
})
