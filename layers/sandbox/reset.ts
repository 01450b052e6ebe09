import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { start } from "../embedded/EmbeddedPostgres.ts"
import { connect, type DatabaseLocation } from "../postgres/Database.ts"
import { migrate, type Schema } from "../postgres/migrate.ts"
import { type DatabaseOptions, install } from "../postgres/openDatabase.ts"

/** The database holds what no migration makes: it is not Farthing's alone, and emptying it would lose that. */
export class NotOursAlone extends Data.TaggedError("NotOursAlone")<{ readonly message: string }> {}

/**
 * Empties the database: afterwards it is as a first start finds it. Whatever the migrations make is dropped and made
 * again, in one transaction; were anything else there, nothing happens. The caller has seen to it that nobody uses it.
 */
export const emptyDatabase = Effect.fnUntraced(function* ({ databaseUrl, dataDirectory, schemas }: DatabaseOptions) {
  if (databaseUrl !== undefined) return yield* asOwner({ _tag: "Url", url: databaseUrl }, schemas)
  const embedded = yield* start({ directory: dataDirectory })
  const place = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, database: "postgres" } as const
  const owner = { ...place, username: embedded.superuser }
  yield* asOwner(owner, schemas)
  // The gateway's plain role needs its rights on the new tables.
  yield* install(owner, schemas)
}, Effect.scoped)

const asOwner = (location: DatabaseLocation, theirs: ReadonlyArray<Schema>) =>
  Effect.scoped(Effect.flatMap(connect(location, { maxConnections: 1 }), (owner) => owner.withTransaction(remade(owner, theirs)))).pipe(
    Effect.provide(Reactivity.layer),
  )

const remade = Effect.fnUntraced(function* (owner: PgClient.PgClient, theirs: ReadonlyArray<Schema>) {
  const before = yield* contents(owner)
  for (const { schema } of yield* owner<{ schema: string }>`${owner.literal(schemas)}`) yield* owner`drop schema ${owner(schema)} cascade`
  yield* owner`create schema public`
  yield* owner`grant usage on schema public to public`
  yield* migrate(owner, theirs)
  const after = new Set(yield* contents(owner))
  const foreign = before.filter((name) => !after.has(name))
  if (foreign.length === 0) return
  return yield* new NotOursAlone({
    message: `The database also holds ${foreign.slice(0, 5).join(", ")}${foreign.length > 5 ? ", …" : ""}, not made by Farthing: nothing was reset. Move that elsewhere, or use another database.`,
  })
})

const schemas = `select nspname as schema from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`

/** Tables, views, sequences that stand alone, and extensions, by name. */
const contents = (owner: PgClient.PgClient) =>
  Effect.map(
    owner<{ name: string }>`select 'extension ' || extname as name from pg_extension
      union all select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    (rows) => rows.map(({ name }) => name),
  )
