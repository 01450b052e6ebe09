import { Data, Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import * as Reactivity from "effect/reactivity/Reactivity"
import { PgClient } from "@effect/sql-pg"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import { start } from "../embedded/EmbeddedPostgres.ts"
import { Database } from "./Database.ts"
import { connectToMigrate, type DatabaseLocation } from "./connection.ts"
import { buildIndexes, largeIndexes } from "./largeIndexes.ts"
import { unsafeSetting } from "./PgHealth.ts"
import { innermostMessage } from "./sqlErrors.ts"
import { tables } from "./schema/0001_tables.ts"
import { functions as firstFunctions } from "./schema/0002_functions.ts"
import { catalogueTables } from "./schema/0003_catalogue.ts"
import { placesTables } from "./schema/0004_places.ts"
import { ipRangesTables } from "./schema/0005_ip_ranges.ts"
import { listingTables } from "./schema/0006_listings.ts"
import { sandboxTables } from "./schema/0007_sandbox.ts"
import { trafficTables } from "./schema/0008_traffic.ts"
import { railsTables } from "./schema/0009_rails.ts"
import { asksTables } from "./schema/0010_asks.ts"
import { versionTables } from "./schema/0011_versions.ts"
import { functions } from "./schema/functions.ts"
import { operatingTables } from "./schema/0018_operating.ts"
import { callOfStatusTables } from "./schema/0021_call_of_status.ts"
import { contactTables } from "./schema/0028_contact.ts"
import { noticeTables } from "./schema/0029_notices.ts"
import { ownAccountsIndexes } from "./schema/0036_own_accounts.ts"
import { marketplaceTables } from "./schema/0040_marketplaces.ts"
import { checkoutTables } from "./schema/0041_checkouts.ts"
import { publishingTables } from "./schema/0044_publishing.ts"
import { refundedLimitChanges } from "./schema/0046_refunded_limits.ts"
import { costTagColumns } from "./schema/0070_cost_tags.ts"
import { checkoutSplitters } from "./schema/0071_checkout_splitters.ts"
import { spendingTables } from "./schema/0072_spending.ts"
import { alertTables } from "./schema/0073_alerts.ts"
import { appTables } from "./schema/0074_app.ts"
import { linkedKeyTables } from "./schema/0080_linked_keys.ts"
import { keyRotationTables } from "./schema/0090_key_rotation.ts"
import { marketplaceKeyUse } from "./schema/0095_marketplace_key_use.ts"
import { populationColumns } from "./schema/0096_populations.ts"
import { idleAccountTable } from "./schema/0097_idle_accounts.ts"
import { ipNetworksTable } from "./schema/0098_ip_networks.ts"
import { autonomousSystemsTable } from "./schema/0099_autonomous_systems.ts"
import { airportCities } from "./schema/0100_airport_cities.ts"
import { endedOpenCalls } from "./schema/0101_ended_open_calls.ts"

/** The database exists but must not be used: the sentence says what to change. */
export class UnsafeDatabase extends Data.TaggedError("UnsafeDatabase")<{ readonly message: string }> {}

/** The database could not be reached, or its schema could not be brought up to date. Never shows a password. */
export class DatabaseUnusable extends Data.TaggedError("DatabaseUnusable")<{ readonly message: string }> {}

export interface DatabaseOptions {
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDirectory: string
  /** Of the rails. */
  readonly schemas: ReadonlyArray<SchemaMigrations>
}

/** The database, migrated and fit for money: one's own by URL, else the embedded one, started or shared. */
export const openDatabase = (options: DatabaseOptions) =>
  Layer.unwrap(Effect.map(migratedLocation(options), Database.layer)).pipe(
    Layer.tap((context) =>
      Effect.flatMap(unsafeSetting, (message) => (message === undefined ? Effect.void : new UnsafeDatabase({ message }))).pipe(
        Effect.provide(context),
      ),
    ),
  )

/** Migrates, under a lock, and says where the gateway connects. */
export const migratedLocation = Effect.fnUntraced(function* ({ databaseUrl, dataDirectory, schemas }: DatabaseOptions) {
  if (databaseUrl !== undefined) {
    const location = { _tag: "Url", url: databaseUrl } as const
    yield* Effect.mapError(
      withOwner(location, (owner) => bringUpToDate(owner, schemas)),
      (error) => databaseUnusable(hostAndDatabase(databaseUrl), error),
    )
    return location
  }
  const embedded = yield* start({ directory: dataDirectory })
  const location = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, database: "postgres" } as const
  return yield* migrateAsOwner({ ...location, username: embedded.superuser }, schemas)
})

/** Migrates a database of the embedded server as its owner, and answers the location that the gateway uses. */
export const migrateAsOwner = (
  location: Extract<DatabaseLocation, { readonly _tag: "Socket" }>,
  schemas: ReadonlyArray<SchemaMigrations>,
) =>
  Effect.as(
    withOwner(location, (owner) => Effect.andThen(bringUpToDate(owner, schemas), createGatewayRole(owner))),
    { ...location, username: gatewayRole },
  )

const hostAndDatabase = (url: Redacted.Redacted) => {
  const { host, pathname, searchParams } = new URL(Redacted.value(url))
  return `${searchParams.get("host") ?? host}${pathname}`
}

const databaseUnusable = (where: string, error: { readonly message: string; readonly cause?: unknown }): DatabaseUnusable =>
  new DatabaseUnusable({ message: `The database at ${where} cannot be used: ${innermostMessage(error)}. Check DATABASE_URL.` })

const withOwner = <A, E>(location: DatabaseLocation, use: (owner: PgClient.PgClient) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(connectToMigrate(location), use)).pipe(Effect.provide(Reactivity.layer))

const gatewayRole = "farthing_gateway"

/**
 * On the embedded server the gateway is no superuser: transfers and the log of the operators can be added to, never changed or deleted.
 * Only what is missing is granted. Each grant changes a row of the catalogue, and PostgreSQL refuses it ("tuple concurrently updated")
 * while an analysis of the same table by a running gateway's server changes that row.
 */
const createGatewayRole = (owner: PgClient.PgClient) =>
  owner.withTransaction(
    Effect.gen(function* () {
      yield* owner`select pg_advisory_xact_lock(hashtext('farthing_gateway'))`
      const roles = yield* owner`select from pg_roles where rolname = ${gatewayRole}`
      if (roles.length === 0) yield* owner.unsafe(`create role ${gatewayRole} login`)
      for (const { statement } of yield* owner<{ statement: string }>`${owner.literal(missingRights)}`) yield* owner.unsafe(statement)
    }),
  )

/** The statements that give the gateway's role the rights it lacks, and take those it must not have. */
const missingRights = `
  with own as (
    select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), relation as (
    select c.oid, c.relkind, format('%I.%I', own.nspname, c.relname) as name,
      own.nspname = 'public' and c.relname in ('transfer', 'operator_log') as "addedTo"
    from pg_class c join own on own.oid = c.relnamespace
  )
  select format('grant usage on schema %I to ${gatewayRole}', nspname) as statement from own
    where not has_schema_privilege('${gatewayRole}', oid, 'usage')
  union all
  select format('grant %s on %s to ${gatewayRole}', r.kind, name) from relation, unnest(array['select', 'insert', 'update', 'delete']) as r(kind)
    where relkind in ('r', 'p', 'v', 'm', 'f') and not has_table_privilege('${gatewayRole}', oid, r.kind)
      and not ("addedTo" and r.kind in ('update', 'delete'))
  union all
  select format('revoke %s on %s from ${gatewayRole}', r.kind, name) from relation, unnest(array['update', 'delete', 'truncate']) as r(kind)
    where "addedTo" and has_table_privilege('${gatewayRole}', oid, r.kind)
  union all
  select format('grant usage on sequence %s to ${gatewayRole}', name) from relation
    where case when relkind = 'S' then not has_sequence_privilege('${gatewayRole}', oid, 'usage') end`

const runAll = (list: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    for (const statement of list) yield* sql.unsafe(statement)
  })

const migrations = {
  "0001_tables": runAll(tables),
  "0002_functions": runAll(firstFunctions),
  "0003_catalogue": runAll(catalogueTables),
  "0004_places": runAll(placesTables),
  "0005_ip_ranges": runAll(ipRangesTables),
  "0006_listings": runAll(listingTables),
  "0007_sandbox": runAll(sandboxTables),
  "0008_traffic": runAll(trafficTables),
  "0009_rails": runAll(railsTables),
  "0010_asks": runAll(asksTables),
  "0011_versions": runAll(versionTables),
  "0018_operating": runAll(operatingTables),
  "0021_call_of_status": runAll(callOfStatusTables),
  "0028_contact": runAll(contactTables),
  "0029_notices": runAll(noticeTables),
  "0036_own_accounts": runAll(ownAccountsIndexes),
  "0040_marketplaces": runAll(marketplaceTables),
  "0041_checkouts": runAll(checkoutTables),
  "0044_publishing": runAll(publishingTables),
  "0046_refunded_limits": runAll(refundedLimitChanges),
  "0070_cost_tags": runAll(costTagColumns),
  "0071_checkout_splitters": runAll(checkoutSplitters),
  "0072_spending": runAll(spendingTables),
  "0073_alerts": runAll(alertTables),
  "0074_app": runAll(appTables),
  "0080_linked_keys": runAll(linkedKeyTables),
  "0090_key_rotation": runAll(keyRotationTables),
  "0095_marketplace_key_use": runAll(marketplaceKeyUse),
  "0096_populations": runAll(populationColumns),
  "0097_idle_accounts": runAll(idleAccountTable),
  "0098_ip_networks": runAll(ipNetworksTable),
  "0099_autonomous_systems": runAll(autonomousSystemsTable),
  "0100_airport_cities": runAll(airportCities),
  "0101_ended_open_calls": runAll(endedOpenCalls),
}

/** Tables that a rail brings: the schema `<name>`, and its statements by the name of their migration. */
export interface SchemaMigrations {
  readonly name: string
  readonly tables: Readonly<Record<string, ReadonlyArray<string>>>
}

/**
 * Functions hold no data: they are created again whenever their source differs from that of the database. A release with
 * fewer migrations leaves those of a later one alone.
 */
const renewFunctions = (client: PgClient.PgClient) =>
  client.withTransaction(
    Effect.gen(function* () {
      yield* client`select pg_advisory_xact_lock(hashtext('farthing_functions'))`
      const hash = createHash("sha256").update(functions.join("\n")).digest("hex")
      const migration = Object.keys(migrations).length
      const [installed] = yield* client<{ hash: string; migration: number }>`select hash, migration from installed_functions`
      if (installed !== undefined && (installed.hash === hash || installed.migration > migration)) return
      yield* runAll(functions)
      yield* client`insert into installed_functions (hash, migration) values (${hash}, ${migration})
        on conflict (single) do update set hash = excluded.hash, migration = excluded.migration`
    }),
  )

/** Brings the schemas up to date. Any number of processes may try at once: the table lock lets one work, the others find it done. */
export const migrate = (client: PgClient.PgClient, schemas: ReadonlyArray<SchemaMigrations>) =>
  Effect.gen(function* () {
    yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "migration" })
    yield* renewFunctions(client)
    for (const { name, tables } of schemas) {
      const loader = Migrator.fromRecord(Object.fromEntries(Object.entries(tables).map(([id, list]) => [id, runAll(list)])))
      yield* Migrator.make({})({ loader, table: `migration_${name}` })
    }
  }).pipe(Effect.provideService(SqlClient, client))

/** The schemas first, each migration in a transaction; then the indexes that are built beside the traffic, outside of one. */
const bringUpToDate = (client: PgClient.PgClient, schemas: ReadonlyArray<SchemaMigrations>) =>
  Effect.andThen(migrate(client, schemas), buildIndexes(client, largeIndexes))
