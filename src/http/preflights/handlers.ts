import { Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Listings } from "../../../domain/listing/Listing.ts"
import { matchEndpoint, MethodNotListed, methodsAt } from "../../../domain/listing/match.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { checkPinnedRail } from "../../../domain/rail/select.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { sanitize } from "../../../domain/sanitize.ts"
import { RouteNotFound } from "../../../rails/http/errors.ts"
import { RequestBody } from "../../../rails/http/RequestContext.ts"
import { answer, refusalWith } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { defaultLimit } from "../calls/api.ts"
import { directOrder } from "../calls/directCall.ts"
import { neverDispatched } from "../paid/order.ts"
import { preflight } from "../paid/preflight.ts"
import { isFree, relayOrder } from "../relay/relayPaid.ts"
import { listingPaused } from "../relay/routes.ts"

/** The rail that the body or the header names. */
const railOf = Effect.fnUntraced(function* (inBody: string | null) {
  const inHeader = (yield* RequestBody).headers["x-payment-rail"]
  if (inHeader !== undefined && inBody !== null && inHeader !== inBody) {
    return yield* new InvalidRequest({
      message: `X-Payment-Rail names ${sanitize(inHeader)}, and the member "rail" names ${sanitize(inBody)}. Send one of them. Nothing was charged.`,
    })
  }
  const rail = inHeader ?? inBody
  yield* checkPinnedRail(rail, inHeader === undefined ? "`rail`" : undefined)
  return rail
})

/** The preflights that have a route of their own; `X-Payment-Dry-Run: 1` does the same on the paid route itself. */
export const PreflightHandlers = HttpApiBuilder.group(Api, "preflight", (handlers) =>
  handlers
    .handle(
      "call",
      Effect.fnUntraced(function* ({ params, payload: { calls = 1, input = null, limit = defaultLimit, max_spend, rail = null } }) {
        const call = {
          ...params,
          input,
          limit,
          rail: yield* railOf(rail),
          maxSpend: (max_spend ?? null) as MicroUsd | null,
          waitSeconds: 0,
        }
        return yield* preflight(yield* directOrder(call, null), { method: "POST", calls })
      }, answer),
    )
    .handle(
      "relay",
      Effect.fnUntraced(function* ({ params, payload: { calls = 1, method, path, rail = null } }) {
        const listing = (yield* Effect.flatMap(Listings, ({ current }) => current)).get(params.slug)
        if (listing === undefined) {
          return yield* new RouteNotFound({
            message: `No API is listed as "${sanitize(params.slug)}". GET /v2/sources lists what is sold.`,
          })
        }
        if (listing.status === "paused") return yield* listingPaused(listing)
        const endpoint = matchEndpoint(listing, method.toUpperCase(), path.split("?", 1)[0]!)
        if (Result.isFailure(endpoint)) {
          const { failure } = endpoint
          if (!(failure instanceof MethodNotListed)) return yield* failure
          return yield* refusalWith(failure, { headers: { allow: methodsAt(listing, path.split("?", 1)[0]!).join(", ") } })
        }
        const order = yield* relayOrder(listing, endpoint.success, { keyUse: null, rail: yield* railOf(rail), dispatch: neverDispatched })
        return yield* preflight(order, { method: method.toUpperCase(), calls, free: isFree(endpoint.success) })
      }, answer),
    ),
)
