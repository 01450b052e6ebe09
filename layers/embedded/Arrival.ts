import type { PgConnection } from "@effect/sql-pg"
import { Effect, Schedule, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { errorCode } from "./ErrorCode.ts"
import { isReady, type Launch, lastWords, launch } from "./Postmaster.ts"
import type { Server } from "./Server.ts"
import { join, reasonOf } from "./Session.ts"

/** A session with the server, which is started if nobody listens. Several processes may do this at once: one server remains. */
export const arrive = (server: Server): Effect.Effect<PgConnection.PgConnection, EmbeddedPostgresError, Scope.Scope> =>
  Effect.suspend(() => {
    const launchIfNeeded = launcher(server)
    return join(server).pipe(
      Effect.catch((error) => {
        const code = errorCode(error.reason.cause) ?? ""
        if (nobodyListens.has(code)) return Effect.andThen(launchIfNeeded, Effect.fail(error))
        if (hopeless.test(code)) return Effect.fail(cannotConnect(server, error))
        // It starts, recovers or stops.
        return Effect.andThen(code === "57P03" ? untilReady(server) : Effect.void, Effect.fail(error))
      }),
      Effect.retry({ schedule: Schedule.spaced("15 millis"), while: (error) => error._tag === "SqlError" }),
      Effect.catchTag("SqlError", (error) => Effect.fail(cannotConnect(server, error))),
      Effect.timeoutOrElse({
        duration: "2 minutes",
        orElse: () =>
          Effect.fail(
            new EmbeddedPostgresError({
              message: `PostgreSQL takes no connections after 2 minutes; it may still be recovering. See ${server.place.log}:\n${lastWords(server)}`,
            }),
          ),
      }),
    )
  })

const nobodyListens = new Set(["ENOENT", "ECONNREFUSED"])
/** No access to the socket, or PostgreSQL refuses the user or the database. */
const hopeless = /^(EACCES|EPERM|28...|3D...|42...)$/

const mostLaunches = 10

/**
 * Launches the server, at most once at a time. A launch that ended found another server's lock: another process was faster, or of a
 * server that was just killed a last session still runs. So it waits a little longer each time, 6 seconds in all.
 */
const launcher = (server: Server): Effect.Effect<void, EmbeddedPostgresError> => {
  let current: Launch | undefined
  let launches = 0
  return Effect.suspend(() => {
    if (current === undefined) {
      launches++
      return Effect.map(launch(server), (started) => {
        current = started
      })
    }
    if (!current.hasEnded()) return Effect.void
    current = undefined
    if (launches < mostLaunches) return Effect.sleep(Math.min(25 * 2 ** launches, 1_000))
    return Effect.fail(
      new EmbeddedPostgresError({
        message: `PostgreSQL does not start; set DATABASE_URL to use another. See ${server.place.log}:\n${lastWords(server)}`,
      }),
    )
  })
}

/** Each try to connect costs a recovering server a process, so look at its file instead; not for ever, for the file may be a dead one's. */
const untilReady = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<void> {
  for (let waitedMs = 0; waitedMs < 300 && !isReady(server); waitedMs += 15) yield* Effect.sleep(15)
})

const cannotConnect = (server: Server, error: SqlError) =>
  new EmbeddedPostgresError({
    message: `Cannot connect to PostgreSQL on ${server.place.sockets} (${reasonOf(error)}): run as the user who started it, or set DATABASE_URL.`,
    cause: error,
  })
