/**
 * Another process that uses the database: `node neighbour.ts <directory>`. It prints `ready`, answers each line of SQL on its standard input
 * with a line `rows <JSON>`, and ends when the input ends.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Stream } from "effect"
import { createInterface } from "node:readline"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf } from "./harness.ts"

const program = Effect.gen(function* () {
  const sql = yield* clientOf(yield* start({ directory: process.argv[2] ?? "" }))
  yield* Console.log("ready")
  const lines = Stream.fromAsyncIterable(createInterface({ input: process.stdin }), (cause) => cause)
  yield* Stream.runForEach(lines, (line) => Effect.flatMap(sql.unsafe(line), (rows) => Console.log(`rows ${JSON.stringify(rows)}`)))
})

NodeRuntime.runMain(Effect.scoped(program))
