import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Logger, Record, Schedule, Schema, Stream, SubscriptionRef } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { smallDatabase } from "../../../layers/postgres/elsewhere.ts"
import { type ComponentRow, clearKeeper, recordComponents, registerKeeper } from "../../../layers/postgres/PgComponents.ts"
import { locationOf } from "../../../layers/sandbox/location.ts"
import { join } from "node:path"
import type { Board } from "./Board.ts"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { control } from "./control.ts"
import { guard } from "./guard.ts"
import { KeeperConfigText } from "./KeeperConfig.ts"
import { groupIsGone } from "./processes.ts"
import { runComponent } from "./runComponent.ts"

/** The process that keeps a sandbox's components running: `node keeper.ts INSTANCE`, told the rest in its environment. */
const config = Schema.decodeUnknownSync(KeeperConfigText)(process.env["SANDBOX_KEEPER"])
delete process.env["SANDBOX_KEEPER"]

/** One statement on a connection of its own: a connection that stays would keep an embedded PostgreSQL from being stopped. */
const inDatabase = <A, E>(ask: Effect.Effect<A, E, Database>) =>
  Effect.scoped(Effect.flatMap(smallDatabase(locationOf(config.database), 1), (database) => Effect.provideService(ask, Database, database)))

/** As long as it is up. One that ends is started again: soon, and ever later while it keeps ending. */
const keepUp = Effect.fnUntraced(function* (component: Component, board: SubscriptionRef.SubscriptionRef<Board>) {
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

const rowsOf = (board: Board): ReadonlyArray<ComponentRow> =>
  config.components.map(({ name }) => {
    const { pid, startedAt, url } = board[name] ?? { pid: null, startedAt: null, url: null }
    return { name, pid, startedAt, url, version: config.version, statePath: join(config.directory, name) }
  })

/** Ends when another keeper took this one's place. */
const record = (board: SubscriptionRef.SubscriptionRef<Board>) =>
  SubscriptionRef.changes(board).pipe(
    Stream.mapEffect((now) =>
      inDatabase(recordComponents(config.instance, rowsOf(now))).pipe(
        Effect.tapError((error) => Effect.logWarning(`cannot say what is up: ${error.message}`)),
        Effect.retry(Schedule.spaced("500 millis")),
        Effect.orDie,
      ),
    ),
    Stream.takeWhile((current) => current),
    Stream.runDrain,
  )

const keeper = Effect.gen(function* () {
  yield* guard
  const board = yield* SubscriptionRef.make<Board>({})
  const { ended, url } = yield* control({ instance: config.instance, board, graceMs: config.graceMs })
  const current = yield* inDatabase(registerKeeper({ instance: config.instance, controlUrl: url, pid: process.pid })).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("500 millis"), { duration: "30 seconds" })),
  )
  if (!current) return
  if (config.after !== null) yield* groupIsGone(config.after)
  const components = Effect.forEach(config.components, (component) => keepUp(component, board), { concurrency: "unbounded" })
  yield* Effect.raceAllFirst([ended, record(board), components])
  yield* inDatabase(clearKeeper(config.instance)).pipe(Effect.timeout("3 seconds"), Effect.ignore)
})

NodeRuntime.runMain(Effect.provide(Effect.scoped(keeper), Logger.layer([Logger.withConsoleError(Logger.formatJson)])), {
  // The pipe to the guard is open to the last moment.
  teardown: () => process.exit(),
})
