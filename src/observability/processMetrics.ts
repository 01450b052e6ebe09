import { Effect, Metric } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Node } from "../../domain/Node.ts"
import { Settings } from "../Settings.ts"
import { version } from "../version.ts"

const gauge = (name: string, description: string, attributes?: Record<string, string>) =>
  Metric.gauge(name, { description, ...(attributes === undefined ? {} : { attributes }) })

const resident = gauge("process_resident_memory_bytes", "Memory of the process that is in RAM.")
const heapUsed = gauge("nodejs_heap_size_used_bytes", "Heap of the JavaScript engine in use.")
const heapTotal = gauge("nodejs_heap_size_total_bytes", "Heap of the JavaScript engine.")
const external = gauge("nodejs_external_memory_bytes", "Memory outside of the heap that JavaScript objects hold.")
const started = gauge("process_start_time_seconds", "When the process began, in seconds since 1970.")
const uptime = gauge("farthing_uptime_seconds", "How long the process has been running.")
const loopMean = gauge("nodejs_eventloop_lag_mean_seconds", "Mean lag of the event loop since the last scrape.")
const loopP99 = gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of the lag of the event loop since the last scrape.")
const loopMax = gauge("nodejs_eventloop_lag_max_seconds", "Longest lag of the event loop since the last scrape.")
const cpu = Metric.counter("process_cpu_seconds_total", { description: "CPU time of the process, user and system.", incremental: true })

const lagResolutionMs = 20

/** Answers what brings the series about the process up to date, for whoever is about to read them. */
export const measureProcess = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const { id } = yield* Node
  const { mode } = yield* Settings
  const delay = monitorEventLoopDelay({ resolution: lagResolutionMs })
  delay.enable()
  yield* Effect.addFinalizer(() => Effect.sync(() => delay.disable()))
  gauge("farthing_info", "The version of this node, with its mode and id.", { version, mode, node: id }).updateUnsafe(1, context)
  started.updateUnsafe(Math.round(performance.timeOrigin) / 1000, context)
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
    // It measures the whole interval of its timer.
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lagResolutionMs / 1e3)
    loopMean.updateUnsafe(lag(delay.mean), context)
    loopP99.updateUnsafe(lag(delay.percentile(99)), context)
    loopMax.updateUnsafe(lag(delay.max), context)
    delay.reset()
  }
})
