import { type Context, Metric } from "effect"

/** A request that was answered, as it is counted. */
export interface Answered {
  readonly method: string
  /** The route's template, never the path: as many values as there are routes. */
  readonly route: string
  readonly routeClass: RouteClass
  readonly status: number
  /** The code of the refusal that answered it. */
  readonly refusal: string | undefined
  readonly elapsedMs: number
}

/** `paid` can move money, `free` needs a key and moves none, `public` needs nothing, `unmatched` is no route at all. */
export type RouteClass = "paid" | "free" | "public" | "unmatched"

const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Counts answered requests in the registry of `context`. */
export const countRequests = (context: Context.Context<never>): ((answered: Answered) => void) => {
  const requests = remembered((name) => {
    const [method = "", route = "", status = ""] = name.split(" ")
    return Metric.counter("farthing_http_requests_total", {
      description: "HTTP requests answered, by route, method and class of status.",
      attributes: { route, method, status },
      incremental: true,
    })
  })
  const durations = remembered((routeClass) =>
    Metric.histogram("farthing_http_request_duration_seconds", {
      description: "Time from the first byte of a request to its answer, by class of route.",
      attributes: { route_class: routeClass },
      boundaries: bounds,
    }),
  )
  const refusals = remembered((code) =>
    Metric.counter("farthing_refusals_total", {
      description: "Requests that were refused, or failed, by the code of the error that answered them.",
      attributes: { code },
      incremental: true,
    }),
  )
  return ({ elapsedMs, method, refusal, route, routeClass, status }) => {
    const known = methods.has(method) ? method : "other"
    requests(`${known} ${route} ${Math.floor(status / 100)}xx`).updateUnsafe(1, context)
    durations(routeClass).updateUnsafe(elapsedMs / 1000, context)
    if (refusal !== undefined) refusals(refusal).updateUnsafe(1, context)
  }
}

/** One series for each name, made when it is first asked for. */
const remembered = <A>(make: (name: string) => A) => {
  const made = new Map<string, A>()
  return (name: string): A => {
    const known = made.get(name)
    if (known !== undefined) return known
    const series = make(name)
    made.set(name, series)
    return series
  }
}
