import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { Database } from "../../layers/postgres/Database.ts"
import { connect, type DatabaseLocation } from "../../layers/postgres/connection.ts"

/**
 * Limits are by the day and the month (UTC): a test that adds up what was spent must not see midnight. Where a file could reach it, its
 * books are two hours ahead, by the clock that a sandbox may move.
 */
const stayWithinOneDay = "update clock set ahead = interval '2 hours' where (clock_timestamp() at time zone 'UTC')::time > '22:15'"

/** The database of all tests that only read the data of the built-in sources, which take 20 s to load: the first of them loads them. */
export const dataDatabase = Layer.unwrap(
  Effect.sync(() => {
    const { port, role, socketDirectory } = inject("postgres")
    return Database.layer({ _tag: "Socket", directory: socketDirectory, port, username: role, database: "farthing_data" })
  }),
)

/** A database of one's own, copied from the migrated template, and dropped with its scope. */
export const freshDatabase = Effect.gen(function* () {
  const { port, role, socketDirectory, superuser } = inject("postgres")
  const name = `t_${randomBytes(6).toString("hex")}`
  const socket = { _tag: "Socket", directory: socketDirectory, port } as const
  const admin = connect({ ...socket, username: superuser, database: "template1" }, { maxConnections: 1 })
  const asAdmin = (statement: string) =>
    Effect.scoped(Effect.flatMap(admin, (sql) => sql.unsafe(statement))).pipe(Effect.provide(Reactivity.layer))
  // A new connection has five seconds, and so has another session to leave the template: a busy machine may take longer.
  const created = Effect.retry(asAdmin(`create database ${name} template farthing_template`), { times: 5 })
  yield* Effect.acquireRelease(created, () => Effect.ignore(asAdmin(`drop database if exists ${name} with (force)`)))
  const owned = connect({ ...socket, username: superuser, database: name }, { maxConnections: 1 })
  const kept = Effect.scoped(Effect.flatMap(owned, (sql) => sql.unsafe(stayWithinOneDay))).pipe(Effect.provide(Reactivity.layer))
  yield* Effect.retry(kept, { times: 5 })
  return { ...socket, username: role, database: name } satisfies DatabaseLocation
})
