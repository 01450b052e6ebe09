import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Predicate } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf, eventually, freshDirectory, neighbour } from "./harness.ts"

const halfMade = (directory: string) => fs.readdirSync(directory).filter((name) => name.endsWith(".partial"))

/** Whether initdb has written its first files and is not finished. */
const isHalfMade = (directory: string) =>
  !isMade(directory) && halfMade(directory).some((name) => fs.existsSync(path.join(directory, name, "PG_VERSION")))

const isMade = (directory: string) => fs.existsSync(path.join(directory, "data"))

/** Waits until initdb has written its first files or is finished. */
const untilHalfMade = (directory: string) =>
  eventually(
    Effect.try(() => assert.isTrue(isMade(directory) || isHalfMade(directory))),
    60_000,
  )

/** Repeats in new directories until a start was interrupted in the middle: on a busy machine this process may check too late. */
const inTheMiddle = <E, R>(interrupted: (directory: string) => Effect.Effect<boolean, E, R>) =>
  Effect.repeat(
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      return (yield* interrupted(directory)) ? directory : undefined
    }),
    { until: Predicate.isNotUndefined, times: 20 },
  ).pipe(Effect.map((directory) => directory ?? assert.fail("no start was interrupted in the middle")))

describe("a first start that is interrupted", () => {
  it.live("by kill -9 leaves nothing that the next start would use as a database", () =>
    Effect.gen(function* () {
      const directory = yield* inTheMiddle(
        Effect.fnUntraced(function* (directory) {
          const victim = yield* neighbour(directory)
          yield* untilHalfMade(directory)
          const inTime = isHalfMade(directory)
          yield* victim.kill
          return inTime && !isMade(directory)
        }),
      )
      const sql = yield* clientOf(yield* start({ directory }))
      assert.deepStrictEqual(yield* sql`select 1 as n`, [{ n: 1 }])
      // The orphaned initdb may still have been writing: then a later start removes its files.
      const clear = Effect.andThen(
        Effect.scoped(start({ directory })),
        Effect.try(() => assert.isEmpty(halfMade(directory))),
      )
      yield* eventually(clear, 60_000)
    }),
  )

  it.live("by the end of its scope leaves no files", () =>
    Effect.gen(function* () {
      const directory = yield* inTheMiddle(
        Effect.fnUntraced(function* (directory) {
          const starting = yield* Effect.forkChild(Effect.scoped(start({ directory })))
          yield* untilHalfMade(directory)
          const inTime = isHalfMade(directory)
          yield* Fiber.interrupt(starting)
          return inTime && !isMade(directory)
        }),
      )
      assert.isEmpty(halfMade(directory))
    }),
  )
})
