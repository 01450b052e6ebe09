import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { TokenId } from "./settlements.ts"

export const ensureWatchRow = (sql: SqlClient, { asset, network }: TokenId) =>
  sql`insert into rail_x402.watch (network, asset) values (${network}, ${asset}) on conflict do nothing`

/** One node at a time watches the chain for a token. True for the node that has the lease; it renews the lease by the same call. */
export const acquireWatchLease = (sql: SqlClient, { asset, network }: TokenId, watcher: string, leaseMs: number) =>
  Effect.map(
    sql`update rail_x402.watch set watcher = ${watcher}::text::uuid, until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
      where network = ${network} and asset = ${asset} and (until < clock_timestamp() or watcher = ${watcher}::text::uuid) returning network`,
    (rows) => rows.length > 0,
  )

export const releaseWatchLease = (sql: SqlClient, { asset, network }: TokenId, watcher: string) =>
  sql`update rail_x402.watch set until = '-infinity' where network = ${network} and asset = ${asset} and watcher = ${watcher}::text::uuid`

export const recordHead = (sql: SqlClient, { asset, network }: TokenId, head: { readonly number: bigint; readonly timestamp: bigint }) =>
  sql`update rail_x402.watch set head = ${head.number}, head_time = ${head.timestamp} where network = ${network} and asset = ${asset}`

/** The newest block that any node has seen, and its time in seconds since 1970. */
export const lastSeenHead = (sql: SqlClient, { asset, network }: TokenId) =>
  Effect.map(
    sql<{ head: bigint; headTime: bigint }>`select head, head_time as "headTime" from rail_x402.watch
      where network = ${network} and asset = ${asset}`,
    (rows) => rows[0] ?? { head: 0n, headTime: 0n },
  )
