import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Logger } from "effect"
import { flushCompileCache } from "node:module"
import { Database } from "../../../layers/postgres/Database.ts"
import { subprocessDatabase } from "../../../layers/postgres/Database.ts"
import { locationOf } from "../../../layers/postgres/connection.ts"
import { notificationsRoutes } from "./notifications/notificationsApi.ts"
import type { Route } from "./Route.ts"
import { serveOrigin } from "./serveOrigin.ts"
import { webhookRoutes } from "./webhookService.ts"

/** A demo origin as a process of its own: `node originServer.ts NAME`, with its database in the environment. */
const origins: Readonly<Record<string, ReadonlyArray<Route>>> = {
  "notifications-api": notificationsRoutes,
  "webhook-service": webhookRoutes,
}

const origin = Effect.gen(function* () {
  const routes = origins[process.argv[2] ?? ""]
  if (routes === undefined) return yield* Effect.die(new Error(`the origins are ${Object.keys(origins).join(" and ")}`))
  const database = yield* subprocessDatabase(locationOf(process.env["SANDBOX_DATABASE"]), 4)
  const url = yield* serveOrigin(routes, process.env["ORIGIN_SIGNING_SECRET"]).pipe(Effect.provideService(Database, database))
  yield* Console.log(`ready ${url}`)
  // It may be killed, and then it would not keep what it compiled.
  flushCompileCache()
  return yield* Effect.never
})

NodeRuntime.runMain(Effect.scoped(origin).pipe(Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatJson)]))))
