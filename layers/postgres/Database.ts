import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { type LedgerUnavailable, unavailable } from "../../domain/ledger/Ledger.ts"

/** Where PostgreSQL is: a URL of one's own, or the socket of the embedded server. */
export type DatabaseLocation =
  | { readonly _tag: "Url"; readonly url: Redacted.Redacted }
  | { readonly _tag: "Socket"; readonly directory: string; readonly port: number; readonly username: string; readonly database: string }

/**
 * Two pools over one database. `money` is exclusive: its statements wait for locks and must be cancellable. `reads` is
 * multiplexed: statements of many requests share a connection, which is several times as fast and fine for short reads.
 */
export class Database extends Context.Service<Database, { readonly money: PgClient.PgClient; readonly reads: PgClient.PgClient }>()(
  "farthing/layers/postgres/Database",
) {
  static readonly layer = (location: DatabaseLocation): Layer.Layer<Database, SqlError> =>
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const money = yield* connect(location, { maxConnections: 8 })
        const reads = yield* connect(location, { maxConnections: 2, multiplex: true })
        return Database.of({ money, reads })
      }),
    ).pipe(Layer.provide(Reactivity.layer))
}

export const connect = (
  location: DatabaseLocation,
  pool: { readonly maxConnections: number; readonly multiplex?: boolean },
): Effect.Effect<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity> =>
  PgClient.make({
    ...pool,
    ...(location._tag === "Url"
      ? { url: location.url }
      : { host: location.directory, port: location.port, username: location.username, database: location.database }),
    applicationName: "farthing",
    connectTimeout: "5 seconds",
    startupParameters: {
      idle_in_transaction_session_timeout: "1000",
      statement_timeout: "15000",
      lock_timeout: "10000",
      jit: "off",
      timezone: "UTC",
    },
  })

/** What a statement outside the money path fails with: the cause goes to the log, the caller hears that nothing could be done. */
export const orUnavailable = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, LedgerUnavailable, R> =>
  Effect.catch(effect, (error) => Effect.andThen(Effect.logError("a statement failed", error), Effect.fail(unavailable())))
