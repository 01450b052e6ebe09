import type { PgConnection } from "@effect/sql-pg"
import { Effect, Schedule, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { EmbeddedPostgresError, errorCode } from "./EmbeddedPostgresError.ts"
import { isReady, lastLogLines, launch, type PostmasterLaunch } from "./postmaster.ts"
import type { Server } from "./paths.ts"
import { openHoldingSession, reasonOf } from "./sessions.ts"

/** A session with the server, which is started if it is down. Several processes may do this at once: one server remains. */
export const connectOrStart = (server: Server): Effect.Effect<PgConnection.PgConnection, EmbeddedPostgresError, Scope.Scope> =>
  Effect.suspend(() => {
    const launchIfNeeded = launchWhenDown(server)
    return openHoldingSession(server).pipe(
      Effect.catch((error) => {
        const code = errorCode(error.reason.cause) ?? ""
        if (notListening.has(code)) return Effect.andThen(launchIfNeeded, Effect.fail(error))
        if (permanentCodes.test(code)) return Effect.fail(cannotConnect(server, error))
        // 57P03: the server starts, recovers or stops.
        return Effect.andThen(code === "57P03" ? untilReady(server) : Effect.void, Effect.fail(error))
      }),
      Effect.retry({ schedule: Schedule.spaced("15 millis"), while: (error) => error._tag === "SqlError" }),
      Effect.catchTag("SqlError", (error) => Effect.fail(cannotConnect(server, error))),
      Effect.timeoutOrElse({
        duration: "2 minutes",
        orElse: () =>
          Effect.fail(
            new EmbeddedPostgresError({
              message: `PostgreSQL accepts no connections after 2 minutes; it may still be recovering. See ${server.paths.log}:\n${lastLogLines(server)}`,
            }),
          ),
      }),
    )
  })

const notListening = new Set(["ENOENT", "ECONNREFUSED"])
/** No access to the socket, or PostgreSQL refuses the user or the database: retrying would not help. */
const permanentCodes = /^(EACCES|EPERM|28...|3D...|42...)$/

const maxLaunches = 10

/**
 * Launches the server, at most once at a time. A launch that ends has found the lock of another server: another process was faster, or the
 * last session of a killed server is still running. So each launch waits longer than the one before, 6 seconds in total.
 */
const launchWhenDown = (server: Server): Effect.Effect<void, EmbeddedPostgresError> => {
  let current: PostmasterLaunch | undefined
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
    if (launches < maxLaunches) return Effect.sleep(Math.min(25 * 2 ** launches, 1_000))
    return Effect.fail(
      new EmbeddedPostgresError({
        message: `PostgreSQL does not start; set DATABASE_URL to use another. See ${server.paths.log}:\n${lastLogLines(server)}`,
      }),
    )
  })
}

/** Each connection attempt costs a recovering server a process, so read its file instead; for 0.3 s at most, since a dead server may have left the file. */
const untilReady = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<void> {
  for (let waitedMs = 0; waitedMs < 300 && !isReady(server); waitedMs += 15) yield* Effect.sleep(15)
})

const cannotConnect = (server: Server, error: SqlError) =>
  new EmbeddedPostgresError({
    message: `Cannot connect to PostgreSQL on ${server.paths.sockets} (${reasonOf(error)}): run as the user who started it, or set DATABASE_URL.`,
    cause: error,
  })
