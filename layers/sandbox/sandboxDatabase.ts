import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { start } from "../embedded/EmbeddedPostgres.ts"
import { Database } from "../postgres/Database.ts"
import { connectToMigrate, type DatabaseLocation } from "../postgres/connection.ts"
import { migrate, type SchemaMigrations } from "../postgres/openDatabase.ts"
import { type DatabaseOptions, migrateAsOwner } from "../postgres/openDatabase.ts"

/** The database holds what no migration makes: it is not Farthing's alone, and emptying it would lose that. */
export class ForeignTables extends Data.TaggedError("ForeignTables")<{ readonly message: string }> {}

/**
 * Empties the database: afterwards it is as a first start finds it. Whatever the migrations make is dropped and made
 * again, in one transaction; were anything else there, nothing happens. The caller has checked that no gateway uses it.
 */
export const emptyDatabase = Effect.fnUntraced(function* ({ databaseUrl, dataDirectory, schemas }: DatabaseOptions) {
  if (databaseUrl !== undefined) return yield* asOwner({ _tag: "Url", url: databaseUrl }, schemas)
  const embedded = yield* start({ directory: dataDirectory })
  const place = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, database: "postgres" } as const
  const owner = { ...place, username: embedded.superuser }
  yield* asOwner(owner, schemas)
  // The gateway's plain role needs its rights on the new tables.
  yield* migrateAsOwner(owner, schemas)
}, Effect.scoped)

const asOwner = (location: DatabaseLocation, theirs: ReadonlyArray<SchemaMigrations>) =>
  Effect.scoped(Effect.flatMap(connectToMigrate(location), (owner) => owner.withTransaction(remakeSchemas(owner, theirs)))).pipe(
    Effect.provide(Reactivity.layer),
  )

const remakeSchemas = Effect.fnUntraced(function* (owner: PgClient.PgClient, theirs: ReadonlyArray<SchemaMigrations>) {
  const before = yield* contents(owner)
  for (const { schema } of yield* owner<{ schema: string }>`${owner.literal(schemas)}`) yield* owner`drop schema ${owner(schema)} cascade`
  yield* owner`create schema public`
  yield* owner`grant usage on schema public to public`
  yield* migrate(owner, theirs)
  const after = new Set(yield* contents(owner))
  const foreign = before.filter((name) => !after.has(name))
  if (foreign.length === 0) return
  return yield* new ForeignTables({
    message: `The database also holds ${foreign.slice(0, 5).join(", ")}${foreign.length > 5 ? ", …" : ""}, not made by Farthing: nothing was reset. Move that elsewhere, or use another database.`,
  })
})

const schemas = `select nspname as schema from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`

/** Tables, views, sequences without an owning table, and extensions, by name. */
const contents = (owner: PgClient.PgClient) =>
  Effect.map(
    owner<{ name: string }>`select 'extension ' || extname as name from pg_extension
      union all select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    (rows) => rows.map(({ name }) => name),
  )

/** The database is no sandbox's: what only a sandbox may do is refused. */
export class NotASandbox extends Data.TaggedError("NotASandbox")<{ readonly message: string }> {}

/** The time would leave the calendar that every part of the system can read. */
export class ClockTooFar extends Data.TaggedError("ClockTooFar")<{ readonly message: string }> {}

/** Refuses unless the database was first started as a sandbox, or never. */
export const onlyInSandbox = Effect.fnUntraced(function* (mode: "sandbox" | "live", what: string) {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{ mode: string }>`select mode from installation`
  if (mode === "sandbox" && (row === undefined || row.mode === "sandbox")) return
  return yield* new NotASandbox({ message: `${what} is for the sandbox: this gateway is live, and its time, money and data are real.` })
})

/** The time that the gateways on this database see, in milliseconds since 1970. */
export const sandboxTime = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{ now: number }>`select ms(farthing_now())::float8 as now`
  return row!.now
})

/** Moves the sandbox's time forward, never back, and answers it before and after. `ms` is positive. */
export const advanceClock = Effect.fnUntraced(function* (ms: number) {
  const { money: sql } = yield* Database
  const by = sql`make_interval(secs => ${ms / 1000}::float8)`
  const rows = yield* sql<{ from: number; to: number }>`update clock set ahead = ahead + ${by}
    where clock_timestamp() + ahead + ${by} < '9000-01-01'
    returning ms(statement_timestamp() + ahead - ${by})::float8 as "from", ms(statement_timestamp() + ahead)::float8 as "to"`
  return rows[0] ?? (yield* new ClockTooFar({ message: "The sandbox's time stays before the year 9000: advance it by less." }))
})

/**
 * Whether a gateway runs on this database. One that was killed has left its row and never beats again: so a row that
 * beats while it is watched is a gateway, and one that stays silent for `silentMs` is not.
 */
export const gatewayRuns = Effect.fnUntraced(function* (silentMs: number) {
  const { money: sql } = yield* Database
  const first = new Map<string, string>()
  for (;;) {
    const fresh = yield* sql<{ id: string; seenAt: string }>`select id, seen_at::text as "seenAt" from node
      where seen_at > clock_timestamp() - make_interval(secs => ${silentMs / 1000}::float8)`
    for (const { id, seenAt } of fresh) if ((first.get(id) ?? seenAt) !== seenAt) return true
    if (fresh.length === 0) return false
    for (const { id, seenAt } of fresh) first.set(id, seenAt)
    yield* Effect.sleep("200 millis")
  }
})
