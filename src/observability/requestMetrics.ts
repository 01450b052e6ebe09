import { type Context, Effect, Metric } from "effect"

/** An answered request, as the metrics count it. */
export interface AnsweredRequest {
  readonly method: string
  /** The route's template, never the path, so that the label has no more values than there are routes. */
  readonly route: string
  readonly routeClass: RouteClass
  readonly status: number
  /** The error code of the response. */
  readonly refusal: string | undefined
  readonly elapsedMs: number
}

/** `paid` can move money, `free` needs a key and moves none, `public` needs no key, `unmatched` has no route. */
export type RouteClass = "paid" | "free" | "public" | "unmatched"

const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Counts answered requests in the registry of `context`. */
export const countRequests = (context: Context.Context<never>): ((answered: AnsweredRequest) => void) => {
  const requests = seriesByName((name) => {
    const [method = "", route = "", status = ""] = name.split(" ")
    return Metric.counter("farthing_http_requests_total", {
      description: "HTTP requests answered, by route, method and class of status.",
      attributes: { route, method, status },
      incremental: true,
    })
  })
  const durations = seriesByName((routeClass) =>
    Metric.histogram("farthing_http_request_duration_seconds", {
      description: "Time from the first byte of a request to its answer, by class of route.",
      attributes: { route_class: routeClass },
      boundaries: bounds,
    }),
  )
  const refusals = seriesByName((code) =>
    Metric.counter("farthing_refusals_total", {
      description: "Requests that were refused, or failed, by the code of the error that answered them.",
      attributes: { code },
      incremental: true,
    }),
  )
  return ({ elapsedMs, method, refusal, route, routeClass, status }) => {
    const label = methods.has(method) ? method : "other"
    requests(`${label} ${route} ${Math.floor(status / 100)}xx`).updateUnsafe(1, context)
    durations(routeClass).updateUnsafe(elapsedMs / 1000, context)
    if (refusal !== undefined) refusals(refusal).updateUnsafe(1, context)
  }
}

/** One series for each name, made at its first use. */
const seriesByName = <A>(make: (name: string) => A) => {
  const all = new Map<string, A>()
  return (name: string): A => {
    const existing = all.get(name)
    if (existing !== undefined) return existing
    const series = make(name)
    all.set(name, series)
    return series
  }
}

const executing = Metric.gauge("farthing_http_requests_executing", { description: "Requests behind a key that execute now on this node." })
/** Shows how many requests execute; counted at each scrape. */
export const measureExecuting = Effect.fnUntraced(function* (count: () => number) {
  const context = yield* Effect.context<never>()
  const series = Metric.registerUnsafe(executing, context, {
    get: () => ({ value: count() }),
    update: () => undefined,
    modify: () => undefined,
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => series.remove()))
})
