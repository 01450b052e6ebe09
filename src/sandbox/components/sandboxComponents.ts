import { Effect, Fiber, Layer, Schedule, Stream, SubscriptionRef } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { join } from "node:path"
import { Database } from "../../../layers/postgres/Database.ts"
import { claimKeeper, keeperRow, type KeeperRow, setWanted, unclaimKeeper } from "../../../layers/postgres/PgComponents.ts"
import { whereabouts } from "../../../layers/postgres/elsewhere.ts"
import { locationText } from "../../../layers/sandbox/location.ts"
import { version } from "../../version.ts"
import type { Board } from "./Board.ts"
import { type Component, Components, ComponentUnavailable } from "../../../domain/sandbox/Component.ts"
import { endKeeper } from "./endKeeper.ts"
import { type KeeperAddress, tellKeeper, watchKeeper } from "./keeperClient.ts"
import { type Launch, launchKeeper } from "./launchKeeper.ts"
import { nextStep } from "./nextStep.ts"
import { killKeeper } from "./processes.ts"

export interface ComponentOptions {
  readonly components: ReadonlyArray<Component>
  readonly dataDirectory: string
  /** How long components outlive a gateway that was killed. */
  readonly graceMs?: number
  /** How long `url` waits for a component to come up. */
  readonly patienceMs?: number
}

/** Where logs and state of components are, below the data directory. */
export const directoryOf = (dataDirectory: string) => join(dataDirectory, "sandbox")

/**
 * The components, running for as long as a process holds this layer. The first one launches their keeper, the others on
 * the same database share it, whichever sees it die launches another, and the last one to leave stops it. Building the
 * layer waits for none of it: `url` does.
 */
export const sandboxComponents = (options: ComponentOptions) =>
  Layer.effect(
    Components,
    Effect.gen(function* () {
      const board = yield* SubscriptionRef.make<Board>({})
      if (options.components.length > 0) {
        const gateway = yield* attendant(options, board)
        const attending = yield* Effect.forkScoped(gateway.attend)
        yield* Effect.addFinalizer(() => Effect.andThen(Fiber.interrupt(attending), gateway.leave))
      }
      return Components.of({ url: (name) => urlOf(name, options, board) })
    }),
  )

const urlOf = (name: string, { components, patienceMs = 15_000 }: ComponentOptions, board: SubscriptionRef.SubscriptionRef<Board>) =>
  Effect.suspend(() => {
    const unavailable = (message: string) => new ComponentUnavailable({ name, message })
    const now = SubscriptionRef.getUnsafe(board)[name]
    if (now !== undefined) return Effect.succeed(now.url)
    if (!components.some((component) => component.name === name)) return unavailable(`The sandbox has no component ${name}.`)
    return SubscriptionRef.changes(board).pipe(
      Stream.flatMap(({ [name]: up }) => (up === undefined ? Stream.empty : Stream.succeed(up.url))),
      Stream.runHead,
      Effect.flatMap(Effect.fromOption),
      Effect.timeout(patienceMs),
      Effect.mapError(() =>
        unavailable(`The sandbox's ${name} is not up. See its log below the data directory, or start the gateway anew.`),
      ),
    )
  })

/** What one process does for the components. */
const attendant = Effect.fnUntraced(function* (options: ComponentOptions, board: SubscriptionRef.SubscriptionRef<Board>) {
  const database = yield* Database
  const mine = {
    version: versionOf(options.components),
    directory: directoryOf(options.dataDirectory),
    database: locationText(yield* whereabouts),
  }
  const ask = <A, E extends { readonly message: string }>(statement: Effect.Effect<A, E, Database>) =>
    statement.pipe(
      Effect.provideService(Database, database),
      Effect.tapError((error) => Effect.logWarning(`cannot look after the sandbox's components: ${error.message}`)),
      Effect.retry(Schedule.spaced("1 second")),
      Effect.orDie,
    )
  let claimed: string | undefined
  let launched: Launch | undefined
  let launches = 0
  let starting = true
  let line: (KeeperAddress & { readonly watcher: string }) | undefined

  const launch = Effect.fnUntraced(function* (row: KeeperRow) {
    if (launches > 0) yield* Effect.sleep(Math.min(100 * 2 ** (launches - 1), 5_000))
    const instance = randomUUID()
    claimed = instance
    if (!(yield* ask(claimKeeper({ instance, after: row.instance, version: mine.version })))) return
    launches++
    starting = false
    const { components, graceMs = 30_000 } = options
    launched = yield* Effect.sync(() => launchKeeper({ ...mine, instance, after: row.pid, graceMs, components }))
  })

  /** Until the line is lost. One that never stood shows that the row's keeper is gone, or hangs: another takes its place. */
  const watch = Effect.fnUntraced(function* (row: KeeperRow, address: KeeperAddress) {
    let heard = 0
    const hear = ({ components, watcher }: { readonly components: Board; readonly watcher: string }) => {
      heard ||= Date.now()
      line = { ...address, watcher }
      Effect.runSync(SubscriptionRef.set(board, components))
    }
    yield* Effect.flip(watchKeeper(address, hear))
    yield* SubscriptionRef.set(board, {})
    starting = false
    if (heard !== 0 && Date.now() - heard > 30_000) launches = 0
    if (heard !== 0) return
    killKeeper(row.pid, address.instance)
    yield* launch(row)
  })

  const attend = Effect.gen(function* () {
    yield* ask(setWanted(true))
    for (;;) {
      const row = yield* ask(keeperRow)
      const own = launched?.instance === row.instance ? launched : undefined
      const standing = own === undefined ? "elsewhere" : own.hasEnded() ? "ended" : "runs"
      const step = nextStep(row, { version: mine.version, starting, launched: standing })
      if (step._tag === "Rest") yield* Effect.sleep("1 second")
      else if (step._tag === "Wait") yield* Effect.sleep("50 millis")
      else if (step._tag === "Watch") yield* watch(row, step)
      else {
        if (step._tag === "Replace") yield* endKeeper({ ...step, pid: row.pid })
        yield* launch(yield* ask(keeperRow))
      }
    }
  })

  const leave = Effect.gen(function* () {
    // Claimed and not up yet: it will find that it is not wanted before it starts anything.
    if (claimed !== undefined && (yield* unclaimKeeper(claimed))) return
    const { controlUrl, instance } = yield* keeperRow
    const watcher = line?.instance === instance ? line?.watcher : undefined
    if (controlUrl !== null && instance !== null) yield* tellKeeper({ controlUrl, instance }, `/leave?watcher=${watcher ?? ""}`)
  }).pipe(
    Effect.provideService(Database, database),
    // Without a database: its keeper ends by itself.
    Effect.timeout("12 seconds"),
    Effect.ignore,
  )

  return { attend, leave }
})

/** Another one than the running keeper's means that another program, or another list of components, is to run. */
export const versionOf = (components: ReadonlyArray<Component>) =>
  `${version}-${createHash("sha256").update(JSON.stringify(components)).digest("hex").slice(0, 12)}`
