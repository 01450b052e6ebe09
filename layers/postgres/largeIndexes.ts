import type { PgClient } from "@effect/sql-pg"
import { Effect, Schedule } from "effect"

/** An index on a table that has a row for each call or checkout: a migration would hold up every writer while it is built. */
export interface LargeIndex {
  readonly name: string
  /** The table with the columns, and a condition where it has one. */
  readonly on: string
}

export const largeIndexes: ReadonlyArray<LargeIndex> = [
  // The calls of a payee, by the time of their reservation. Neither column ever changes, so a capture stays an update in its page.
  { name: "call_of_payee", on: "call (payee, id)" },
  // The asks of a key, by the time at which they were made. No column ever changes, and direct calls add no entry.
  { name: "ask_of_key", on: "run (org, key, id) where kind = 'ask'" },
  // The few contracts that pay checkouts. The column never changes.
  { name: "checkout_of_splitter", on: "checkout (splitter)" },
  // The transfers of a span of time, for the sums of each day. They are added in the order of time, so that a summary of each block range is
  // enough, and a transfer adds no entry.
  { name: "transfer_at", on: "transfer using brin (at) with (pages_per_range = 32, autosummarize = on)" },
]

/**
 * Builds the indexes that the database does not have, beside the traffic of other nodes. A build that was interrupted left an invalid index: it is
 * built again. `client` has one connection, which keeps the lock from statement to statement.
 */
export const buildIndexes = (client: PgClient.PgClient, indexes: ReadonlyArray<LargeIndex>) =>
  Effect.gen(function* () {
    const missing = Effect.map(
      client<{
        name: string
      }>`select w.name from json_array_elements_text(${JSON.stringify(indexes.map(({ name }) => name))}::text::json) as w (name)
        where not exists (select from pg_class c join pg_index i on i.indexrelid = c.oid
          where c.relname = w.name and c.relnamespace = current_schema::regnamespace and i.indisvalid)`,
      (rows) => indexes.filter((index) => rows.some(({ name }) => name === index.name)),
    )
    if ((yield* missing).length === 0) return
    const build = Effect.gen(function* () {
      for (const { name, on } of yield* missing) {
        yield* client.unsafe(`drop index concurrently if exists ${name}`)
        yield* client.unsafe(`create index concurrently ${name} on ${on}`)
      }
    })
    yield* Effect.acquireUseRelease(
      lock(client),
      () => build,
      () => Effect.ignore(client`select pg_advisory_unlock(hashtext('farthing_indexes'))`),
    )
  })

/** Asks again and again: a statement that waits for the lock would have a snapshot, and the build waits for the end of all older snapshots. */
const lock = (client: PgClient.PgClient) =>
  client<{ locked: boolean }>`select pg_try_advisory_lock(hashtext('farthing_indexes')) as locked`.pipe(
    Effect.repeat({ schedule: Schedule.spaced("200 millis"), until: ([row]) => row!.locked }),
  )
