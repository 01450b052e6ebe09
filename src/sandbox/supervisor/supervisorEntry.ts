import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Logger, Record, Schedule, Schema, Stream, SubscriptionRef } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { subprocessDatabase } from "../../../layers/postgres/Database.ts"
import { locationOf } from "../../../layers/postgres/connection.ts"
import { clearSupervisor, type ComponentRow, recordComponents, registerSupervisor } from "../../../layers/postgres/PgComponents.ts"
import { flushCompileCache } from "node:module"
import { join } from "node:path"
import type { StatusBoard } from "./supervisorClient.ts"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { controlServer } from "./controlServer.ts"
import { processGroupGuard, waitForGroupEnd } from "./processGroup.ts"
import { SupervisorConfigText } from "./launchSupervisor.ts"
import { runComponent } from "./runComponent.ts"

/** The process that keeps a sandbox's components running: `node supervisorEntry.ts INSTANCE`, with its configuration in the environment. */
const config = Schema.decodeUnknownSync(SupervisorConfigText)(process.env["SANDBOX_KEEPER"])
delete process.env["SANDBOX_KEEPER"]

/** One statement on a connection of its own: an open connection would keep an embedded PostgreSQL from being stopped. */
const inDatabase = <A, E>(statement: Effect.Effect<A, E, Database>) =>
  Effect.scoped(
    Effect.flatMap(subprocessDatabase(locationOf(config.database), 1), (database) => Effect.provideService(statement, Database, database)),
  )

/** Restarts a component whenever it ends: after 50 ms first, then twice as long each time, up to 10 s, while it keeps ending. */
const keepRunning = Effect.fnUntraced(function* (component: Component, board: SubscriptionRef.SubscriptionRef<StatusBoard>) {
  for (let failures = 0; ; failures++) {
    const startedAt = Date.now()
    const end = yield* Effect.flip(
      runComponent(component, config, (up) => SubscriptionRef.update(board, (now) => ({ ...now, [component.name]: up }))),
    )
    yield* SubscriptionRef.update(board, (now) => Record.remove(now, component.name))
    yield* Effect.logWarning(`${component.name}: ${end.message}`)
    if (Date.now() - startedAt > 60_000) failures = 0
    yield* Effect.sleep(Math.min(50 * 2 ** failures, 10_000))
  }
})

const rowsOf = (board: StatusBoard): ReadonlyArray<ComponentRow> =>
  config.components.map(({ name }) => {
    const { pid, startedAt, url } = board[name] ?? { pid: null, startedAt: null, url: null }
    return { name, pid, startedAt, url, version: config.version, statePath: join(config.directory, name) }
  })

/** Writes the status to the database at every change. Ends when another supervisor has replaced this one. */
const record = (board: SubscriptionRef.SubscriptionRef<StatusBoard>) =>
  SubscriptionRef.changes(board).pipe(
    Stream.mapEffect((now) =>
      inDatabase(recordComponents(config.instance, rowsOf(now))).pipe(
        Effect.tapError((error) => Effect.logWarning(`the status of the components could not be written: ${error.message}`)),
        Effect.retry(Schedule.spaced("500 millis")),
        Effect.orDie,
      ),
    ),
    Stream.takeWhile((current) => current),
    Stream.runDrain,
  )

const supervisor = Effect.gen(function* () {
  yield* processGroupGuard
  const board = yield* SubscriptionRef.make<StatusBoard>({})
  const { ended, url } = yield* controlServer({ instance: config.instance, board, graceMs: config.graceMs })
  const current = yield* inDatabase(registerSupervisor({ instance: config.instance, controlUrl: url, pid: process.pid })).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("500 millis"), { duration: "30 seconds" })),
  )
  if (!current) return
  flushCompileCache()
  if (config.after !== null) yield* waitForGroupEnd(config.after)
  const components = Effect.forEach(config.components, (component) => keepRunning(component, board), { concurrency: "unbounded" })
  yield* Effect.raceAllFirst([ended, record(board), components])
  yield* inDatabase(clearSupervisor(config.instance)).pipe(Effect.timeout("3 seconds"), Effect.ignore)
})

NodeRuntime.runMain(Effect.provide(Effect.scoped(supervisor), Logger.layer([Logger.withConsoleError(Logger.formatJson)])), {
  // Exit at once: the pipe to the guard must stay open until the process ends.
  teardown: () => process.exit(),
})
