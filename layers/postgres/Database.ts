import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { storageUnavailable, type StorageUnavailable } from "../../domain/Refusal.ts"
import { connectionConfig, type DatabaseLocation } from "./location.ts"
import { openMoneySession, type Transact } from "./MoneySession.ts"

export type { DatabaseLocation } from "./location.ts"

/**
 * Two pools over one database. `money` is exclusive: its statements wait for locks and must be cancellable. `reads` is
 * multiplexed: statements of many requests share a connection, which is several times as fast and fine for short reads.
 * Whoever runs transactions all the time opens a session of its own.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly money: PgClient.PgClient
    readonly reads: PgClient.PgClient
    readonly openMoneySession: Effect.Effect<Transact, never, Scope.Scope>
  }
>()("farthing/layers/postgres/Database") {
  static readonly layer = (location: DatabaseLocation): Layer.Layer<Database, SqlError> =>
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const money = yield* connect(location, { maxConnections: 8 })
        const reads = yield* connect(location, { maxConnections: 2, multiplex: true })
        return Database.of({ money, reads, openMoneySession: openMoneySession(location) })
      }),
    ).pipe(Layer.provide(Reactivity.layer))
}

export const connect = (
  location: DatabaseLocation,
  pool: { readonly maxConnections: number; readonly multiplex?: boolean },
): Effect.Effect<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity> =>
  PgClient.make({ ...pool, ...connectionConfig(location) })

/** What a statement outside the money path fails with: the cause goes to the log, the caller hears that nothing could be done. */
export const orUnavailable = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, StorageUnavailable, R> =>
  Effect.catch(effect, (error) => Effect.andThen(Effect.logError("a statement failed", error), Effect.fail(storageUnavailable())))
