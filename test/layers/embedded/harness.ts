import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Queue, Schedule, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Embedded } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { pathsFor } from "../../../layers/embedded/paths.ts"

/** A new directory that every account may enter, below the system's temporary directory. The scope ends its server and removes its files. */
export const freshDirectory = (under = os.tmpdir(), below = ""): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const made = fs.mkdtempSync(path.join(under, "farthing-test-"))
      fs.chmodSync(made, 0o755)
      return path.join(made, below)
    }),
    (directory) =>
      Effect.map(Effect.option(pathsFor(directory)), (place) => {
        if (Option.isSome(place)) {
          killServer(place.value.data)
          fs.rmSync(place.value.sockets, { recursive: true, force: true })
          removeWithRetries(place.value.directory)
        }
        removeWithRetries(below === "" ? directory : directory.slice(0, -below.length))
      }),
  )

const removeWithRetries = (directory: string) => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })

/** A pool of connections with the application name of a gateway. */
export const clientOf = (server: Embedded) =>
  PgClient.make({
    host: server.socketDirectory,
    port: server.port,
    username: server.superuser,
    database: "postgres",
    applicationName: "farthing",
  }).pipe(Effect.provide(Reactivity.layer))

/** Another process with the same directory, for the scope. See `neighbour.ts`. */
export const neighbour = Effect.fnUntraced(function* (directory: string) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [fileURLToPath(new URL("neighbour.ts", import.meta.url)), directory], { stdio: ["pipe", "pipe", "inherit"] }),
    ),
    (process) => Effect.sync(() => process.kill("SIGKILL")),
  )
  const lines = yield* Queue.unbounded<string>()
  // The log of the process is on the same stream.
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (/^(ready$|rows )/.test(line)) Queue.offerUnsafe(lines, line.replace("rows ", ""))
  })
  const ended = Effect.callback<number | null>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) resume(Effect.succeed(child.exitCode))
    else child.on("exit", (code) => resume(Effect.succeed(code)))
  })
  return {
    ready: Queue.take(lines),
    /** The rows, as JSON. */
    ask: (text: string) => Effect.suspend(() => (child.stdin.write(`${text}\n`), Queue.take(lines))),
    /** Closes its scope, and waits until the process is gone. */
    leave: Effect.suspend(() => (child.stdin.end(), ended)),
    kill: Effect.suspend(() => (child.kill("SIGKILL"), ended)),
  }
})

export const postmasterPid = (data: string): number => Number(fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0])

/** kill -9 */
export const killServer = (data: string): void => {
  try {
    process.kill(postmasterPid(data), "SIGKILL")
  } catch {}
}

/** The socket is closed, and the server has removed its lock file. */
export const isStopped = (directory: string, server: Embedded): boolean =>
  !fs.existsSync(path.join(server.socketDirectory, `.s.PGSQL.${server.port}`)) &&
  !fs.existsSync(path.join(directory, "data", "postmaster.pid"))

/** Tries again every 25 ms until it succeeds, for `withinMs` at most. */
export const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>, withinMs: number): Effect.Effect<A, E, R> =>
  Effect.retry(effect, Schedule.upTo(Schedule.spaced("25 millis"), { duration: withinMs }))
