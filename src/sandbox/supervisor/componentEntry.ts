import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Layer, Logger } from "effect"
import { flushCompileCache } from "node:module"
import { pathToFileURL } from "node:url"
import type { ComponentProgram } from "../../../domain/sandbox/Component.ts"
import { locationOf } from "../../../layers/postgres/connection.ts"
import { Database, RailDatabase, subprocessDatabase } from "../../../layers/postgres/Database.ts"

/** Runs a `ModuleComponent` as a process: `node componentEntry.ts MODULE PORT DIRECTORY`, with the address of its database in the environment. */
const [, , module = "", port = "0", directory = "."] = process.argv

const database = Layer.effect(
  Database,
  Effect.suspend(() => subprocessDatabase(locationOf(process.env["SANDBOX_DATABASE"]), 2)),
)
const services = Layer.provideMerge(RailDatabase, database)

const component = Effect.gen(function* () {
  const loaded: { readonly default: ComponentProgram<Layer.Success<typeof services>> } = yield* Effect.promise(
    () => import(pathToFileURL(module).href),
  )
  const { running, url } = yield* loaded.default({ port: Number(port), directory })
  yield* Console.log(`ready ${url}`)
  // It may be killed, and then it would not keep what it compiled.
  flushCompileCache()
  return yield* running
})

NodeRuntime.runMain(
  Effect.scoped(component).pipe(Effect.provide(services), Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatJson)]))),
)
