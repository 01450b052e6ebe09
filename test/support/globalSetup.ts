import { Effect, Exit, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { connect } from "../../layers/postgres/connection.ts"
import { migrateAsOwner } from "../../layers/postgres/openDatabase.ts"
import { railSchemas } from "../../rails/registry.ts"
import { start } from "../../layers/embedded/EmbeddedPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: { readonly socketDirectory: string; readonly port: number; readonly superuser: string; readonly role: string }
  }
}

/** `npm run simulate:sepa` stops no server, so none of its commits waits for the disk: 6 ms each. */
const diskSettings = process.env["SEPA_SEEDS"] === undefined ? {} : { fsync: "off", synchronous_commit: "off" }

/** One embedded PostgreSQL for the whole run; its `postgres` database is migrated once and copied for every test file. */
export default async function setup({ provide }: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), "farthing-test-"))
  chmodSync(directory, 0o755)
  const scope = Scope.makeUnsafe()
  const embedded = await Effect.runPromise(
    Scope.provide(start({ directory, settings: { max_connections: "400", autovacuum_naptime: "1min", ...diskSettings } }), scope),
  )
  const owner = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, username: embedded.superuser } as const
  const asAdmin = (statement: string) =>
    Effect.flatMap(connect({ ...owner, database: "template1" }, { maxConnections: 1 }), (sql) => sql.unsafe(statement)).pipe(
      Effect.scoped,
      Effect.provide(Reactivity.layer),
    )
  await Effect.runPromise(asAdmin("create database farthing_template"))
  const { username: role } = await Effect.runPromise(migrateAsOwner({ ...owner, database: "farthing_template" }, railSchemas()))
  await Effect.runPromise(asAdmin("create database farthing_data template farthing_template"))
  provide("postgres", { ...embedded, role })
  return async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(directory, { recursive: true, force: true })
  }
}
