import type { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Fiber, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { SqlClient } from "effect/sql/SqlClient"
import { storageUnavailable, type StorageUnavailable } from "../../domain/Refusal.ts"
import { withinTimeAtOnce } from "../../domain/withinTime.ts"
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

/** How long a statement outside the money path may take: in a job as long as the server lets it, in a request 2.5 s. */
const MaxStatementMs = Context.Reference<number>("farthing/layers/postgres/MaxStatementMs", { defaultValue: () => Infinity })

/** The work of a request: with a database that hangs its statements fail after 2.5 s, and it is answered 503 within 3 s. */
export const withinRequestTime = Effect.provideService(MaxStatementMs, 2_500)

/** A read of all calls of a publisher, which has a time limit of its own in the server. The request began with a statement that was answered. */
export const withoutRequestTime = Effect.provideService(MaxStatementMs, Infinity)

/** The statement, with the time limit of the request that waits for it. */
const inTime = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | StatementTimedOut, R> =>
  Effect.flatMap(MaxStatementMs, (maxMs): Effect.Effect<A, E | StatementTimedOut, R> =>
    maxMs === Infinity ? statement : withinTimeAtOnce(statement, maxMs, () => Effect.fail(new StatementTimedOut(maxMs))),
  )

class StatementTimedOut extends Data.TaggedError("StatementTimedOut")<{ readonly message: string }> {
  constructor(maxMs: number) {
    super({ message: `the database did not answer within ${maxMs / 1_000} s` })
  }
}

/** The failure of a statement outside the money path: the cause is logged, the caller gets StorageUnavailable. */
export const orUnavailable = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, StorageUnavailable, R> => Effect.catch(inTime(effect), unavailable)

/** The same for a transaction that also refuses: refusals pass, failures of the database become StorageUnavailable. */
export const refusalOrUnavailable = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, Exclude<E, SqlError> | StorageUnavailable, R> =>
  Effect.catch(inTime(effect), (error): Effect.Effect<never, Exclude<E, SqlError> | StorageUnavailable> =>
    isSqlError(error) || error instanceof StatementTimedOut ? unavailable(error) : Effect.fail(error as Exclude<E, SqlError>),
  )

const unavailable = (error: unknown) => Effect.andThen(Effect.logError("a statement failed", error), Effect.fail(storageUnavailable()))

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
