import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import { tables } from "./schema/0001_tables.ts"
import { functions } from "./schema/0002_functions.ts"
import { catalogueTables } from "./schema/0003_catalogue.ts"
import { placesTables } from "./schema/0004_places.ts"
import { ipRangesTables } from "./schema/0005_ip_ranges.ts"
import { listingTables } from "./schema/0006_listings.ts"
import { sandboxTables } from "./schema/0007_sandbox.ts"
import { trafficTables } from "./schema/0008_traffic.ts"
import { railsTables } from "./schema/0009_rails.ts"
import { asksTables } from "./schema/0010_asks.ts"

const statements = (list: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    for (const statement of list) yield* sql.unsafe(statement)
  })

const migrations = {
  "0001_tables": statements(tables),
  "0002_functions": statements(functions),
  "0003_catalogue": statements(catalogueTables),
  "0004_places": statements(placesTables),
  "0005_ip_ranges": statements(ipRangesTables),
  "0006_listings": statements(listingTables),
  "0007_sandbox": statements(sandboxTables),
  "0008_traffic": statements(trafficTables),
  "0009_rails": statements(railsTables),
  "0010_asks": statements(asksTables),
}

/** Tables that somebody else brings: of the schema `<name>`, statements by the name of their migration. */
export interface Schema {
  readonly name: string
  readonly tables: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Brings the schemas up to date. Any number of processes may try at once: the table lock lets one work, the others find it done. */
export const migrate = (client: PgClient.PgClient, schemas: ReadonlyArray<Schema>) =>
  Effect.gen(function* () {
    yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "migration" })
    for (const { name, tables } of schemas) {
      const loader = Migrator.fromRecord(Object.fromEntries(Object.entries(tables).map(([id, list]) => [id, statements(list)])))
      yield* Migrator.make({})({ loader, table: `migration_${name}` })
    }
  }).pipe(Effect.provideService(SqlClient, client))
