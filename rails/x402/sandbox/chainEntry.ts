import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Logger } from "effect"
import { flushCompileCache } from "node:module"
import { runChain } from "./runChain.ts"

/** The process of the sandbox's chain: `node chainEntry.ts PORT DIRECTORY`. */
const chain = Effect.gen(function* () {
  const { stopped, url } = yield* runChain({ port: Number(process.argv[2]), directory: process.argv[3] ?? "." })
  yield* Console.log(`ready ${url}`)
  // It may be killed, and then it would not keep what it compiled.
  flushCompileCache()
  return yield* stopped
})

NodeRuntime.runMain(Effect.scoped(chain).pipe(Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatJson)]))))
