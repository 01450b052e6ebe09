import { Data, Deferred, Effect, Schedule, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { RunningComponent } from "./supervisorClient.ts"
import type { CommandComponent, Component } from "../../../domain/sandbox/Component.ts"
import { freePort } from "../loopback.ts"
import { type LogFile, openLogFile } from "./LogFile.ts"

/** A component ended, or it did not come up. */
export class ComponentEnded extends Data.TaggedError("ComponentEnded")<{ readonly message: string }> {}

export interface ComponentEnvironment {
  readonly directory: string
  /** See `locationText`. */
  readonly database: string
}

/** Runs a component until it ends, and calls `up` when it is up. An interruption ends it with SIGTERM, and with SIGKILL after 3 seconds. */
export const runComponent = (component: Component, environment: ComponentEnvironment, up: (up: RunningComponent) => Effect.Effect<void>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const command = commandOf(component)
      const logFile = yield* openLogFile(join(environment.directory, `${component.name}.log`))
      const { child, ended, port } = yield* spawnComponent(command, environment, logFile)
      const ready = "says" in command.ready ? waitForReadyLine(child) : waitForHttp(port, command.ready.answers)
      const url = yield* Effect.raceFirst(ready, ended).pipe(
        Effect.timeoutOrElse({
          duration: "30 seconds",
          orElse: () => new ComponentEnded({ message: "it was not ready within 30 seconds" }),
        }),
      )
      yield* up({ url, pid: child.pid ?? 0, startedAt: Date.now() })
      return yield* ended
    }),
  )

const componentEntry = fileURLToPath(new URL("componentEntry.ts", import.meta.url))

const commandOf = (component: Component): CommandComponent =>
  "command" in component
    ? component
    : {
        name: component.name,
        command: [process.execPath, componentEntry, component.module, "{port}", "{state}"],
        ready: { says: "ready" },
        database: true,
      }

const spawnComponent = Effect.fnUntraced(function* (
  component: CommandComponent,
  { database, directory }: ComponentEnvironment,
  logFile: LogFile,
): Effect.fn.Return<{ child: ChildProcess; ended: Effect.Effect<never, ComponentEnded>; port: number }, ComponentEnded, Scope.Scope> {
  const port = yield* freePort
  const state = join(directory, component.name)
  const fill = (text: string) => text.replaceAll("{port}", String(port)).replaceAll("{state}", state)
  const ended = yield* Deferred.make<never, ComponentEnded>()
  const [program, ...args] = component.command
  const env = {
    ...(component.database === true ? { SANDBOX_DATABASE: database } : {}),
    ...Object.fromEntries(Object.entries(component.env ?? {}).map(([name, value]) => [name, fill(value)])),
  }
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(state, { recursive: true })
      // In the supervisor's process group, so that its guard ends it.
      const started = spawn(fill(program), args.map(fill), {
        cwd: state,
        env: { ...plainEnvironment(), ...env },
        stdio: ["ignore", "pipe", "pipe"],
      })
      const end = (why: string) => Deferred.doneUnsafe(ended, Effect.fail(new ComponentEnded({ message: why })))
      started.on("error", (error) => end(error.message))
      started.on("exit", (code, signal) => end(`it ended (${signal ?? code})`))
      return started
    }),
    (started) => terminate(started, Deferred.await(ended)),
  )
  logFile.append(child.stdout)
  logFile.append(child.stderr)
  return { child, ended: Deferred.await(ended), port }
})

/** Without the gateway's own environment, which holds keys; but with the place of compiled code, which saves a second of a start. */
export const plainEnvironment = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  ...(process.env["NODE_COMPILE_CACHE"] !== undefined && { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] }),
})

const terminate = (child: ChildProcess, ended: Effect.Effect<never, ComponentEnded>) =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOrElse(ended, { duration: "3 seconds", orElse: () => Effect.sync(() => child.kill("SIGKILL")) })
  }).pipe(Effect.ignore)

const waitForReadyLine = (child: ChildProcess) =>
  Effect.callback<string>((resume) => {
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /^ready (http:\/\/\S+)$/.exec(line)?.[1]
      if (url !== undefined) resume(Effect.succeed(url))
    })
  })

const waitForHttp = (port: number, path: string) => {
  const url = `http://127.0.0.1:${port}`
  const poll = Effect.tryPromise((signal) => fetch(`${url}${path}`, { signal, redirect: "manual" }).then((answer) => answer.body?.cancel()))
  return poll.pipe(Effect.timeout("2 seconds"), Effect.retry(Schedule.spaced("50 millis")), Effect.orDie, Effect.as(url))
}
