import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf, freshDirectory, isStopped } from "./harness.ts"

describe("an embedded PostgreSQL", () => {
  it.live("starts in an empty directory, is durable, and is not reachable over TCP or by other accounts", () =>
    Effect.gen(function* () {
      const server = yield* start({ directory: yield* freshDirectory() })
      const sql = yield* clientOf(server)
      const settings = [
        "fsync",
        "synchronous_commit",
        "full_page_writes",
        "data_checksums",
        "listen_addresses",
        "max_connections",
        "server_version_num",
      ]
      const rows = yield* sql<{ name: string; setting: string }>`select name, setting from pg_settings where ${sql.in("name", settings)}`
      const { server_version_num, ...others } = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
      assert.match(server_version_num ?? "", /^18/)
      assert.deepStrictEqual(others, {
        fsync: "on",
        synchronous_commit: "on",
        full_page_writes: "on",
        data_checksums: "on",
        listen_addresses: "",
        max_connections: "100",
      })
      assert.strictEqual(fs.statSync(server.socketDirectory).mode & 0o777, 0o700)
    }),
  )

  it.live("keeps its rows over a stop and a start", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* start({ directory })
          const sql = yield* clientOf(server)
          yield* sql`create table kept as select 42 as n`
          return server
        }),
      )
      assert.isTrue(isStopped(directory, first))
      const sql = yield* clientOf(yield* start({ directory }))
      assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 42 }])
    }),
  )

  // The clock of it.effect does not move: a start that waits on it would never end.
  it.effect("accepts PostgreSQL settings, and starts under a TestClock", () =>
    Effect.gen(function* () {
      const server = yield* start({ directory: yield* freshDirectory(), settings: { max_connections: "20", work_mem: "1MB" } })
      const sql = yield* clientOf(server)
      const rows = yield* sql`select current_setting('max_connections') as connections, current_setting('work_mem') as memory`
      assert.deepStrictEqual(rows, [{ connections: "20", memory: "1MB" }])
    }),
  )

  it.live("that cannot start reports the cause from the log and names DATABASE_URL", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(start({ directory: yield* freshDirectory(), settings: { shared_buffers: "much" } }))
      assert.include(error.message, "DATABASE_URL")
      assert.include(error.message, "shared_buffers")
    }),
  )
})
