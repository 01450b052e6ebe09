import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { benchDatabase } from "./bench/database.ts"
import { books, makeBuyers } from "./bench/storage.ts"
import { closedLoop, gatewayProcess } from "./bench/http.ts"
Effect.scoped(Effect.gen(function* () {
  const { location } = yield* benchDatabase
  const buyers = yield* makeBuyers(1).pipe(Effect.provide(books(location)))
  const g = yield* gatewayProcess(location, process.env.WHICH as "in")
  const secrets = buyers.map((b) => b.secret)
  yield* closedLoop(g, secrets, { seconds: 2 })
  return yield* closedLoop(g, secrets, { seconds: 5 })
})).pipe(Effect.flatMap((r) => Console.log(r)), NodeRuntime.runMain)
