import { Effect, Result } from "effect"
import type { HttpMethod } from "effect/http/HttpMethod"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerError, RouteNotFound } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type IncomingMessage, METHODS } from "node:http"
import { sourceRefusal, SourceUnavailable } from "../../../domain/catalogue/Source.ts"
import { type ListedEndpoint, type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { matchEndpoint, methodsAt } from "../../../domain/listing/match.ts"
import { Origins } from "../../../layers/origin/Origins.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { RequestGuard } from "../../../rails/http/RoutePolicy.ts"
import { isPreflight, preflight } from "../server/cors.ts"
import { outbound, type Target, targetOf } from "./outbound.ts"
import { idempotencyScope, isFree, relayPaid } from "./relayPaid.ts"
import { recordOf } from "./storedAnswer.ts"

/** `{base_url}/<slug>/…`: other companies' APIs, each request paid like any other call. */
const relay = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const target = targetOf((request.source as IncomingMessage).url ?? "")
  const listing = target && (yield* Effect.flatMap(Listings, ({ current }) => current)).get(target.slug)
  if (target === undefined || listing === undefined) return yield* new HttpServerError({ reason: new RouteNotFound({ request }) })
  return yield* relayTo(listing, target, request)
})

const relayTo = Effect.fnUntraced(function* (listing: Listing, target: Target, request: HttpServerRequest) {
  const { admit } = yield* RequestGuard
  const matched = matchEndpoint(listing, request.method, target.path)
  const endpoint = Result.isSuccess(matched) ? matched.success : undefined
  const allow = methodsAt(listing, target.path)
  if (isPreflight(request) && allow.length > 0) return preflight(allow)
  if (endpoint === undefined && request.method === "OPTIONS" && allow.length > 0) {
    return HttpServerResponse.empty({ status: 204, headers: { allow: ["OPTIONS", ...allow].join(", ") } })
  }
  const isPaid = endpoint !== undefined && (!isFree(endpoint) || request.headers["x-payment-dry-run"] !== undefined)
  const relayed = Effect.gen(function* () {
    if (Result.isFailure(matched)) return yield* Effect.fail(matched.failure)
    if (listing.status === "paused") return yield* listingPaused(listing)
    return yield* isPaid ? relayPaid(listing, matched.success, target, request) : relayFree(listing, matched.success, target, request)
  })
  const route = {
    route: `/${listing.slug}/*`,
    scope: "sources:execute",
    paid: true,
    takesQuery: true,
    ...(isPaid && { idempotencyAs: idempotencyScope(listing, endpoint) }),
  } as const
  const response = yield* admit(route, answerUndeclared(relayed))
  return response.status === 405 ? HttpServerResponse.setHeader(response, "allow", allow.join(", ")) : response
})

export const listingPaused = ({ name }: Listing) =>
  new SourceUnavailable({
    message: `${name} is paused, and it is not known until when. Nothing was charged. Retry later, or ask the operator of this gateway.`,
    retryAfterSeconds: 300,
  })

/** An answer that streams is held in no memory: its time ends it before its size does. */
const maxStreamedBytes = 1024 * 1024 * 1024

/** A free endpoint: no money is involved, and the answer streams as it arrives, also where it is larger than a paid one may be. */
const relayFree = Effect.fnUntraced(function* (listing: Listing, endpoint: ListedEndpoint, target: Target, request: HttpServerRequest) {
  const origins = yield* Origins
  const sent = yield* outbound(listing, endpoint, target, request)
  const { body, headers, status } = yield* Effect.mapError(origins.stream({ ...sent, maxBytes: maxStreamedBytes }), sourceRefusal)
  return HttpServerResponse.stream(body, { status, headers: recordOf(headers) })
})

/** Not HEAD: the router gives a HEAD without a route to the route of GET, the gateway's own before this one. */
const methods = METHODS.filter((method) => method !== "HEAD") as ReadonlyArray<HttpMethod>

export const RelayRoutes = HttpRouter.addAll(methods.map((method) => HttpRouter.route(method, "/*", relay)))
