import { Clock, Deferred, Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { binariesFor } from "./Binaries.ts"
import { createCluster } from "./Cluster.ts"
import { leave } from "./Departure.ts"
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { placeFor } from "./Place.ts"
import type { Server } from "./Server.ts"
import { keepRunning } from "./Supervision.ts"

/** Where the server listens. `socketDirectory` and `port` are the `host` and `port` of a PostgreSQL client; there is no password. */
export interface Embedded {
  readonly socketDirectory: string
  readonly port: number
  readonly superuser: string
}

export interface StartOptions {
  /** Where the database is kept. It is made if it is missing. */
  readonly directory: string
  /** PostgreSQL settings over the defaults. Only the process that starts the server decides them; one that shares it does not. */
  readonly settings?: Readonly<Record<string, string>>
}

const defaults = {
  max_connections: "100",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  // A new table is looked up by whole organisations until its statistics are there: not for a whole minute.
  autovacuum_naptime: "5s",
  // The log has no end; this is most of what a healthy server writes.
  log_checkpoints: "off",
  // Money: a commit that was answered is on the disk.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Recovery starts by forcing all files to the disk: in one call instead of a thousand, which on a busy machine took 3 s instead of 0.2.
  ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
}

/**
 * A durable PostgreSQL 18 on a unix socket, kept running while the scope is open. The first process starts it, the others on the same
 * directory share it, it outlives a process that is killed, and the last one to close its scope stops it.
 */
export const start = (options: StartOptions): Effect.Effect<Embedded, EmbeddedPostgresError, Scope.Scope> =>
  // Processes and sockets know no TestClock.
  Effect.provideService(startLive(options), Clock.Clock, Clock.Clock.defaultValue())

const startLive = Effect.fn("EmbeddedPostgres.start")(function* (
  options: StartOptions,
): Effect.fn.Return<Embedded, EmbeddedPostgresError, Scope.Scope> {
  const place = yield* placeFor(options.directory)
  const binaries = yield* binariesFor(place)
  yield* createCluster(place, binaries)

  const settings = { ...defaults, ...options.settings }
  const server: Server = { holder: randomBytes(6).toString("hex"), place, binaries, port: 5432, superuser: "postgres", settings }
  const ready = yield* Deferred.make<void, EmbeddedPostgresError>()
  // Finalizers run last to first: the supervisor ends before the server may be stopped, so it never starts it again.
  yield* Effect.addFinalizer(() => leave(server))
  yield* Effect.forkScoped(keepRunning(server, ready))
  yield* Deferred.await(ready)
  return { socketDirectory: place.sockets, port: server.port, superuser: server.superuser }
})
