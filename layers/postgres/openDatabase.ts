import { Data, Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { PgClient } from "@effect/sql-pg"
import { start } from "../embedded/EmbeddedPostgres.ts"
import { connect, Database, type DatabaseLocation } from "./Database.ts"
import { migrate, type Schema } from "./migrate.ts"
import { unsafeDatabase } from "./PgHealth.ts"

/** The database exists but must not be used: the sentence says what to change. */
export class UnsafeDatabase extends Data.TaggedError("UnsafeDatabase")<{ readonly message: string }> {}

/** The database could not be reached, or its schema could not be brought up to date. Never shows a password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {}

export interface DatabaseOptions {
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDirectory: string
  /** Of the rails. */
  readonly schemas: ReadonlyArray<Schema>
}

/** The database, migrated and fit for money: one's own by URL, else the embedded one, started or shared. */
export const openDatabase = (options: DatabaseOptions) =>
  Layer.unwrap(Effect.map(prepare(options), Database.layer)).pipe(
    Layer.tap((context) =>
      Effect.flatMap(unsafeDatabase, (message) => (message === undefined ? Effect.void : new UnsafeDatabase({ message }))).pipe(
        Effect.provide(context),
      ),
    ),
  )

/** Migrates, under a lock, and says where the gateway connects. */
export const prepare = Effect.fnUntraced(function* ({ databaseUrl, dataDirectory, schemas }: DatabaseOptions) {
  if (databaseUrl !== undefined) {
    const location = { _tag: "Url", url: databaseUrl } as const
    yield* Effect.mapError(
      withOwner(location, (owner) => migrate(owner, schemas)),
      (error) => unusable(whereabouts(databaseUrl), error),
    )
    return location
  }
  const embedded = yield* start({ directory: dataDirectory })
  const location = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, database: "postgres" } as const
  return yield* install({ ...location, username: embedded.superuser }, schemas)
})

/** Migrates a database of the embedded server as its owner, and answers the location that the gateway uses. */
export const install = (location: Extract<DatabaseLocation, { readonly _tag: "Socket" }>, schemas: ReadonlyArray<Schema>) =>
  Effect.as(
    withOwner(location, (owner) => Effect.andThen(migrate(owner, schemas), plainRole(owner))),
    { ...location, username: gatewayRole },
  )

const whereabouts = (url: Redacted.Redacted) => {
  const { host, pathname, searchParams } = new URL(Redacted.value(url))
  return `${searchParams.get("host") ?? host}${pathname}`
}

/** The innermost message: what PostgreSQL, or the network, said. */
const unusable = (where: string, error: { readonly message: string; readonly cause?: unknown }): DatabaseUnusable => {
  let said: unknown = error
  while (said instanceof Error && said.cause instanceof Error) said = said.cause
  return new DatabaseUnusable({
    message: `The database at ${where} cannot be used: ${said instanceof Error ? said.message : error.message}. Check DATABASE_URL.`,
  })
}

const withOwner = <A, E>(location: DatabaseLocation, use: (owner: PgClient.PgClient) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(connect(location, { maxConnections: 1 }), use)).pipe(Effect.provide(Reactivity.layer))

const gatewayRole = "farthing_gateway"

/** On the embedded server the gateway is no superuser: transfers can be added, never changed or deleted. */
const plainRole = (owner: PgClient.PgClient) =>
  owner.withTransaction(
    Effect.gen(function* () {
      yield* owner`select pg_advisory_xact_lock(hashtext('farthing_gateway'))`
      const found = yield* owner`select from pg_roles where rolname = ${gatewayRole}`
      if (found.length === 0) yield* owner.unsafe(`create role ${gatewayRole} login`)
      for (const { schema } of yield* owner<{ schema: string }>`select nspname as schema from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'`) {
        yield* owner`grant usage on schema ${owner(schema)} to ${owner(gatewayRole)}`
        yield* owner`grant select, insert, update, delete on all tables in schema ${owner(schema)} to ${owner(gatewayRole)}`
        yield* owner`grant usage on all sequences in schema ${owner(schema)} to ${owner(gatewayRole)}`
      }
      yield* owner.unsafe(`revoke update, delete, truncate on transfer from ${gatewayRole}`)
    }),
  )
