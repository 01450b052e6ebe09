import { type PgClient, PgConnection } from "@effect/sql-pg"
import { Effect, Exit, Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { connectionConfig, type DatabaseLocation } from "./connection.ts"

export interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<unknown>
}

export interface MoneySession {
  /**
   * A transaction of two statements: what `load` answers decides what is written, and that nothing is. `written` is the row that the
   * write answered.
   */
  readonly transact: <Row extends object, A>(
    load: Statement,
    decide: (row: Row) => { readonly write: Statement | null; readonly answer: A },
  ) => Effect.Effect<{ readonly answer: A; readonly written: object | undefined }, SqlError>
  /** One statement that is a transaction of its own: one round trip. Answers its row. */
  readonly execute: <Row extends object>(statement: Statement) => Effect.Effect<Row, SqlError>
  /** How many sessions were given up so far. */
  readonly generation: () => number
}

/**
 * Transactions over a session of its own, one at a time, in two round trips instead of four: BEGIN travels with the load,
 * COMMIT with the write. The server takes the statements of a session in order, and a write that fails turns the COMMIT
 * behind it into a rollback. Whatever goes wrong ends the session, so that none is ever left in a transaction, and no
 * statement of a transaction can meet another session: the next transaction begins a new one.
 */
export const openMoneySession = (location: DatabaseLocation): Effect.Effect<MoneySession, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    let generation = 0
    let session: { readonly connection: PgConnection.PgConnection; readonly scope: Scope.Closeable } | undefined

    const open = Effect.gen(function* () {
      if (session !== undefined) return session
      const own = yield* Scope.fork(scope)
      const connection = yield* PgConnection.make({ ...connectionConfig(location), multiplex: true }).pipe(
        Scope.provide(own),
        Effect.onError(() => Scope.close(own, Exit.void)),
      )
      return (session = { connection, scope: own })
    })
    const drop = Effect.suspend(() => {
      const dropped = session
      session = undefined
      generation++
      return dropped === undefined ? Effect.void : Scope.close(dropped.scope, Exit.void)
    })

    const run = ({ connection }: { readonly connection: PgConnection.PgConnection }, { parameters, sql }: Statement) =>
      connection.query(sql, parameters)
    const dropOnFailure = <A, E>(effect: Effect.Effect<A, E>) =>
      Effect.onExit(effect, (exit) => (Exit.isSuccess(exit) ? Effect.void : drop))

    return {
      generation: () => generation,
      execute: (statement) =>
        Effect.flatMap(open, (session) => run(session, statement)).pipe(
          Effect.map(({ rows }) => rows[0] as never),
          dropOnFailure,
        ),
      transact: (load, decide) =>
        Effect.gen(function* () {
          const session = yield* open
          const [, loaded] = yield* sendBoth(run(session, begin), run(session, load))
          const { answer, write } = decide(loaded.rows[0] as never)
          const [written, committed] =
            write === null ? [undefined, yield* run(session, commit)] : yield* sendBoth(run(session, write), run(session, commit))
          if (committed.command !== "COMMIT") return yield* Effect.die(new Error(`COMMIT was answered ${committed.command}`))
          return { answer, written: written?.rows[0] }
        }).pipe(dropOnFailure),
    }
  })

const begin: Statement = { sql: "begin", parameters: [] }
const commit: Statement = { sql: "commit", parameters: [] }

/** Sends both at once. The first failure counts: what follows it in the session only says that the transaction is over. */
const sendBoth = <A, B>(first: Effect.Effect<A, SqlError>, second: Effect.Effect<B, SqlError>): Effect.Effect<readonly [A, B], SqlError> =>
  Effect.gen(function* () {
    const [one, two] = yield* Effect.all([Effect.result(first), Effect.result(second)], { concurrency: 2 })
    return [yield* Effect.fromResult(one), yield* Effect.fromResult(two)] as const
  })

/** The same over a pool, four round trips a transaction: where few are run, or where each step is watched. */
export const pooledSession = (pool: PgClient.PgClient): MoneySession => ({
  generation: () => 0,
  execute: ({ parameters, sql }) => Effect.map(pool.withTransaction(pool.unsafe(sql, parameters)), ([row]) => row as never),
  transact: (load, decide) =>
    pool.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* pool.unsafe(load.sql, load.parameters)
        const { answer, write } = decide(row as never)
        const written = write === null ? [] : yield* pool.unsafe(write.sql, write.parameters)
        return { answer, written: written[0] as object | undefined }
      }),
    ),
})
