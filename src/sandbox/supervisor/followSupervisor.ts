import { Effect, Schedule, SubscriptionRef } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { join } from "node:path"
import type { Component } from "../../../domain/sandbox/Component.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { databaseLocation } from "../../../layers/postgres/Database.ts"
import { locationText } from "../../../layers/postgres/connection.ts"
import { claimSupervisor, setWanted, supervisorRow, type SupervisorRow, unclaimSupervisor } from "../../../layers/postgres/PgComponents.ts"
import { version } from "../../version.ts"
import { type Launch, launchSupervisor } from "./launchSupervisor.ts"
import { killSupervisor } from "./processGroup.ts"
import {
  postToSupervisor,
  type StatusBoard,
  type StatusMessage,
  stopSupervisor,
  type SupervisorAddress,
  watchSupervisor,
} from "./supervisorClient.ts"

export interface ComponentOptions {
  readonly components: ReadonlyArray<Component>
  readonly dataDirectory: string
  /** How long components survive a gateway that was killed. */
  readonly graceMs?: number
  /** How long `url` waits for a component to come up. */
  readonly patienceMs?: number
}

/** The directory of the components' logs and state, below the data directory. */
export const directoryOf = (dataDirectory: string) => join(dataDirectory, "sandbox")

/** The part of one gateway in supervision: it launches, watches and replaces the supervisor, and keeps `board` up to date. */
export const followSupervisor = Effect.fnUntraced(function* (
  options: ComponentOptions,
  board: SubscriptionRef.SubscriptionRef<StatusBoard>,
) {
  const database = yield* Database
  const config = {
    version: versionOf(options.components),
    directory: directoryOf(options.dataDirectory),
    database: locationText(yield* databaseLocation),
  }
  const run = <A, E extends { readonly message: string }>(statement: Effect.Effect<A, E, Database>) =>
    statement.pipe(
      Effect.provideService(Database, database),
      Effect.tapError((error) => Effect.logWarning(`the state of the sandbox's components could not be read or written: ${error.message}`)),
      Effect.retry(Schedule.spaced("1 second")),
      Effect.orDie,
    )
  let claimed: string | undefined
  let launched: Launch | undefined
  let launches = 0
  let starting = true
  let watched: (SupervisorAddress & { readonly watcher: string }) | undefined

  const launch = Effect.fnUntraced(function* (row: SupervisorRow) {
    if (launches > 0) yield* Effect.sleep(Math.min(100 * 2 ** (launches - 1), 5_000))
    const instance = randomUUID()
    claimed = instance
    if (!(yield* run(claimSupervisor({ instance, after: row.instance, version: config.version })))) return
    launches++
    starting = false
    const { components, graceMs = 30_000 } = options
    launched = yield* Effect.sync(() => launchSupervisor({ ...config, instance, after: row.pid, graceMs, components }))
  })

  /** Watches until the connection is lost. If it was never open, the supervisor of the row is dead or hangs, and a new one replaces it. */
  const watch = Effect.fnUntraced(function* (row: SupervisorRow, address: SupervisorAddress) {
    let openSince = 0
    const onMessage = ({ components, watcher }: StatusMessage) => {
      openSince ||= Date.now()
      watched = { ...address, watcher }
      Effect.runSync(SubscriptionRef.set(board, components))
    }
    yield* Effect.flip(watchSupervisor(address, onMessage))
    yield* SubscriptionRef.set(board, {})
    starting = false
    if (openSince !== 0 && Date.now() - openSince > 30_000) launches = 0
    if (openSince !== 0) return
    killSupervisor(row.pid, address.instance)
    yield* launch(row)
  })

  const follow = Effect.gen(function* () {
    yield* run(setWanted(true))
    for (;;) {
      const row = yield* run(supervisorRow)
      const own = launched?.instance === row.instance ? launched : undefined
      const launchedState = own === undefined ? "elsewhere" : own.hasEnded() ? "ended" : "runs"
      const step = nextStep(row, { version: config.version, starting, launched: launchedState })
      if (step._tag === "Rest") yield* Effect.sleep("1 second")
      else if (step._tag === "Wait") yield* Effect.sleep("50 millis")
      else if (step._tag === "Watch") yield* watch(row, step)
      // Only in place of the row that was read: another gateway, perhaps of a newer version, may have launched a supervisor since then.
      else if (step._tag === "Launch") yield* launch(row)
      else {
        yield* stopSupervisor({ ...step, pid: row.pid })
        const left = yield* run(supervisorRow)
        if (left.instance === null || left.instance === step.instance) yield* launch(left)
      }
    }
  })

  const leave = Effect.gen(function* () {
    // A supervisor that is claimed and not up yet finds that it is not wanted, and starts nothing.
    if (claimed !== undefined && (yield* unclaimSupervisor(claimed))) return
    const { controlUrl, instance } = yield* supervisorRow
    const watcher = watched?.instance === instance ? watched?.watcher : undefined
    if (controlUrl !== null && instance !== null) yield* postToSupervisor({ controlUrl, instance }, `/leave?watcher=${watcher ?? ""}`)
  }).pipe(
    Effect.provideService(Database, database),
    // Without a database the supervisor ends by itself, after its grace time.
    Effect.timeout("12 seconds"),
    Effect.ignore,
  )

  return { follow, leave }
})

/** A gateway with another version than the running supervisor replaces it: its program or its list of components is a different one. */
export const versionOf = (components: ReadonlyArray<Component>) =>
  `${version}-${createHash("sha256").update(JSON.stringify(components)).digest("hex").slice(0, 12)}`

/** What a gateway does next, according to the row of the supervisor. */
export type SupervisionStep =
  /** Components are not wanted: look again later. */
  | { readonly _tag: "Rest" }
  /** Another gateway has launched a supervisor that has not registered yet. */
  | { readonly _tag: "Wait" }
  | { readonly _tag: "Watch"; readonly controlUrl: string; readonly instance: string }
  /** The supervisor has another version than this gateway, which has just started. */
  | { readonly _tag: "Replace"; readonly controlUrl: string; readonly instance: string }
  | { readonly _tag: "Launch" }

/**
 * After this long a launch counts as failed. If its supervisor registers later, it finds its successor and ends. The gateway that sees its
 * launched process run waits longer: on a slow machine no supervisor would come up otherwise.
 */
const launchMs = { seen: 60_000, unseen: 30_000 }

export const nextStep = (
  row: SupervisorRow,
  now: { readonly version: string; readonly starting: boolean; readonly launched: "runs" | "ended" | "elsewhere" },
): SupervisionStep => {
  const { claimedMsAgo, controlUrl, instance, version, wanted } = row
  if (!wanted) return { _tag: "Rest" }
  if (instance === null) return { _tag: "Launch" }
  const patience = now.launched === "runs" ? launchMs.seen : launchMs.unseen
  if (controlUrl === null) return { _tag: now.launched === "ended" || claimedMsAgo > patience ? "Launch" : "Wait" }
  return { _tag: now.starting && version !== now.version ? "Replace" : "Watch", controlUrl, instance }
}
