import { PgConnection } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Server } from "./paths.ts"

/**
 * A process that stops the server holds this advisory lock of database `postgres` exclusively, before it looks for other sessions. A new
 * session takes it shared for a moment after it connected. So the new session has either been seen, or the server is shutting down and ends it.
 */
const stopLock = "6029331407"

/** The application name of a session that keeps the server running begins with this. */
const holderPrefix = "farthing-embedded"

/** A connection of this process to database `postgres`. */
const connect = (server: Server, applicationName: string, startupParameters: Record<string, string>) =>
  PgConnection.make({
    host: server.paths.sockets,
    port: server.port,
    username: server.superuser,
    database: "postgres",
    applicationName,
    connectTimeout: "5 seconds",
    startupParameters,
  })

/** A session that keeps the server running while it is open. */
export const openHoldingSession = Effect.fnUntraced(function* (
  server: Server,
): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, `${holderPrefix} ${server.holder}`, { lock_timeout: "5s" })
  yield* session.query(`select pg_advisory_lock_shared(${stopLock})`)
  yield* session.query(`select pg_advisory_unlock_shared(${stopLock})`)
  return session
})

/** The only session that may stop the server. A process that hangs for 3 seconds loses it, so that no process waits for ever. */
export const openStoppingSession = Effect.fnUntraced(function* (
  server: Server,
): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, "farthing-leaves", { lock_timeout: "5s", idle_session_timeout: "3s" })
  yield* session.query(`select pg_advisory_lock(${stopLock})`)
  return session
})

/** The sessions of other processes: none, only closing ones, or at least one that stays. */
export type OtherSessions = "none" | "closing" | "staying"

/**
 * The other sessions in any database. A session stays if it keeps the server running, if it waits for the lock (to join, or to decide after
 * this one), or if it is of another program. Every other session of Farthing is of a process that has left or is leaving: it is closed
 * already, and the server has not noticed yet.
 */
export const otherSessions = (session: PgConnection.PgConnection, { holder }: Server): Effect.Effect<OtherSessions, SqlError> =>
  Effect.map(
    session.query(
      `select application_name not like 'farthing%' or application_name like '${holderPrefix} %' and application_name <> '${holderPrefix} ${holder}'
          or wait_event = 'advisory' is true as stays
        from pg_stat_activity where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() order by stays desc limit 1`,
    ),
    ({ rows: [other] }) => {
      if (other === undefined) return "none"
      return (other as { readonly stays: boolean }).stays ? "staying" : "closing"
    },
  )

/** The message of the operating system or of PostgreSQL. */
export const reasonOf = (error: SqlError): string => (error.reason.cause instanceof Error ? error.reason.cause.message : error.message)
