import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { InvalidApiKey } from "../../../domain/identity/errors.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { isRefused } from "../../../domain/Refusal.ts"
import { isApiKey, secretHash } from "../../../layers/identity/secret.ts"
import { anonymousRateLimit } from "../../../rails/http/anonymousRateLimit.ts"
import { readBody } from "../../../rails/http/body.ts"
import { RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared, refuse } from "../../../rails/http/respond.ts"
import { bearerToken, noQuery, repeatedHeaders, sendOnce, withJsonBody } from "../server/requestGuard.ts"
import { CurrentPublisher, PublisherGuarded } from "./policy.ts"

/** Checks the rate of the address, the body's size and the key, in this order, before a route's own input. */
export const publisherGuarded = Layer.effect(
  PublisherGuarded,
  Effect.gen(function* () {
    const publishers = yield* Publishers
    const limited = yield* anonymousRateLimit
    return PublisherGuarded.of((httpEffect, { endpoint }) => {
      const handler = endpoint.payload.size > 0 ? (withJsonBody(httpEffect, { body: "optional" }) as typeof httpEffect) : httpEffect
      const entering = enter(publishers, endpoint.query !== undefined)
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest
        const context = yield* RequestContext
        context.record.route = endpoint.path
        context.record.noStore = true
        const admitted = Effect.gen(function* () {
          const entered = yield* Effect.result(entering)
          if (entered._tag === "Failure") {
            return isRefused(entered.failure) ? refuse(entered.failure, context) : yield* Effect.die(entered.failure)
          }
          const { bytes, publisher } = entered.success
          return yield* handler.pipe(
            Effect.provideService(CurrentPublisher, publisher),
            Effect.provideService(RequestBody, { bytes, headers: request.headers }),
          )
        })
        return yield* answerUndeclared(limited(admitted))
      }) as never
    })
  }),
)

const enter = Effect.fnUntraced(function* (publishers: Publishers["Service"], takesQuery: boolean) {
  const request = yield* HttpServerRequest
  const bytes = yield* readBody(request)
  // Two Authorization headers name two callers.
  if (repeatedHeaders(request.source as IncomingMessage, []).includes("authorization")) return yield* sendOnce("authorization")
  const secret = bearerToken(request.headers["authorization"])
  const publisher = secret === undefined || !isApiKey(secret, "publisher") ? undefined : yield* publishers.authenticate(secretHash(secret))
  if (publisher === undefined) {
    return yield* new InvalidApiKey({
      message: "No valid key of a publisher was presented. Send `Authorization: Bearer <KEY>` with your key (frt_pbl_…). No money moved.",
    })
  }
  if (!takesQuery && request.url.includes("?")) return yield* noQuery()
  return { bytes, publisher }
})
