import type { PgConnection } from "@effect/sql-pg"
import { Clock, Deferred, Effect, Exit, Queue, Schedule, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { binariesFor, createCluster } from "./provision.ts"
import { stopIfLast } from "./stopIfLast.ts"
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { pathsFor, type Server } from "./paths.ts"
import { connectOrStart } from "./connectOrStart.ts"
import { reasonOf } from "./sessions.ts"

/** Where the server listens. `socketDirectory` and `port` are the `host` and `port` of a PostgreSQL client; there is no password. */
export interface Embedded {
  readonly socketDirectory: string
  readonly port: number
  readonly superuser: string
}

export interface StartOptions {
  /** The directory of the database; created if it is missing. */
  readonly directory: string
  /** PostgreSQL settings that replace the defaults. Only the process that starts the server sets them. */
  readonly settings?: Readonly<Record<string, string>>
}

const defaults = {
  max_connections: "100",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  // Until a new table has statistics, the query planner guesses. 5 s keeps that time short.
  autovacuum_naptime: "5s",
  // Checkpoints are most of the log of a healthy server.
  log_checkpoints: "off",
  // Money: an acknowledged commit is on the disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Recovery starts with forcing all files to the disk. On a busy machine one call took 0.2 s, a thousand calls took 3 s.
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
}

/**
 * A durable PostgreSQL 18 on a unix socket, kept running while the scope is open. The first process starts it, other processes with the same
 * directory share it, it survives the kill of a process, and the last process to close its scope stops it.
 */
export const start = (options: StartOptions): Effect.Effect<Embedded, EmbeddedPostgresError, Scope.Scope> =>
  // Processes and sockets do not follow a TestClock.
  Effect.provideService(startLive(options), Clock.Clock, Clock.Clock.defaultValue())

const startLive = Effect.fn("EmbeddedPostgres.start")(function* (
  options: StartOptions,
): Effect.fn.Return<Embedded, EmbeddedPostgresError, Scope.Scope> {
  const paths = yield* pathsFor(options.directory)
  const binaries = yield* binariesFor(paths)
  yield* createCluster(paths, binaries)

  const settings = { ...defaults, ...options.settings }
  const server: Server = { holder: randomBytes(6).toString("hex"), paths, binaries, port: 5432, superuser: "postgres", settings }
  const ready = yield* Deferred.make<void, EmbeddedPostgresError>()
  // Finalizers run last to first: the supervisor ends before the server is stopped, so it does not restart it.
  yield* Effect.addFinalizer(() => stopIfLast(server))
  yield* Effect.forkScoped(superviseServer(server, ready))
  yield* Deferred.await(ready)
  return { socketDirectory: paths.sockets, port: server.port, superuser: server.superuser }
})

/**
 * Keeps a session with the server open. When the session is lost, it connects again, which restarts the server unless another process did.
 * The first connection completes `ready`; if it fails, `ready` fails too, and nothing is supervised.
 */
const superviseServer = Effect.fnUntraced(function* (
  server: Server,
  ready: Deferred.Deferred<void, EmbeddedPostgresError>,
): Effect.fn.Return<never, EmbeddedPostgresError> {
  yield* holdSession(Effect.onExit(connectOrStart(server), (exit) => Deferred.done(ready, Exit.asVoid(exit))))
  return yield* Effect.forever(Effect.andThen(Effect.sleep("20 millis"), holdSession(reconnect(server))))
})

type OpenSession<E> = Effect.Effect<PgConnection.PgConnection, E, Scope.Scope>
/** Ends when the session is lost. A dying server closes its sessions, so a loss is noticed at once without polling. */
const holdSession = <E>(open: OpenSession<E>): Effect.Effect<void, E> =>
  Effect.gen(function* () {
    const session = yield* open
    return yield* Effect.gen(function* () {
      // No process notifies this channel; the queue fails when the connection does.
      const notifications = yield* session.listen("farthing_embedded")
      return yield* Effect.forever(Queue.take(notifications))
    }).pipe(
      Effect.catch((lost) => Effect.logWarning(`The connection to the embedded PostgreSQL was lost (${reasonOf(lost)}); connecting again`)),
    )
  }).pipe(Effect.scoped)

const reconnect = (server: Server): OpenSession<never> =>
  connectOrStart(server).pipe(
    Effect.tapError((error) => Effect.logWarning(`The embedded PostgreSQL is still down: ${error.message}`)),
    Effect.retry(Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])),
    Effect.orDie,
    Effect.tap(() => Effect.logWarning("The embedded PostgreSQL is back")),
  )
