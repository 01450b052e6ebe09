import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import * as path from "node:path"
import { shutDown } from "../../../layers/embedded/stopIfLast.ts"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { pathsFor, type Server } from "../../../layers/embedded/paths.ts"
import { openStoppingSession } from "../../../layers/embedded/sessions.ts"
import { clientOf, freshDirectory, isStopped, neighbour, postmasterPid } from "./harness.ts"

const startTime = "select pg_postmaster_start_time()::text as at"

describe("a directory that several processes use", () => {
  it.live("has one server, which the last process to leave stops", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const mine = yield* Scope.make()
      const guest = yield* Scope.make()
      const server = yield* Scope.provide(start({ directory }), mine)
      const pid = postmasterPid(path.join(directory, "data"))
      const other = yield* neighbour(directory)
      yield* other.ready
      yield* other.ask("create table shared as select 7 as n")
      const sql = yield* Scope.provide(clientOf(server), guest)
      assert.deepStrictEqual(yield* sql`select n from shared`, [{ n: 7 }])

      yield* Scope.close(mine, Exit.void)
      assert.strictEqual(yield* other.ask("select n from shared"), '[{"n":7}]')
      // A client that never called `start` counts as well.
      assert.strictEqual(yield* other.leave, 0)
      assert.deepStrictEqual(yield* sql`select n from shared`, [{ n: 7 }])
      assert.strictEqual(postmasterPid(path.join(directory, "data")), pid)

      yield* Scope.close(guest, Exit.void)
      yield* Effect.scoped(start({ directory }))
      assert.isTrue(isStopped(directory, server))
    }),
  )

  it.live("has its server stopped even if the server is slow to notice that the last connection was closed", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const mine = yield* Scope.make()
      const guest = yield* Scope.make()
      const server = yield* Scope.provide(start({ directory }), mine)
      const sql = yield* Scope.provide(clientOf(server), guest)
      const [session] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
      process.kill(session!.pid, "SIGSTOP")
      yield* Scope.close(guest, Exit.void)
      const leaving = yield* Effect.forkChild(Scope.close(mine, Exit.void))
      yield* Effect.sleep(1_000)
      process.kill(session!.pid, "SIGCONT")
      yield* Fiber.join(leaving)
      assert.isTrue(isStopped(directory, server))
    }),
  )

  it.live("keeps its server when the process that started it is killed, and the next start shares it", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const victim = yield* neighbour(directory)
      yield* victim.ready
      const before = JSON.parse(yield* victim.ask(startTime))
      yield* victim.kill
      // Time for any effect of the killed process.
      yield* Effect.sleep(200)
      const sql = yield* clientOf(yield* start({ directory }))
      assert.deepStrictEqual(yield* sql.unsafe(startTime), before)
    }),
  )

  it.live("becomes one database if all processes start at once in an empty directory", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const others = yield* Effect.all([neighbour(directory), neighbour(directory), neighbour(directory)])
      yield* Effect.forEach(others, (other) => other.ready, { concurrency: "unbounded" })
      const [first, ...rest] = others
      yield* first.ask("create table once as select 1 as n")
      const seen = yield* Effect.forEach(rest, (other) => other.ask(`select n, (${startTime}) from once`))
      assert.include(seen[0], '"n":1')
      assert.strictEqual(seen[0], seen[1])

      const server = yield* Effect.scoped(start({ directory }))
      assert.isFalse(isStopped(directory, server))
      // All leave at once as well.
      assert.deepStrictEqual(yield* Effect.forEach(others, (other) => other.leave, { concurrency: "unbounded" }), [0, 0, 0])
      assert.isTrue(isStopped(directory, server))
    }),
  )

  it.live("makes a starting process wait while another one decides whether to stop the server", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const mine = yield* Scope.make()
      yield* Scope.provide(start({ directory }), mine)
      const place = yield* pathsFor(directory)
      const leaver: Server = { holder: "leaver", paths: place, binaries: "", port: 5432, superuser: "postgres", settings: {} }
      yield* openStoppingSession(leaver)
      yield* Scope.close(mine, Exit.void).pipe(Effect.forkChild)
      const starting = yield* Effect.forkChild(start({ directory }))
      yield* Effect.sleep(200)
      assert.isUndefined(starting.pollUnsafe())
      assert.isTrue(yield* shutDown(leaver))
      const sql = yield* clientOf(yield* Fiber.join(starting))
      assert.deepStrictEqual(yield* sql`select 1 as n`, [{ n: 1 }])
    }),
  )

  it.live("has a running server for a process that starts while another one stops the server", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      let leaving = yield* Scope.make()
      yield* Scope.provide(start({ directory }), leaving)
      // 20 delays: before the other process checks for sessions, under its lock, during the shutdown, after it.
      for (let delayMs = 0; delayMs < 80; delayMs += 4) {
        const coming = yield* Scope.make()
        const startLater = Effect.gen(function* () {
          yield* Effect.sleep(delayMs)
          const server = yield* Scope.provide(start({ directory }), coming)
          // A session that the other's shutdown would end.
          const sql = yield* clientOf(server)
          return yield* sql.withTransaction(Effect.andThen(sql`select pg_sleep(0.05)`, sql`select 1 as n`))
        })
        const [, rows] = yield* Effect.all([Scope.close(leaving, Exit.void), Effect.scoped(startLater)], { concurrency: 2 })
        assert.deepStrictEqual(rows, [{ n: 1 }])
        leaving = coming
      }
      yield* Scope.close(leaving, Exit.void)
    }),
  )
})
