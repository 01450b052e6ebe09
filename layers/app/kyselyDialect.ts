import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely"
import { orUnavailable, withinRequestTime } from "../postgres/Database.ts"

/** Kysely over the gateway's own connections to PostgreSQL, so that their address, TLS and time limits are those of the gateway. */
export const kyselyDialect = (sql: PgClient.PgClient): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOver(sql),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** A statement of better-auth, with the time limit of a request. */
export const runStatement = <A>(statement: Effect.Effect<A, SqlError>): Promise<A> =>
  Effect.runPromise(withinRequestTime(orUnavailable(statement)))

/** Each statement takes a connection of the pool. better-auth needs no transaction: what must be one step is one statement. */
const driverOver = (sql: PgClient.PgClient): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: <R>({ parameters, sql: text }: CompiledQuery) =>
      runStatement(
        Effect.map(sql.unsafe(text, parameters).raw, (raw): QueryResult<R> => {
          const { rowCount, rows } = raw as { readonly rowCount: number; readonly rows: ReadonlyArray<R> }
          return { rows: [...rows], numAffectedRows: BigInt(rowCount) }
        }),
      ),
    streamQuery: () => {
      throw new Error("Statements of the app are not streamed.")
    },
  }
  const refused = () => Promise.reject(new Error("Statements of the app run outside transactions."))
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: refused,
    commitTransaction: refused,
    rollbackTransaction: refused,
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  }
}
