import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { marketplaceRefusal, Marketplaces, noMarketplaceKey } from "../../../domain/connect/Marketplaces.ts"
import { RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { isRefused } from "../../../domain/Refusal.ts"
import { isApiKey, secretHash } from "../../../layers/identity/secret.ts"
import { readBody } from "../../../rails/http/body.ts"
import { badIdempotencyKey, idempotencyKeyPattern } from "../../../rails/http/idempotency.ts"
import { RequestBody, RequestContext, type RequestRecord } from "../../../rails/http/RequestContext.ts"
import { refuse } from "../../../rails/http/respond.ts"
import { linkedKeyOf } from "./linkedKey.ts"
import { executionSlots } from "./executionSlots.ts"
import { CurrentMarketplace, MarketplaceGuarded, MarketplacePolicy, type MarketplacePolicyShape } from "./marketplacePolicy.ts"
import { bearerToken, leaveWithAnswer, hasQuery, noQuery, repeatedHeaders, sendOnce, withJsonBody } from "./requestGuard.ts"

/** Requests of all marketplaces that may execute at once on this node, and of one of them. */
const perNode = 256
const perMarketplace = 64

/** Checks body size, key, rate and status, in this order, before a route's own input, and bounds the requests that execute at once. */
export const marketplaceGuarded = Layer.effect(
  MarketplaceGuarded,
  Effect.gen(function* () {
    const marketplaces = yield* Marketplaces
    const linkedKey = yield* linkedKeyOf
    const slots = executionSlots(perNode)
    return MarketplaceGuarded.of((httpEffect, { endpoint }) => {
      const policy = Context.get(endpoint.annotations as Context.Context<never>, MarketplacePolicy)
      const route = { policy, reads: endpoint.method === "GET" || policy.whileSuspended === true, takesQuery: endpoint.query !== undefined }
      const takesJson = endpoint.payload.size > 0 && policy.body !== "raw"
      const handler = takesJson ? (withJsonBody(httpEffect, { body: policy.body }) as typeof httpEffect) : httpEffect
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest
        const context = yield* RequestContext
        context.record.route = endpoint.path
        context.record.noStore = true
        const entered = yield* Effect.result(enter({ marketplaces, linkedKey }, request, context.record, route))
        if (entered._tag === "Failure") {
          return isRefused(entered.failure) ? refuse(entered.failure, context) : yield* Effect.die(entered.failure)
        }
        const { bytes, caller } = entered.success
        const slot = slots.take({ id: caller.id, limit: perMarketplace })
        if (slot === undefined) return refuse(tooManyAtOnce(), context)
        return yield* handler.pipe(
          Effect.provideService(CurrentMarketplace, caller),
          Effect.provideService(RequestBody, { bytes, headers: request.headers }),
          Effect.onExit((exit) => leaveWithAnswer(exit, slot.leave)),
        )
      }) as never
    })
  }),
)

const enter = Effect.fnUntraced(function* (
  { linkedKey, marketplaces }: { readonly marketplaces: Marketplaces["Service"]; readonly linkedKey: Effect.Success<typeof linkedKeyOf> },
  request: HttpServerRequest,
  record: RequestRecord,
  { policy, reads, takesQuery }: { readonly policy: MarketplacePolicyShape; readonly reads: boolean; readonly takesQuery: boolean },
) {
  const bytes = yield* readBody(request)
  const repeated = repeatedHeaders(request.source as IncomingMessage, [])
  // Two Authorization headers name two callers.
  if (repeated.includes("authorization")) return yield* sendOnce("authorization")
  const secret = bearerToken(request.headers["authorization"])
  const kind = policy.key === "secret" ? "marketplaceSecret" : "marketplacePublishable"
  const linked = policy.key === "secret" ? yield* linkedKey("marketplace") : undefined
  const hash = secret !== undefined && isApiKey(secret, kind) ? secretHash(secret) : linked
  if (hash === undefined) return yield* noMarketplaceKey(policy.key)
  const caller = yield* marketplaces.authenticate(hash, policy.key)
  if (caller === undefined) return yield* noMarketplaceKey(policy.key)
  record.marketplace = caller
  const refusal = marketplaceRefusal(caller, reads)
  if (refusal !== undefined) return yield* refusal
  if (repeated.length > 0) return yield* sendOnce(repeated[0]!)
  const idempotencyKey = request.headers["idempotency-key"]
  if (policy.idempotencyKey !== undefined && idempotencyKey !== undefined && !idempotencyKeyPattern.test(idempotencyKey)) {
    return yield* badIdempotencyKey()
  }
  record.idempotency = idempotencyKey === undefined ? undefined : { key: idempotencyKey }
  if (!takesQuery && hasQuery(request.url)) return yield* noQuery()
  return { bytes, caller }
})

const tooManyAtOnce = () =>
  new RateLimitExceeded({
    message: "Too many requests of marketplaces execute at once. Retry shortly. No money moved.",
    retryAfterSeconds: 1,
  })
