import { Context, Effect, Layer, Schedule, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Database } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { supervisorRow } from "../../layers/postgres/PgComponents.ts"
import { type Component, Components } from "../../domain/sandbox/Component.ts"
import { killSupervisor } from "../../src/sandbox/supervisor/processGroup.ts"
import { sandboxComponents } from "../../src/sandbox/supervisor/sandboxComponents.ts"
import { type ComponentOptions } from "../../src/sandbox/supervisor/followSupervisor.ts"
import { freshDatabase } from "../support/database.ts"
import { temporaryDirectory } from "../support/cluster/Cluster.ts"
import { spawnNode } from "../support/cluster/gatewayProcess.ts"

/** The configuration of a holder. The location is one of a socket, which survives JSON. */
export interface Holding extends ComponentOptions {
  readonly location: DatabaseLocation
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The first prints its address, the second listens on the port that it is given. */
export const tallies = (mark = "first"): ReadonlyArray<Component> => [
  { name: "tally", command: [process.execPath, script("tally.ts"), "{state}"], env: { MARK: mark }, ready: { says: "ready" } },
  { name: "ported", command: [process.execPath, script("tally.ts"), "{state}", "{port}"], ready: { answers: "/" } },
]

/** A new database and directory. The scope kills all their processes. */
export const freshPlace = Effect.gen(function* () {
  const location = yield* freshDatabase
  const dataDirectory = yield* temporaryDirectory
  const context = yield* Layer.build(Layer.fresh(Database.layer(location)))
  const holding: Holding = { location, dataDirectory, components: tallies(), patienceMs: 120_000 }
  yield* Effect.addFinalizer(() =>
    supervisorRow.pipe(
      Effect.tap(({ instance, pid }) => Effect.sync(() => instance === null || killSupervisor(pid, instance))),
      Effect.provide(context),
      Effect.ignore,
    ),
  )
  return { holding, database: Effect.provide(context) }
})

/** A process that holds the components, once the first one is up; `baseUrl` is the address of that one. */
export const holder = (holding: Holding) => spawnNode([script("holder.ts"), JSON.stringify(holding)], /^ready (http:\S+)$/)

/** The components, held by this process. */
export const held = ({ location, ...options }: Holding): Effect.Effect<Components["Service"], unknown, Scope.Scope> =>
  Effect.map(Layer.build(Layer.fresh(sandboxComponents(options).pipe(Layer.provide(Database.layer(location))))), (context) =>
    Context.get(context, Components),
  )

export interface Tally {
  readonly count: number
  readonly pid: number
  readonly mark: string | null
  readonly names: ReadonlyArray<string>
}

export const tallyAt = (url: string, method: "GET" | "POST" = "GET") =>
  Effect.tryPromise(async (signal): Promise<Tally> => (await fetch(url, { method, signal })).json() as Promise<Tally>)

/** The process ids of the components of this directory, without their supervisor. */
export const runningIn = (directory: string): ReadonlyArray<number> =>
  execFileSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`${directory}/sandbox/`) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10))

/** Tries again until it succeeds, for two minutes at most. */
export const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, Schedule.upTo(Schedule.spaced("25 millis"), { duration: "2 minutes" }))

export const until = (what: string, isSo: () => boolean) =>
  eventually(Effect.suspend(() => (isSo() ? Effect.void : Effect.fail(`not yet: ${what}`))))
