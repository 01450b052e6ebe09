import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { freshDatabase } from "../../support/database.ts"
import { until } from "../../support/until.ts"

const database = Layer.unwrap(Effect.map(freshDatabase, Database.layer))

layer(database, { excludeTestServices: true })("a money session", (it) => {
  const scene = Effect.gen(function* () {
    const { money: sql, openMoneySession } = yield* Database
    yield* sql`delete from post_ref`
    yield* sql`insert into organisation (id, name) values ('00000000-0000-4000-8000-000000000001', 'o') on conflict do nothing`
    const session = yield* openMoneySession
    const transact = <Row extends object, A>(...[load, decide]: Parameters<typeof session.transact<Row, A>>) =>
      Effect.map(session.transact(load, decide), ({ answer }) => answer)
    const refs = Effect.map(sql<{ readonly ref: string }>`select ref from post_ref order by ref`, (rows) => rows.map(({ ref }) => ref))
    const load = { sql: "select pg_backend_pid() as pid, txid_current()::text as xid", parameters: [] }
    const write = (ref: string) => ({
      sql: "insert into post_ref (org, ref) values ('00000000-0000-4000-8000-000000000001', $1)",
      parameters: [ref],
    })
    const inTransaction = Effect.map(
      sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      (rows) => rows.length,
    )
    return { sql, transact, refs, load, write, inTransaction }
  })
  interface Loaded {
    readonly pid: number
    readonly xid: string
  }

  it.effect("a money session loads and writes in one transaction, and runs its transactions one after another", () =>
    Effect.gen(function* () {
      const { load, refs, transact, write } = yield* scene
      const first = yield* transact(load, (row: Loaded) => ({ write: write("a"), answer: row }))
      const second = yield* transact(load, (row: Loaded) => ({ write: write("b"), answer: row }))
      const third = yield* transact(load, (row: Loaded) => ({ write: null, answer: row }))
      expect([second.pid, third.pid]).toEqual([first.pid, first.pid])
      expect(new Set([first.xid, second.xid, third.xid]).size).toBe(3)
      expect(yield* refs).toEqual(["a", "b"])
    }),
  )

  it.effect("a failed write is rolled back by the COMMIT that follows it, and the next write works", () =>
    Effect.gen(function* () {
      const { inTransaction, load, refs, transact, write } = yield* scene
      yield* transact(load, () => ({ write: write("a"), answer: null }))
      const half =
        "with first as (insert into post_ref (org, ref) values ('00000000-0000-4000-8000-000000000001', 'c') returning ref) insert into post_ref (org, ref) values ('00000000-0000-4000-8000-000000000001', $1)"
      const failed = yield* Effect.flip(transact(load, () => ({ write: { sql: half, parameters: ["a"] }, answer: null })))
      expect(String(failed.reason.cause)).toContain("duplicate key")
      expect([yield* refs, yield* inTransaction]).toEqual([["a"], 0])
      yield* transact(load, () => ({ write: write("d"), answer: null }))
      expect(yield* refs).toEqual(["a", "d"])
    }),
  )

  it.effect("a session that ends between the load and the write writes nothing, not even outside a transaction", () =>
    Effect.gen(function* () {
      const { load, refs, sql, transact, write } = yield* scene
      const before = yield* transact(load, (row: Loaded) => ({ write: null, answer: row.pid }))
      // The server closes the session as soon as it is idle in the transaction.
      const lost = yield* Effect.flip(
        transact({ ...load, sql: "select pg_terminate_backend(pg_backend_pid())" }, () => ({ write: write("e"), answer: null })),
      )
      expect(lost._tag).toBe("SqlError")
      expect(yield* refs).toEqual([])
      const after = yield* transact(load, (row: Loaded) => ({ write: write("f"), answer: row.pid }))
      expect(after).not.toBe(before)
      expect(yield* refs).toEqual(["f"])
      const killed = yield* Effect.flip(
        transact(load, () => ({ write: { sql: "select pg_terminate_backend(pg_backend_pid())", parameters: [] }, answer: null })),
      )
      expect(killed._tag).toBe("SqlError")
      expect(yield* sql`select 1`).toHaveLength(1)
    }),
  )

  it.effect("a decision that throws, and a caller who leaves, leave no transaction behind", () =>
    Effect.gen(function* () {
      const { inTransaction, load, refs, sql, transact, write } = yield* scene
      const thrown = yield* Effect.exit(
        transact(load, () => {
          throw new Error("no decision")
        }),
      )
      expect(thrown._tag).toBe("Failure")
      // The caller leaves while its load waits for what another session holds.
      const holder = yield* sql.reserve
      yield* holder.executeUnprepared("select pg_advisory_lock(1)", [], undefined)
      const slow = { ...load, sql: "select pg_advisory_xact_lock(1)" }
      const leaving = yield* Effect.forkChild(transact(slow, () => ({ write: write("g"), answer: null })))
      const locks = (granted: boolean) =>
        Effect.map(
          sql`select from pg_locks join pg_database d on d.oid = database
            where d.datname = current_database() and locktype = 'advisory' and granted = ${granted}`,
          (rows) => rows.length,
        )
      yield* until(Effect.map(locks(false), (waiting) => waiting === 1))
      yield* Fiber.interrupt(leaving)
      yield* holder.executeUnprepared("select pg_advisory_unlock(1)", [], undefined)
      yield* until(Effect.map(Effect.all([locks(false), locks(true), inTransaction]), (left) => left.every((open) => open === 0)))
      expect(yield* refs).toEqual([])
      yield* transact(load, () => ({ write: write("h"), answer: null }))
      expect(yield* refs).toEqual(["h"])
    }),
  )
})
