import { Deferred, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { testSettings } from "../gateway.ts"
import type { Failpoint } from "./failpoints.ts"

export interface GatewayConfig {
  readonly location: DatabaseLocation
  /** As JSON: amounts of money and keys are those of `testSettings`. */
  readonly settings: Omit<SettingsShape, "payoutMinimum" | "encryptionKeys">
  /** A line of JSON is appended to this file at the start of every dispatch: `at`, `pid` and the `token` of its request. */
  readonly dispatchLog: string
  readonly failpoint?: { readonly at: Failpoint; readonly nth: number } | undefined
}

export interface GatewayOptions extends Omit<GatewayConfig, "settings"> {
  readonly settings?: Partial<SettingsShape>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface GatewayProcess {
  readonly baseUrl: string
  readonly pid: number
  /** Waits for the end of the process. */
  readonly ended: Effect.Effect<Ended>
  readonly hasEnded: () => boolean
  readonly signal: (signal: NodeJS.Signals) => void
  /** The first lines it printed. */
  readonly output: () => string
  /** The last lines it logged. */
  readonly log: () => string
}

/** While this file is there, calls of this token wait in the source of every gateway that writes this log. */
export const holdFile = (dispatchLog: string, token: string) => `${dispatchLog}.${encodeURIComponent(token)}.held`

const main = fileURLToPath(new URL("gatewayMain.ts", import.meta.url))

/** A gateway in a process of its own, ready to be called, and killed with the scope. */
export const spawnGateway = (options: GatewayOptions): Effect.Effect<GatewayProcess, never, Scope.Scope> => {
  const { encryptionKeys: _keys, payoutMinimum: _minimum, ...settings } = { ...testSettings, ...options.settings }
  const config: GatewayConfig = { ...options, settings }
  return spawnNode([main, JSON.stringify(config)], /^ready (http:\S+)$/, {}, options.failpoint !== undefined)
}

/**
 * A Node process, once it has printed a line with its base URL. A mortal one may be dead by then: at a failpoint that it passed
 * with what others left, before it served anybody.
 */
export const spawnNode = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  ready: RegExp,
  env: Record<string, string> = {},
  mortal = false,
) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } })),
    (started) => Effect.sync(() => started.kill("SIGKILL")),
  )
  const ended = yield* Deferred.make<Ended>()
  child.on("exit", (code, signal) => Deferred.doneUnsafe(ended, Effect.succeed({ code, signal })))
  const log = tail(child)
  const address = yield* Deferred.make<string>()
  const lines: Array<string> = []
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (lines.length < 100) lines.push(line)
    const baseUrl = ready.exec(line)?.[1]
    if (baseUrl !== undefined) Deferred.doneUnsafe(address, Effect.succeed(baseUrl))
  })
  const baseUrl = yield* Effect.raceFirst(
    Deferred.await(address),
    Effect.flatMap(Deferred.await(ended), (end) =>
      mortal && end.signal === "SIGKILL"
        ? Effect.succeed("http://dead.invalid")
        : Effect.die(new Error(`ended before it was ready (${JSON.stringify(end)}): ${log()}`)),
    ),
  ).pipe(Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error(`not ready within 3 minutes: ${log()}`)) }))
  return {
    baseUrl,
    pid: child.pid!,
    ended: Deferred.await(ended),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    output: () => lines.join("\n"),
    log,
  } satisfies GatewayProcess
})

/** Keeps the last lines of standard error, for the one who looks for the cause of a failure. */
const tail = (child: ChildProcess): (() => string) => {
  const lines: Array<string> = []
  createInterface({ input: child.stderr! }).on("line", (line) => {
    lines.push(line)
    if (lines.length > 50) lines.shift()
  })
  return () => lines.join("\n")
}
