import { Effect, Metric } from "effect"

const executing = Metric.gauge("farthing_http_requests_executing", { description: "Requests behind a key that execute now on this node." })

/** Shows how many requests execute, asked for when somebody looks. */
export const measureExecuting = Effect.fnUntraced(function* (count: () => number) {
  const context = yield* Effect.context<never>()
  const shown = Metric.registerUnsafe(executing, context, {
    get: () => ({ value: count() }),
    update: () => undefined,
    modify: () => undefined,
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => shown.remove()))
})
