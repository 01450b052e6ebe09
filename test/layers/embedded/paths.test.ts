import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { isRoot } from "../../../layers/embedded/account.ts"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf, freshDirectory, isStopped, neighbour } from "./harness.ts"

const long = `${"a-rather-long-name/".repeat(8)}data`
const canHide = isRoot() && fs.existsSync("/root") && (fs.statSync("/root").mode & 0o001) === 0

/** Stores `name` in the database of the directory, unless it holds a name already, and answers the stored name. */
const storeName = (directory: string, name: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* clientOf(yield* start({ directory }))
      yield* sql`create table if not exists identity (name text)`
      yield* sql`insert into identity select ${name} where not exists (select from identity)`
      const [row] = yield* sql<{ name: string }>`select name from identity`
      return row?.name
    }),
  )

describe("the directory of a database", () => {
  it.live("may have a path too long for a socket, and is still shared by two processes", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory(undefined, long)
      const server = yield* start({ directory })
      assert.isAbove(directory.length, 100)
      const other = yield* neighbour(directory)
      yield* other.ready
      yield* other.ask("create table shared as select 7 as n")
      const sql = yield* clientOf(server)
      assert.deepStrictEqual(yield* sql`select n from shared`, [{ n: 7 }])
    }),
  )

  it.live.skipIf(!isRoot())("is refused if another user made its socket directory", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory(undefined, long)
      const { socketDirectory } = yield* Effect.scoped(start({ directory }))
      const inTheWay = [
        () => (fs.mkdirSync(socketDirectory, { mode: 0o777 }), fs.chownSync(socketDirectory, 12_345, 12_345)),
        () => fs.symlinkSync(directory, socketDirectory),
      ]
      for (const put of inTheWay) {
        fs.rmSync(socketDirectory, { recursive: true, force: true })
        put()
        const error = yield* Effect.flip(Effect.scoped(start({ directory })))
        fs.rmSync(socketDirectory, { recursive: true })
        assert.include(error.message, socketDirectory)
        assert.include(error.message, "remove it")
      }
    }),
  )

  it.live.skipIf(!canHide)("has a database of its own, also if PostgreSQL's account cannot enter the directory", () =>
    Effect.gen(function* () {
      const one = yield* freshDirectory("/root")
      const two = yield* freshDirectory("/root")
      assert.strictEqual(yield* storeName(one, "one"), "one")
      assert.strictEqual(yield* storeName(two, "two"), "two")
      assert.strictEqual(yield* storeName(one, "another"), "one")
    }),
  )

  it.live.skipIf(!isRoot())("keeps its data when the permissions of its parents change", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      fs.chmodSync(directory, 0o700)
      yield* storeName(directory, "first")
      fs.chmodSync(directory, 0o755)
      assert.strictEqual(yield* storeName(directory, "second"), "first")
    }),
  )

  it.live("is the same database through a symbolic link", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const link = path.join(yield* freshDirectory(), "link")
      fs.symlinkSync(directory, link)
      const direct = yield* start({ directory })
      assert.deepStrictEqual(yield* start({ directory: link }), direct)
      assert.isFalse(isStopped(directory, direct))
    }),
  )
})
