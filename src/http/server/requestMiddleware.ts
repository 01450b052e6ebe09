import { Cause, Clock, Effect, Option } from "effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { HttpServerError } from "effect/http/HttpServerError"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { sanitize } from "../../../domain/sanitize.ts"
import { InvalidQuery } from "../../../domain/catalogue/find.ts"
import { InvalidRequest, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { validationMessage } from "../../../rails/http/body.ts"
import { MethodNotAllowed, RouteNotFound } from "../../../rails/http/errors.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { refuse } from "../../../rails/http/respond.ts"
import { withinRequestTime } from "../../../layers/postgres/Database.ts"
import { observeRequests } from "../../observability/observeRequests.ts"
import { ProxiesInFront, withClientAddress } from "./clientAddress.ts"
import { corsHeaders, isPreflight, preflight } from "./cors.ts"
import { rejectMalformed } from "./malformedRequest.ts"
import { isDirectory, isNotStored, isPaid, isPaidPath, isSourceList, mayBeRelayed, methodsAt } from "../routes.ts"

/** The outermost layer of every request: its id, the answer where no route answers, and the headers that every response carries. */
export const requestMiddleware = HttpRouter.middleware(
  Effect.gen(function* () {
    const observe = yield* observeRequests
    const proxies = yield* ProxiesInFront
    return (httpEffect) =>
      Effect.gen(function* () {
        const request = withClientAddress(yield* HttpServerRequest, proxies)
        const begunAt = performance.now()
        const startedAt = yield* Clock.currentTimeMillis
        const context: RequestContext = {
          requestId: randomUUID(),
          startedAt,
          begunAt,
          method: request.method,
          record: {
            route: undefined,
            paid: false,
            caller: undefined,
            refusal: undefined,
            sourceListEnvelope: false,
            idempotency: undefined,
          },
        }
        const response = yield* Effect.suspend(() => {
          const malformed = rejectMalformed(request)
          if (malformed === undefined) {
            // The router would take `*` for `/`.
            if ((request.source as IncomingMessage).url === "*") return Effect.succeed(notFound(request, context))
            const own = isPreflight(request) ? methodsAt(request.url) : []
            if (own.length > 0) return Effect.succeed(preflight(own))
            return proxies === 0 ? httpEffect : Effect.provideService(httpEffect, HttpServerRequest, request)
          }
          // A target without a path may have been meant for a paid route.
          context.record.paid = isPaid(request) || mayBeRelayed(request.url) || !request.url.startsWith("/")
          return Effect.succeed(refuse(malformed, context, { headers: { connection: "close" } }))
        }).pipe(
          Effect.catchCause((cause) => recover(cause, request, context)),
          Effect.provideService(RequestContext, context),
          withinRequestTime,
        )
        const moneyMoved = response.headers["x-money-moved"] ?? (context.record.paid ? "none" : undefined)
        const more = observe(request, context, { status: response.status, moneyMoved })
        if (more !== undefined) yield* more
        const headers = headersOf(context, moneyMoved)
        return HttpServerResponse.setHeaders(response, request.headers["origin"] === undefined ? headers : { ...corsHeaders, ...headers })
      })
  }),
  { global: true },
)

/** What no handler answered: an unknown route, an input that the route does not take, or a fault of this gateway. */
const recover = <E>(
  cause: Cause.Cause<E>,
  request: HttpServerRequest,
  context: RequestContext,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const error = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (error instanceof HttpServerError && error.reason._tag === "RouteNotFound") return Effect.succeed(notFound(request, context))
  const defect = cause.reasons.find(Cause.isDieReason)?.defect
  if (HttpApiSchemaError.is(defect) && inputKinds.has(defect.kind))
    return Effect.succeed(refuse(badInput(defect, request, context), context))
  return fault(cause, context)
}

/** The other kinds are responses that do not fit their own schema. */
const inputKinds: ReadonlySet<HttpApiSchemaError["kind"]> = new Set(["Params", "Query", "Headers", "Payload"])

/** 503 with the request id in place of the cause, which is in the log. */
const fault = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, context: RequestContext) {
  yield* Effect.logError("request failed", cause)
  const message = `The request could not be completed. Retry with the same Idempotency-Key, or contact support with the request id ${context.requestId}.`
  return refuse(new ServiceUnavailable({ message }), context, context.record.paid ? { headers: { "x-money-moved": "unknown" } } : {})
})

const notFound = (request: HttpServerRequest, context: RequestContext) => {
  const methods = methodsAt(request.url)
  if (methods.length === 0 || methods.includes(request.method)) {
    const path = sanitize(request.url.split("?", 1)[0]!)
    return refuse(new RouteNotFound({ message: `There is nothing at ${path}. GET /openapi.json lists the routes.` }), context)
  }
  context.record.paid = isPaidPath(request.url)
  context.record.noStore = isNotStored(request.url)
  const allow = methods.join(", ")
  return refuse(new MethodNotAllowed({ message: `This route takes ${allow}.` }), context, { headers: { allow } })
}

/** 400 naming the parameter or member and the rule. The directory has a code of its own, and the shared list its own envelope. */
const badInput = (error: HttpApiSchemaError, request: HttpServerRequest, { record }: RequestContext) => {
  const { field, message } = validationMessage(String(error.cause.message), error.kind === "Payload" ? "member" : "parameter")
  if (error.kind !== "Query" || !isDirectory(request)) return new InvalidRequest({ message })
  record.sourceListEnvelope = isSourceList(request)
  return new InvalidQuery(field === undefined ? { message } : { message, field })
}

const headersOf = (
  { record: { caller, marketplace, noStore }, requestId }: RequestContext,
  moneyMoved: string | undefined,
): Record<string, string> => {
  const all: Record<string, string> = { "x-request-id": requestId }
  if (moneyMoved !== undefined) all["x-money-moved"] = moneyMoved
  if (noStore === true) all["cache-control"] = "no-store"
  const minute = caller?.rate ?? marketplace?.requests
  if (minute !== undefined) {
    const { limit, resetMs, used } = minute
    all["ratelimit-policy"] = `"minute";q=${limit};w=60`
    all["ratelimit"] = `"minute";r=${Math.max(0, limit - used)};t=${Math.ceil(resetMs / 1000)}`
  }
  return all
}
