import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf, eventually, freshDirectory, neighbour } from "./harness.ts"

const halfMade = (directory: string) => fs.readdirSync(directory).filter((name) => name.endsWith(".partial"))

/** Waits until initdb has written its first files. */
const untilHalfMade = (directory: string) =>
  eventually(
    Effect.try(() => assert.isNotEmpty(halfMade(directory).filter((name) => fs.existsSync(path.join(directory, name, "PG_VERSION"))))),
    60_000,
  )

describe("a first start that is interrupted", () => {
  it.live("by kill -9 leaves nothing that the next start would take for a database", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const victim = yield* neighbour(directory)
      yield* untilHalfMade(directory)
      yield* victim.kill
      assert.notInclude(fs.readdirSync(directory), "data")
      const sql = yield* clientOf(yield* start({ directory }))
      assert.deepStrictEqual(yield* sql`select 1 as n`, [{ n: 1 }])
      // The orphaned initdb may have been writing still: then a later start clears away.
      const clear = Effect.andThen(
        Effect.scoped(start({ directory })),
        Effect.try(() => assert.isEmpty(halfMade(directory))),
      )
      yield* eventually(clear, 60_000)
    }),
  )

  it.live("by the end of its scope leaves nothing at all", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const starting = yield* Effect.forkChild(Effect.scoped(start({ directory })))
      yield* untilHalfMade(directory)
      yield* Fiber.interrupt(starting)
      assert.notInclude(fs.readdirSync(directory), "data")
      assert.isEmpty(halfMade(directory))
    }),
  )
})
