import { Effect, LogLevel, References } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { Exchange, type ExchangeState } from "../http/Exchange.ts"
import { routeOf } from "../http/routes.ts"
import { Settings } from "../Settings.ts"
import { countRequests } from "./requestMetrics.ts"

/** Counts every answered request at once, and answers the effect that writes its log line and annotates its span, if there is any. */
export const observeRequests = Effect.gen(function* () {
  const count = countRequests(yield* Effect.context<never>())
  const log = yield* accessLog((yield* Settings).accessLog)
  const annotate = yield* annotateRequestSpan
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

/** One log line for each answered request, if the setting or the level debug asks for it; undefined otherwise, which costs nothing. */
const accessLog = Effect.fnUntraced(function* (enabled: boolean) {
  const minimum = yield* References.MinimumLogLevel
  if (!enabled && LogLevel.isGreaterThan(minimum, "Debug")) return undefined
  const log = enabled ? Effect.logInfo("answered") : Effect.logDebug("answered")
  return (exchange: ExchangeState, status: number, elapsedMs: number) =>
    log.pipe(
      Effect.annotateLogs({
        status,
        elapsed_ms: Math.round(elapsedMs * 1000) / 1000,
        ...(exchange.moneyMoved === undefined ? {} : { money_moved: exchange.moneyMoved }),
        ...(exchange.refusal === undefined ? {} : { code: exchange.refusal }),
      }),
      Effect.provideService(Exchange, exchange),
    )
})

/** Adds request, caller and money to the span of a request; undefined if tracing is off. */
const annotateRequestSpan = Effect.map(References.TracerEnabled, (enabled) =>
  enabled
    ? ({ caller, moneyMoved, refusal, requestId, route }: ExchangeState) =>
        Effect.annotateCurrentSpan({
          "farthing.request_id": requestId,
          ...(route === undefined ? {} : { "http.route": route }),
          ...(caller === undefined ? {} : { "farthing.organisation_id": caller.organisation, "farthing.key_id": caller.key }),
          ...(moneyMoved === undefined ? {} : { "farthing.money_moved": moneyMoved }),
          ...(refusal === undefined ? {} : { "farthing.code": refusal }),
        })
    : undefined,
)
