import type { PgClient } from "@effect/sql-pg"
import { Context, Effect, Fiber, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { SqlClient } from "effect/sql/SqlClient"
import { storageUnavailable, type StorageUnavailable } from "../../domain/Refusal.ts"
import { connect, type DatabaseLocation } from "./connection.ts"
import { type MoneySession, openMoneySession, pooledSession } from "./MoneySession.ts"

/**
 * Pools over one database. `money` is exclusive: its statements wait for locks and must be cancellable. `reads` is
 * multiplexed: statements of many requests share a connection, which is several times as fast and fine for short reads. `lists` is
 * exclusive again, for reads of many rows, so that a slow one is cancelled and delays no short read. `probe` is one connection
 * that only the health checks use, so that they measure the database and not a queue of this process.
 * A caller that runs transactions continuously opens a session of its own.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly money: PgClient.PgClient
    readonly reads: PgClient.PgClient
    readonly lists: PgClient.PgClient
    readonly probe: PgClient.PgClient
    readonly openMoneySession: Effect.Effect<MoneySession, never, Scope.Scope>
  }
>()("farthing/layers/postgres/Database") {
  static readonly layer = (location: DatabaseLocation): Layer.Layer<Database, SqlError> =>
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const money = yield* connect(location, { maxConnections: 8 })
        const reads = yield* connect(location, { maxConnections: 2, multiplex: true })
        const lists = yield* connect(location, { maxConnections: 3 })
        const probe = yield* connect(location, { maxConnections: 1 })
        return Database.of({ money, reads, lists, probe, openMoneySession: openMoneySession(location) })
      }),
    ).pipe(Layer.provide(Reactivity.layer))
}

/**
 * The statement, for a reader with a time limit. Its cancellation needs a connection of its own, which hangs where the database does: it
 * ends in the background, and the reader goes at once.
 */
export const cancelledInBackground = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.forkDetach(statement), (fiber) =>
    Effect.onInterrupt(Fiber.join(fiber), () => Effect.forkDetach(Fiber.interrupt(fiber))),
  )

/** The failure of a statement outside the money path: the cause is logged, the caller gets StorageUnavailable. */
export const orUnavailable = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, StorageUnavailable, R> =>
  Effect.catch(effect, (error) => Effect.andThen(Effect.logError("a statement failed", error), Effect.fail(storageUnavailable())))

/** The location of this process's database, for a process that it starts. */
export const databaseLocation = Effect.map(Database, ({ money: { config } }): DatabaseLocation => {
  if (config.url !== undefined) return { _tag: "Url", url: config.url }
  const { database = "postgres", host = "", port = 5432, username = "postgres" } = config
  return { _tag: "Socket", directory: host, port, username, database }
})

/** A few connections in place of a gateway's pools: for a process that has little to ask, or asks once. */
export const subprocessDatabase = Effect.fnUntraced(function* (location: DatabaseLocation, maxConnections: number) {
  const sql = yield* connect(location, { maxConnections })
  return Database.of({ money: sql, reads: sql, lists: sql, probe: sql, openMoneySession: Effect.succeed(pooledSession(sql)) })
}, Effect.provide(Reactivity.layer))

/** The database for a rail's own tables. The books are not written through it: that is the ledger's work alone. */
export const RailDatabase: Layer.Layer<SqlClient, never, Database> = Layer.effect(
  SqlClient,
  Effect.map(Database, ({ money }) => money),
)
