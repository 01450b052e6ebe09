import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Logger } from "effect"
import { randomUUID } from "node:crypto"
import { Database } from "../../../layers/postgres/Database.ts"
import { subprocessDatabase } from "../../../layers/postgres/Database.ts"
import { locationOf } from "../../../layers/postgres/connection.ts"
import { serveStripe } from "./serveStripe.ts"

/** The sandbox's Stripe as a process of its own, with its database in the environment. Its control routes: `controlRoutes.ts`. */
const stripe = Effect.gen(function* () {
  const database = yield* subprocessDatabase(locationOf(process.env["SANDBOX_DATABASE"]), 2)
  const { running, url } = yield* Effect.provideService(serveStripe(randomUUID()), Database, database)
  yield* Console.log(`ready ${url}`)
  return yield* running
})

NodeRuntime.runMain(Effect.scoped(stripe).pipe(Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatJson)]))))
