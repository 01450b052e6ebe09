import { Duration, Effect, Metric } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Node } from "../../domain/Node.ts"
import { Settings } from "../Settings.ts"
import { version } from "../version.ts"
import { withinTimeAtOnce } from "../../domain/withinTime.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { SnapshotAges } from "../../layers/postgres/catalogueSnapshot.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { openHolds, ping, type RailHolds } from "../../layers/postgres/PgHealth.ts"
import { lagOf, unknownAgeOf } from "./status.ts"

const gauge = (name: string, description: string, attributes?: Record<string, string>) =>
  Metric.gauge(name, { description, ...(attributes === undefined ? {} : { attributes }) })

const resident = gauge("process_resident_memory_bytes", "Memory of the process that is in RAM.")
const heapUsed = gauge("nodejs_heap_size_used_bytes", "Heap of the JavaScript engine in use.")
const heapTotal = gauge("nodejs_heap_size_total_bytes", "Heap of the JavaScript engine.")
const external = gauge("nodejs_external_memory_bytes", "Memory outside of the heap that JavaScript objects hold.")
const processStart = gauge("process_start_time_seconds", "When the process began, in seconds since 1970.")
const testMoneyAllowed = gauge(
  "farthing_test_money_allowed",
  "1 if this live gateway accepts test money (FARTHING_TEST_MONEY=allowed), else 0.",
)
const uptime = gauge("farthing_uptime_seconds", "How long the process has been running.")
const loopMean = gauge("nodejs_eventloop_lag_mean_seconds", "Mean lag of the event loop since the last scrape.")
const loopP99 = gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of the lag of the event loop since the last scrape.")
const loopMax = gauge("nodejs_eventloop_lag_max_seconds", "Longest lag of the event loop since the last scrape.")
const cpu = Metric.counter("process_cpu_seconds_total", { description: "CPU time of the process, user and system.", incremental: true })

const lagResolutionMs = 20

/** The function that updates the series about the process before a scrape. */
export const measureProcess = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const { id } = yield* Node
  const { mode, testMoney } = yield* Settings
  const delay = monitorEventLoopDelay({ resolution: lagResolutionMs })
  delay.enable()
  yield* Effect.addFinalizer(() => Effect.sync(() => delay.disable()))
  gauge("farthing_info", "The version of this node, with its mode and id.", { version, mode, node: id }).updateUnsafe(1, context)
  testMoneyAllowed.updateUnsafe(testMoney ? 1 : 0, context)
  processStart.updateUnsafe(Math.round(performance.timeOrigin) / 1000, context)
  let cpuSeconds = 0

  return () => {
    const memory = process.memoryUsage()
    resident.updateUnsafe(memory.rss, context)
    heapUsed.updateUnsafe(memory.heapUsed, context)
    heapTotal.updateUnsafe(memory.heapTotal, context)
    external.updateUnsafe(memory.external, context)
    uptime.updateUnsafe(process.uptime(), context)
    const { system, user } = process.cpuUsage()
    cpu.updateUnsafe((user + system) / 1e6 - cpuSeconds, context)
    cpuSeconds = (user + system) / 1e6
    if (delay.count === 0) return
    // The histogram holds the whole interval of its timer, not only the lag.
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lagResolutionMs / 1e3)
    loopMean.updateUnsafe(lag(delay.mean), context)
    loopP99.updateUnsafe(lag(delay.percentile(99)), context)
    loopMax.updateUnsafe(lag(delay.max), context)
    delay.reset()
  }
})

const up = gauge(
  "farthing_database_up",
  "1 if the database answered in time, else 0; then the other series about the database keep their last values.",
)

const pinged = gauge("farthing_database_ping_seconds", "Round trip to the database.")
const lag = gauge(
  "farthing_reconciler_lag_seconds",
  "How long the oldest call that only has to be closed is past its deadline, over all nodes.",
)

const unknownAge = gauge(
  "farthing_holds_unknown_age_seconds",
  "How long the oldest call with an unknown payment outcome is past its deadline, over all nodes.",
)

const ageOf = (what: string) =>
  Metric.gauge("farthing_snapshot_age_seconds", {
    description: "Age of this node's last confirmed copy of something.",
    attributes: { snapshot: what },
  })

/** The effect that updates the series about the database before a scrape. It queries at most once in 3 seconds, for at most 2 seconds. */
export const measureDatabase = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const database = yield* Database
  const rails = yield* Rails
  const showHolds = holdsSeries(context)
  const snapshots = yield* SnapshotAges
  const query = withinTimeAtOnce(Effect.all([ping, openHolds]), 2_000, () => Effect.fail("the database did not answer in time")).pipe(
    Effect.provideService(Database, database),
    Effect.matchCause({
      onFailure: () => up.updateUnsafe(0, context),
      onSuccess: ([elapsed, holds]) => {
        up.updateUnsafe(1, context)
        pinged.updateUnsafe(Duration.toSeconds(elapsed), context)
        lag.updateUnsafe(lagOf(holds), context)
        unknownAge.updateUnsafe(unknownAgeOf(holds), context)
        showHolds([...rails.keys()], holds)
      },
    }),
  )
  const ages = Effect.sync(() => {
    for (const [what, ageMs] of snapshots) ageOf(what).updateUnsafe(ageMs() / 1000, context)
  })
  return Effect.andThen(ages, yield* Effect.cachedWithTTL(query, "3 seconds"))
})

/** A group of calls that is no longer open shows zero, and every rail has a line from the first scrape on. */
const holdsSeries = (context: Parameters<typeof up.updateUnsafe>[1]) => {
  const groups = new Map<string, Pick<RailHolds, "rail" | "settlement">>()
  return (rails: ReadonlyArray<string>, holds: ReadonlyArray<RailHolds>) => {
    const nameOf = ({ rail, settlement }: Pick<RailHolds, "rail" | "settlement">) => `${rail} ${settlement}`
    for (const group of [...rails.map((rail) => ({ rail, settlement: "none" })), ...holds]) groups.set(nameOf(group), group)
    const open = new Map(holds.map((group) => [nameOf(group), group]))
    for (const [name, { rail, settlement }] of groups) {
      const attributes = { rail, settlement }
      const group = open.get(name)
      Metric.gauge("farthing_holds_open", { description: "Calls that hold money, over all nodes.", attributes }).updateUnsafe(
        group?.calls ?? 0,
        context,
      )
      Metric.gauge("farthing_holds_micro_usd", {
        description: "Money that open calls hold, over all nodes, in millionths of a US dollar.",
        attributes,
        bigint: true,
      }).updateUnsafe(group?.microUsd ?? 0n, context)
    }
  }
}
