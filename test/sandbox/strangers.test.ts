import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { Database } from "../../layers/postgres/Database.ts"
import { claimSupervisor, supervisorRow, registerSupervisor } from "../../layers/postgres/PgComponents.ts"
import { portOf } from "../../src/sandbox/loopback.ts"
import { versionOf } from "../../src/sandbox/supervisor/followSupervisor.ts"
import { eventually, freshPlace, held, runningIn, type Tally, tallyAt } from "./harness.ts"

/** A program that has nothing to do with components, as a process of its own. */
const stranger = Effect.acquireRelease(
  // It leads a process group, as a supervisor does: a signal to the group of that number would reach it.
  Effect.sync(() => spawn("/bin/sleep", ["600"], { detached: true, stdio: "ignore" })),
  (sleeping) => Effect.sync(() => sleeping.kill("SIGKILL")),
)

/** A server of this process, on the port of an earlier supervisor. */
const listening = (answer: (instance: string) => string, instance: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((_, response) => void response.write(answer(instance)))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => (server.closeAllConnections(), server.close())),
  ).pipe(Effect.map((server) => `http://127.0.0.1:${portOf(server)}`))

const otherSupervisor = {
  instance: randomUUID(),
  watcher: randomUUID(),
  components: { tally: { url: "http://127.0.0.1:1", pid: 1, startedAt: 1 } },
}

const answers: ReadonlyArray<readonly [string, (instance: string) => string]> = [
  ["serves a web page", () => "<!doctype html>\n"],
  ["is the supervisor of another instance", () => `${JSON.stringify(otherSupervisor)}\n`],
  ["closes the connection", () => "\n"],
]

it.live.each(answers)(
  "a program on the recorded port that %s is not used as the supervisor, and the process with the recorded id is not killed",
  ([, answer]) =>
    Effect.gen(function* () {
      const { database, holding } = yield* freshPlace
      const other = yield* stranger
      const instance = randomUUID()
      yield* database(claimSupervisor({ instance, after: null, version: versionOf(holding.components) }))
      yield* database(registerSupervisor({ instance, controlUrl: yield* listening(answer, instance), pid: other.pid ?? 0 }))
      const components = yield* held(holding)
      expect(yield* tallyAt(yield* components.url("tally"))).toMatchObject({ count: 0 })
      expect((yield* database(supervisorRow)).instance).not.toBe(instance)
      expect([other.exitCode, other.signalCode]).toEqual([null, null])
    }),
)

it.live("if the recorded port is closed and the recorded process id belongs to another program, that program is not killed", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const other = yield* stranger
    const instance = randomUUID()
    yield* database(claimSupervisor({ instance, after: null, version: versionOf(holding.components) }))
    yield* database(registerSupervisor({ instance, controlUrl: "http://127.0.0.1:1", pid: other.pid ?? 0 }))
    const components = yield* held(holding)
    yield* tallyAt(yield* components.url("tally"))
    expect([other.exitCode, other.signalCode]).toEqual([null, null])
  }),
)

it.live("a gateway that died after its claim delays no other gateway", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    yield* database(claimSupervisor({ instance: randomUUID(), after: null, version: "any" }))
    yield* database(
      Effect.flatMap(Database, ({ money: sql }) => sql`update sandbox_keeper set claimed_at = clock_timestamp() - interval '11 seconds'`),
    )
    const components = yield* held(holding)
    expect(yield* tallyAt(yield* components.url("tally"))).toMatchObject({ count: 0 })
    expect(runningIn(holding.dataDirectory).length).toBeGreaterThan(0)
  }),
)

it.live("a supervisor that hangs is killed with its components and replaced", () =>
  Effect.gen(function* () {
    const { database, holding } = yield* freshPlace
    const components = yield* held(holding)
    const { pid } = yield* tallyAt(yield* components.url("tally"), "POST")
    const supervisor = yield* database(supervisorRow)
    process.kill(supervisor.pid ?? 0, "SIGSTOP")
    const now = Effect.flatMap(components.url("tally"), (url) => tallyAt(url))
    const other = Effect.filterOrFail(now, (tally: Tally) => tally.pid !== pid)
    expect(yield* eventually(other)).toMatchObject({ count: 1 })
    expect(runningIn(holding.dataDirectory)).not.toContain(pid)
  }),
)
