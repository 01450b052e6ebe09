import { Clock, Effect, Metric } from "effect"

const lookedAt = Metric.counter("farthing_reconciler_calls_total", {
  description: "Open calls that the reconciler of this node looked at.",
  incremental: true,
})
const passedAt = Metric.gauge("farthing_reconciler_last_pass_timestamp_seconds", {
  description: "When the reconciler of this node last looked for open calls, in seconds since 1970.",
})

/** Notes a pass of the reconciler that looked at this many calls. */
export const reconcilerPass = Effect.fnUntraced(function* (calls: number) {
  yield* Metric.update(lookedAt, calls)
  yield* Metric.update(passedAt, (yield* Clock.currentTimeMillis) / 1000)
})
