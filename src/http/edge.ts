import { Cause, Clock, Effect, Option } from "effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { HttpServerError } from "effect/http/HttpServerError"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import { InvalidQuery } from "../../domain/catalogue/find.ts"
import { InvalidRequest, Refusal } from "../../domain/Refusal.ts"
import { corsHeaders, isPreflight, preflight } from "./cors.ts"
import { Exchange, type ExchangeState } from "./Exchange.ts"
import { sanitize } from "../../domain/sanitize.ts"
import { mistakeOf } from "./mistake.ts"
import { fault, refuse } from "./respond.ts"
import { isDirectory, isPaid, isSourceList, methodsAt } from "./routes.ts"
import { unfit } from "./unfit.ts"
import { observeRequests } from "../observability/observeRequests.ts"

class RouteNotFound extends Refusal("route_not_found", 404) {}
class MethodNotAllowed extends Refusal("method_not_allowed", 405) {}

/** The outermost layer of every request: its id, the answer to what nobody answers, and the headers of the truth. */
export const edge = HttpRouter.middleware(
  Effect.gen(function* () {
    const observe = yield* observeRequests
    return (httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest
        const begunAt = performance.now()
        const startedAt = yield* Clock.currentTimeMillis
        const exchange: ExchangeState = {
          requestId: randomUUID(),
          startedAt,
          begunAt,
          method: request.method,
          route: undefined,
          refusal: undefined,
          moneyMoved: undefined,
          caller: undefined,
          gatewayEnvelope: false,
          idempotency: undefined,
          headers: {},
        }
        const response = yield* Effect.suspend(() => {
          const misfit = unfit(request)
          if (misfit === undefined) {
            const own = isPreflight(request) ? methodsAt(request.url) : []
            return own.length > 0 ? Effect.succeed(preflight(own)) : httpEffect
          }
          if (isPaid(request)) exchange.moneyMoved = "none"
          return Effect.succeed(HttpServerResponse.setHeader(refuse(misfit, exchange), "connection", "close"))
        }).pipe(
          Effect.catchCause((cause) => recover(cause, request, exchange)),
          Effect.provideService(Exchange, exchange),
        )
        const more = observe(request, exchange, response.status)
        if (more !== undefined) yield* more
        const headers = headersOf(exchange)
        return HttpServerResponse.setHeaders(response, request.headers["origin"] === undefined ? headers : { ...corsHeaders, ...headers })
      })
  }),
  { global: true },
)

/** What reached the edge unanswered: an unknown route, an input the route does not take, or a fault of ours. */
const recover = <E>(
  cause: Cause.Cause<E>,
  request: HttpServerRequest,
  exchange: ExchangeState,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error instanceof HttpServerError && error.reason._tag === "RouteNotFound") return Effect.succeed(notFound(request, exchange))
  const defect = cause.reasons.find(Cause.isDieReason)?.defect
  if (HttpApiSchemaError.is(defect)) return Effect.succeed(refuse(badInput(defect, request, exchange), exchange))
  return fault(cause, exchange)
}

const notFound = (request: HttpServerRequest, exchange: ExchangeState) => {
  const methods = methodsAt(request.url)
  if (methods.length === 0 || methods.includes(request.method)) {
    return refuse(
      new RouteNotFound({ message: `There is nothing at ${sanitize(request.url.split("?", 1)[0]!)}. GET /openapi.json lists the routes.` }),
      exchange,
    )
  }
  const allow = methods.join(", ")
  const response = refuse(new MethodNotAllowed({ message: `This route takes ${allow}.` }), exchange)
  return HttpServerResponse.setHeader(response, "allow", allow)
}

/** 400 naming the member and the rule. The directory has a code of its own, and on the shared list a shape of its own. */
const badInput = (error: HttpApiSchemaError, request: HttpServerRequest, exchange: ExchangeState) => {
  const { field, message } = mistakeOf(String(error.cause.message), "parameter")
  if (error.kind !== "Query" || !isDirectory(request)) return new InvalidRequest({ message })
  exchange.gatewayEnvelope = isSourceList(request)
  return new InvalidQuery(field === undefined ? { message } : { message, field })
}

const headersOf = ({ caller, headers, moneyMoved, requestId }: ExchangeState): Record<string, string> => {
  const all: Record<string, string> = { ...headers, "x-request-id": requestId }
  if (moneyMoved !== undefined) all["x-money-moved"] = moneyMoved
  if (caller !== undefined) {
    const { limit, resetMs, used } = caller.rate
    all["ratelimit-policy"] = `"minute";q=${limit};w=60`
    all["ratelimit"] = `"minute";r=${Math.max(0, limit - used)};t=${Math.ceil(resetMs / 1000)}`
  }
  return all
}
