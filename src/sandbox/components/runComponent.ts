import { Data, Deferred, Effect, Schedule, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Up } from "./Board.ts"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { freePort } from "./freePort.ts"
import { type Journal, openJournal } from "./Journal.ts"

/** A run of a component is over: it ended, or it never came up. */
export class RunOver extends Data.TaggedError("RunOver")<{ readonly message: string }> {}

export interface Surroundings {
  readonly directory: string
  /** Where the gateway's database is, as text. */
  readonly database: string
}

/** Runs a component until it ends, and says when it is up. Interrupted, it is asked to end, and killed if it does not. */
export const runComponent = (component: Component, surroundings: Surroundings, up: (up: Up) => Effect.Effect<void>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const journal = yield* openJournal(join(surroundings.directory, `${component.name}.log`))
      const { child, ended, port } = yield* spawned(component, surroundings, journal)
      const ready = "says" in component.ready ? saysReady(child) : answers(port, component.ready.answers)
      const url = yield* Effect.raceFirst(ready, ended).pipe(
        Effect.timeoutOrElse({ duration: "30 seconds", orElse: () => new RunOver({ message: "it was not ready within 30 seconds" }) }),
      )
      yield* up({ url, pid: child.pid ?? 0, startedAt: Date.now() })
      return yield* ended
    }),
  )

const spawned = Effect.fnUntraced(function* (
  component: Component,
  { database, directory }: Surroundings,
  journal: Journal,
): Effect.fn.Return<{ child: ChildProcess; ended: Effect.Effect<never, RunOver>; port: number }, RunOver, Scope.Scope> {
  const port = yield* freePort
  const state = join(directory, component.name)
  const filled = (text: string) => text.replaceAll("{port}", String(port)).replaceAll("{state}", state)
  const over = yield* Deferred.make<never, RunOver>()
  const [program, ...args] = component.command
  const env = {
    ...(component.database === true ? { SANDBOX_DATABASE: database } : {}),
    ...Object.fromEntries(Object.entries(component.env ?? {}).map(([name, value]) => [name, filled(value)])),
  }
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(state, { recursive: true })
      // In the keeper's own process group, so that its guard reaches it.
      const started = spawn(filled(program), args.map(filled), {
        cwd: state,
        env: { ...plainEnvironment(), ...env },
        stdio: ["ignore", "pipe", "pipe"],
      })
      const end = (why: string) => Deferred.doneUnsafe(over, Effect.fail(new RunOver({ message: why })))
      started.on("error", (error) => end(error.message))
      started.on("exit", (code, signal) => end(`it ended (${signal ?? code})`))
      return started
    }),
    (started) => endOf(started, Deferred.await(over)),
  )
  journal.keep(child.stdout)
  journal.keep(child.stderr)
  return { child, ended: Deferred.await(over), port }
})

/** Nothing of a gateway's own environment: it holds keys. */
export const plainEnvironment = (): Record<string, string> => ({ PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" })

const endOf = (child: ChildProcess, ended: Effect.Effect<never, RunOver>) =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOrElse(ended, { duration: "3 seconds", orElse: () => Effect.sync(() => child.kill("SIGKILL")) })
  }).pipe(Effect.ignore)

const saysReady = (child: ChildProcess) =>
  Effect.callback<string>((resume) => {
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /^ready (http:\/\/\S+)$/.exec(line)?.[1]
      if (url !== undefined) resume(Effect.succeed(url))
    })
  })

const answers = (port: number, path: string) => {
  const url = `http://127.0.0.1:${port}`
  const asked = Effect.tryPromise((signal) =>
    fetch(`${url}${path}`, { signal, redirect: "manual" }).then((answer) => answer.body?.cancel()),
  )
  return asked.pipe(Effect.timeout("2 seconds"), Effect.retry(Schedule.spaced("50 millis")), Effect.orDie, Effect.as(url))
}
