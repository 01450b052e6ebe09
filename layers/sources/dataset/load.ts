import { PgTypes, type PgClient } from "@effect/sql-pg"
import { Effect, Result } from "effect"
import { Database } from "../../postgres/Database.ts"
import type { Chunk, ColumnType, Dataset, Reader } from "./Dataset.ts"

export const isLoaded = Effect.fnUntraced(function* ({ name, version }: Dataset) {
  const { money: sql } = yield* Database
  return (yield* sql`select from dataset where name = ${name} and version = ${version}`).length > 0
})

/** Replaces every row of the dataset's tables, in one transaction; another process waits for the lock and finds the rows loaded. */
export const load = Effect.fnUntraced(function* (dataset: Dataset) {
  const { money: sql } = yield* Database
  const chunks = Effect.promise(async () => {
    const reader = (await import(dataset.reader.href)) as Reader
    return await reader.chunks()
  })
  yield* sql.withTransaction(
    Effect.gen(function* () {
      // A package is read between two statements: 3 s of a free core, minutes of a busy machine.
      // The wait for another process that loads is one statement.
      yield* sql`select set_config('idle_in_transaction_session_timeout', '300000', true), set_config('lock_timeout', '120000', true),
        set_config('statement_timeout', '150000', true)`
      yield* sql`select pg_advisory_xact_lock(hashtext(${`farthing dataset ${dataset.name}`}))`
      if (yield* isLoaded(dataset)) return
      for (const table of dataset.tables) yield* sql`delete from ${sql(table)}`
      for (const chunk of yield* chunks) yield* insert(sql, dataset, chunk)
      yield* sql`insert into dataset (name, version) values (${dataset.name}, ${dataset.version})
        on conflict (name) do update set version = excluded.version, loaded_at = clock_timestamp()`
    }),
  )
})

const insert = (sql: PgClient.PgClient, dataset: Dataset, { columns, table }: Chunk) => {
  const names = Object.keys(columns)
  const arrays = names.map((name) => Result.getOrThrow(PgTypes.array(columns[name]!, oids[dataset.columns[name]!])))
  const places = sql.csv(arrays.map((array) => sql`${array}`))
  return sql`insert into ${sql(table)} (${sql.csv(names.map((name) => sql`${sql(name)}`))}) select * from unnest(${places})`
}

const oids: Record<ColumnType, number> = {
  text: PgTypes.OID.text,
  bigint: PgTypes.OID.int8,
  int: PgTypes.OID.int4,
  float8: PgTypes.OID.float8,
  boolean: PgTypes.OID.bool,
}
