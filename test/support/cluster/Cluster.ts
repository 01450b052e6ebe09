import { Context, Effect, Layer, Schedule, Scope } from "effect"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { migrateAsOwner } from "../../../layers/postgres/openDatabase.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { railSchemas } from "../../../rails/registry.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import type { Failpoint } from "./failpoints.ts"
import { type GatewayProcess, spawnGateway } from "./gatewayProcess.ts"
import { storage } from "../gateway.ts"

export type NodeName = "a" | "b"

export interface Dispatch {
  readonly at: number
  readonly pid: number
  readonly token: string
}

/** A PostgreSQL of its own and two gateways, each a real process that may be killed and started again. */
export class Cluster extends Context.Service<
  Cluster,
  {
    readonly up: (name: NodeName, failpoint?: { readonly at: Failpoint; readonly nth: number }) => Effect.Effect<GatewayProcess>
    /** kill -9 */
    readonly kill: (name: NodeName) => Effect.Effect<void>
    readonly node: (name: NodeName) => GatewayProcess
    /** Base URLs of the gateways that run. */
    readonly urls: () => ReadonlyArray<string>
    /** kill -9 of PostgreSQL's first process; it is back when this ends. */
    readonly killPostgres: Effect.Effect<void>
    readonly dispatches: () => ReadonlyArray<Dispatch>
  }
>()("farthing/test/support/Cluster") {}

export const cluster = (settings: Partial<SettingsShape>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const embedded = yield* start({ directory, settings: { max_connections: "100" } })
      const owner = { _tag: "Socket", directory: embedded.socketDirectory, port: embedded.port, username: embedded.superuser } as const
      const location = yield* migrateAsOwner({ ...owner, database: "postgres" }, railSchemas())
      const dispatchLog = join(directory, "dispatches")
      const scope = yield* Effect.scope
      const nodes = new Map<NodeName, GatewayProcess>()
      const running = () => [...nodes.values()].filter((node) => !node.hasEnded())

      const books = storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))
      const processes = Layer.succeed(Cluster, {
        up: Effect.fnUntraced(function* (name, failpoint) {
          const node = yield* spawnGateway({ location, dispatchLog, settings, failpoint }).pipe(Scope.provide(scope))
          nodes.set(name, node)
          return node
        }),
        kill: (name) =>
          Effect.suspend(() => {
            nodes.get(name)!.signal("SIGKILL")
            return Effect.asVoid(nodes.get(name)!.ended)
          }),
        node: (name) => nodes.get(name)!,
        urls: () => running().map((node) => node.baseUrl),
        killPostgres: Effect.suspend(() => {
          const file = join(directory, "data", "postmaster.pid")
          const pid = postmaster(file)
          process.kill(pid, "SIGKILL")
          return Effect.try(() => {
            if (postmaster(file) === pid || !isReady(file)) throw new Error("PostgreSQL is not back yet")
          }).pipe(Effect.retry(Schedule.upTo(Schedule.spaced("20 millis"), { duration: "2 minutes" })), Effect.orDie)
        }),
        dispatches: () =>
          readFileSync(dispatchLog, "utf8")
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line) as Dispatch),
      })
      return Layer.merge(books, processes)
    }),
  )

const postmaster = (file: string) => Number(readFileSync(file, "utf8").split("\n")[0])
/** PostgreSQL has recovered: it accepts new connections. */
const isReady = (file: string) => readFileSync(file, "utf8").split("\n")[7]?.trim() === "ready"

/** A directory that every account may enter, removed with the scope. */
export const temporaryDirectory: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const made = mkdtempSync(join(tmpdir(), "farthing-e2e-"))
    chmodSync(made, 0o755)
    return made
  }),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })),
)
