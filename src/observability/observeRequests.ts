import { Effect, LogLevel, References } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { RequestContext } from "../../rails/http/RequestContext.ts"
import { routeOf } from "../http/routes.ts"
import { Settings } from "../Settings.ts"
import { countRequests } from "./requestMetrics.ts"

/** What a response says: its status, and what happened to the money on a route that can move some. */
export interface AnsweredResponse {
  readonly status: number
  readonly moneyMoved: string | undefined
}

/** Counts every answered request at once, and answers the effect that writes its log line and annotates its span, if there is any. */
export const observeRequests = Effect.gen(function* () {
  const count = countRequests(yield* Effect.context<never>())
  const log = yield* accessLog((yield* Settings).accessLog)
  const annotate = yield* annotateRequestSpan
  return (request: HttpServerRequest, context: RequestContext, response: AnsweredResponse): Effect.Effect<void> | undefined => {
    const elapsedMs = performance.now() - context.begunAt
    const { method, record } = context
    const { moneyMoved, status } = response
    const { refusal, route } = record
    const served = route === undefined ? routeOf(request) : ({ route, routeClass: moneyMoved === undefined ? "free" : "paid" } as const)
    record.route = served.route
    count({ ...served, method, status, refusal, elapsedMs })
    if (log === undefined) return annotate?.(context, response)
    const logged = log(context, response, elapsedMs)
    return annotate === undefined ? logged : Effect.andThen(logged, annotate(context, response))
  }
})

/** One log line for each answered request, if the setting or the level debug asks for it; undefined otherwise, which costs nothing. */
const accessLog = Effect.fnUntraced(function* (enabled: boolean) {
  const minimum = yield* References.MinimumLogLevel
  if (!enabled && LogLevel.isGreaterThan(minimum, "Debug")) return undefined
  const log = enabled ? Effect.logInfo("answered") : Effect.logDebug("answered")
  return (context: RequestContext, { moneyMoved, status }: AnsweredResponse, elapsedMs: number) =>
    log.pipe(
      Effect.annotateLogs({
        status,
        elapsed_ms: Math.round(elapsedMs * 1000) / 1000,
        ...(moneyMoved === undefined ? {} : { money_moved: moneyMoved }),
        ...(context.record.refusal === undefined ? {} : { code: context.record.refusal }),
      }),
      Effect.provideService(RequestContext, context),
    )
})

/** Adds request, caller and money to the span of a request; undefined if tracing is off. */
const annotateRequestSpan = Effect.map(References.TracerEnabled, (enabled) =>
  enabled
    ? ({ record: { caller, refusal, route }, requestId }: RequestContext, { moneyMoved }: AnsweredResponse) =>
        Effect.annotateCurrentSpan({
          "farthing.request_id": requestId,
          ...(route === undefined ? {} : { "http.route": route }),
          ...(caller === undefined ? {} : { "farthing.organisation_id": caller.organisation, "farthing.key_id": caller.key }),
          ...(moneyMoved === undefined ? {} : { "farthing.money_moved": moneyMoved }),
          ...(refusal === undefined ? {} : { "farthing.code": refusal }),
        })
    : undefined,
)
