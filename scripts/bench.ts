import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { benchDatabase } from "./bench/database.ts"
import { books, installBaseline, makeBuyers, plain, product } from "./bench/storage.ts"

const seconds = 5

const storage = Effect.gen(function* () {
  const { location, owner, sql } = yield* benchDatabase
  yield* installBaseline(sql)
  return yield* Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    yield* product(buyers, 2)
    const one = yield* product(buyers.slice(0, 1), seconds)
    const onePlain = yield* plain(sql, owner, buyers.slice(0, 1), seconds)
    const hundred = yield* product(buyers, seconds)
    const hundredPlain = yield* plain(sql, owner, buyers, seconds)
    return { one, onePlain, oneRatio: one / onePlain, hundred, hundredPlain, hundredRatio: hundred / hundredPlain }
  }).pipe(Effect.provide(books(location)))
})

Effect.scoped(storage).pipe(
  Effect.flatMap((r) => Console.log(r)),
  NodeRuntime.runMain,
)
