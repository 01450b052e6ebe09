import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../layers/embedded/EmbeddedPostgres.ts"
import { connect } from "../../layers/postgres/Database.ts"
import { install } from "../../layers/postgres/openDatabase.ts"
import { railSchemas } from "../../rails/registry.ts"

/** An embedded server of the benchmark's own, with every promise of the product's: fsync on, commits durable. */
export const benchDatabase = Effect.gen(function* () {
  const directory = mkdtempSync(join(tmpdir(), "farthing-bench-"))
  chmodSync(directory, 0o755)
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
  const embedded = yield* start({
    directory,
    settings: { shared_preload_libraries: "auto_explain,pg_stat_statements", "pg_stat_statements.track": "all", track_functions: "pl" },
  })
  const owner = {
    _tag: "Socket",
    directory: embedded.socketDirectory,
    port: embedded.port,
    username: embedded.superuser,
    database: "postgres",
  } as const
  const location = yield* install(owner, railSchemas)
  const sql = yield* connect(owner, { maxConnections: 16 }).pipe(Effect.provide(Reactivity.layer))
  return { owner, location, sql }
})
