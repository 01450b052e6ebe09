import { PgConnection } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Server } from "./Server.ts"

/**
 * Whoever stops the server holds this lock of database `postgres` alone, from before it looks who else is there. Whoever joins takes it
 * shared for a moment once it is connected: then it has either been seen or the server is already going down and ends its session.
 */
const departureLock = "6029331407"

/** What a session is called that keeps the server running. */
const holds = "farthing-embedded"

/** A connection of this process to database `postgres`, for the scope. */
const connect = (server: Server, applicationName: string, startupParameters: Record<string, string>) =>
  PgConnection.make({
    host: server.place.sockets,
    port: server.port,
    username: server.superuser,
    database: "postgres",
    applicationName,
    connectTimeout: "5 seconds",
    startupParameters,
  })

/** A session that counts as a user of the server: as long as it is open, nobody stops the server. */
export const join = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, `${holds} ${server.holder}`, { lock_timeout: "5s" })
  yield* session.query(`select pg_advisory_lock_shared(${departureLock})`)
  yield* session.query(`select pg_advisory_unlock_shared(${departureLock})`)
  return session
})

/** A session that alone may stop the server. A process that hangs while it holds this loses it: nobody waits for it for ever. */
export const joinToLeave = Effect.fnUntraced(function* (
  server: Server,
): Effect.fn.Return<PgConnection.PgConnection, SqlError, Scope.Scope> {
  const session = yield* connect(server, "farthing-leaves", { lock_timeout: "5s", idle_session_timeout: "3s" })
  yield* session.query(`select pg_advisory_lock(${departureLock})`)
  return session
})

/** Who is connected beside somebody who leaves. */
export type Company = "nobody" | "somebody who goes" | "somebody who stays"

/**
 * Who else is connected, in any database. Who holds the server stays, and so does who waits for the lock, to join or to decide after this
 * one, and any program that is not ours. Other sessions of Farthing are those of a process that has left or is leaving: they are
 * closed already, and the server has not noticed yet.
 */
export const companyOf = (session: PgConnection.PgConnection, { holder }: Server): Effect.Effect<Company, SqlError> =>
  Effect.map(
    session.query(
      `select application_name not like 'farthing%' or application_name like '${holds} %' and application_name <> '${holds} ${holder}'
          or wait_event = 'advisory' is true as stays
        from pg_stat_activity where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() order by stays desc limit 1`,
    ),
    ({ rows: [other] }) => {
      if (other === undefined) return "nobody"
      return (other as { readonly stays: boolean }).stays ? "somebody who stays" : "somebody who goes"
    },
  )

/** What the operating system or PostgreSQL said. */
export const reasonOf = (error: SqlError): string => (error.reason.cause instanceof Error ? error.reason.cause.message : error.message)
