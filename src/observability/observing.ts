import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { ExchangeState } from "../http/Exchange.ts"
import { routeOf } from "../http/routes.ts"
import { Settings } from "../Settings.ts"
import { accessLog } from "./accessLog.ts"
import { countRequests } from "./requests.ts"
import { spanOf } from "./requestSpan.ts"

/**
 * What the edge tells of every answered request: it is counted at once, and what is still to do for log and trace is
 * answered, where anything is.
 */
export const observing = Effect.gen(function* () {
  const count = countRequests(yield* Effect.context<never>())
  const log = yield* accessLog((yield* Settings).accessLog)
  const annotate = yield* spanOf
  return (request: HttpServerRequest, exchange: ExchangeState, status: number): Effect.Effect<void> | undefined => {
    const elapsedMs = performance.now() - exchange.begunAt
    const { method, moneyMoved, refusal, route } = exchange
    const served = route === undefined ? routeOf(request) : ({ route, routeClass: moneyMoved === undefined ? "free" : "paid" } as const)
    exchange.route = served.route
    count({ ...served, method, status, refusal, elapsedMs })
    if (log === undefined) return annotate?.(exchange)
    const logged = log(exchange, status, elapsedMs)
    return annotate === undefined ? logged : Effect.andThen(logged, annotate(exchange))
  }
})
