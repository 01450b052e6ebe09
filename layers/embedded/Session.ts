import { PgConnection } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Server } from "./Server.ts"

/**
 * Whoever stops the server holds this lock of database `postgres` alone, from before it looks who else is there. Whoever joins takes it
 * shared for a moment once it is connected: then it has either been seen or the server is already going down and ends its session.
 */
const departureLock = "6029331407"

/** A connection of this process to database `postgres`, for the scope. */
const connect = (server: Server, startupParameters: Record<string, string>) =>
  PgConnection.make({
    host: server.place.sockets,
    port: server.port,
    username: server.superuser,
    database: "postgres",
    applicationName: "farthing-embedded",
    connectTimeout: "5 seconds",
    startupParameters,
  })

/** A session that counts as a user of the server: as long as it is open, nobody stops the server. */
export const join = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, { lock_timeout: "5s" })
  yield* session.query(`select pg_advisory_lock_shared(${departureLock})`)
  yield* session.query(`select pg_advisory_unlock_shared(${departureLock})`)
  return session
})

/** A session that alone may stop the server. A process that hangs while it holds this loses it: nobody waits for it for ever. */
export const joinToLeave = Effect.fnUntraced(function* (
  server: Server,
): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, { lock_timeout: "5s", idle_session_timeout: "3s" })
  yield* session.query(`select pg_advisory_lock(${departureLock})`)
  return session
})

/** Whether nobody else is connected, in any database. */
export const isAlone = (session: PgConnection.PgConnection): Effect.Effect<boolean, SqlError> =>
  Effect.map(
    session.query(
      `select 1 from pg_stat_activity where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() limit 1`,
    ),
    (others) => others.rowCount === 0,
  )

/** What the operating system or PostgreSQL said. */
export const reasonOf = (error: SqlError): string => (error.reason.cause instanceof Error ? error.reason.cause.message : error.message)
