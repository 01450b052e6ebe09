import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import type { SqlClient } from "effect/sql"
import * as path from "node:path"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { clientOf, eventually, freshDirectory, killServer, neighbour, postmasterPid } from "./harness.ts"

/** A restart takes 2 seconds on an idle machine. The limit is below the time-out of 2 minutes, so the test does not pass by waiting for it. */
const backWithinMs = 90_000

/** Kills the server with -9 and waits until another one answers. A session of the dead server may answer once more before it notices. */
const killAndWait = (directory: string, sql: SqlClient.SqlClient) =>
  Effect.suspend(() => {
    const data = path.join(directory, "data")
    const pid = postmasterPid(data)
    killServer(data)
    const another = Effect.try(() => assert.notStrictEqual(postmasterPid(data), pid))
    return eventually(Effect.andThen(another, sql`select 1`), backWithinMs)
  })

describe("a server that is killed", () => {
  it.live("is restarted within 90 seconds with every committed row, for all processes that use it", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const others = yield* Effect.all([neighbour(directory), neighbour(directory)])
      const sql = yield* clientOf(yield* start({ directory }))
      yield* Effect.forEach(others, (other) => other.ready)
      yield* sql`create table kept (n int)`
      for (let n = 1; n <= 3; n++) {
        yield* sql`insert into kept values (${n})`
        yield* killAndWait(directory, sql)
        assert.deepStrictEqual(yield* sql`select count(*)::int as n from kept`, [{ n }])
      }
      const times = yield* Effect.forEach(others, (other) => other.ask("select pg_postmaster_start_time()::text as at"))
      assert.strictEqual(times[0], times[1])
    }),
  )

  it.live("is restarted after the last session of the dead server has ended, and not before", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const server = yield* start({ directory })
      const sql = yield* clientOf(server)
      const [session] = yield* sql<{ pid: number }>`select pg_backend_pid() as pid`
      assert.isDefined(session)
      // A stopped session does not notice the death of its server, and keeps the shared memory.
      process.kill(session.pid, "SIGSTOP")
      killServer(path.join(directory, "data"))
      yield* Effect.sleep(700)
      const early = yield* Effect.exit(Effect.scoped(Effect.flatMap(clientOf(server), (client) => client`select 1`)))
      assert.isTrue(Exit.isFailure(early))
      process.kill(session.pid, "SIGCONT")
      yield* eventually(
        Effect.suspend(() => sql`select 1`),
        backWithinMs,
      )
    }),
  )

  it.live("is restarted even if the process that started it has ended", () =>
    Effect.gen(function* () {
      const directory = yield* freshDirectory()
      const starter = yield* neighbour(directory)
      yield* starter.ready
      const sql = yield* clientOf(yield* start({ directory }))
      yield* starter.kill
      const pid = postmasterPid(path.join(directory, "data"))
      const back = yield* Effect.forkChild(killAndWait(directory, sql))
      // A dead server that is not reaped would keep its lock file, and the time at which orphans are reaped differs between machines.
      yield* eventually(
        Effect.try(() => assert.throws(() => process.kill(pid, 0), /ESRCH/)),
        backWithinMs,
      )
      yield* Fiber.join(back)
    }),
  )
})
