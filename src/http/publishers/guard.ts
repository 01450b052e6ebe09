import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { InvalidApiKey } from "../../../domain/identity/errors.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { isRefused } from "../../../domain/Refusal.ts"
import { isApiKey, secretHash } from "../../../layers/identity/secret.ts"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { readBody } from "../../../rails/http/body.ts"
import { RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared, refuse } from "../../../rails/http/respond.ts"
import { linkedKeyOf } from "../server/linkedKey.ts"
import { bearerToken, hasQuery, noQuery, repeatedHeaders, sendOnce, withJsonBody } from "../server/requestGuard.ts"
import { CurrentPublisher, MaxBodyBytes, PublisherGuarded } from "./policy.ts"

/** The page of a publisher reads four routes. */
const limits = { perAddress: 240, fromAll: 2_400, atOnce: 64 }

/** Checks the rate of the address, the body's size and the key, in this order, before a route's own input. */
export const publisherGuarded = Layer.effect(
  PublisherGuarded,
  Effect.gen(function* () {
    const publishers = yield* Publishers
    const linkedKey = yield* linkedKeyOf
    const limited = yield* limitAnonymous(limits)
    return PublisherGuarded.of((httpEffect, { endpoint }) => {
      const handler = endpoint.payload.size > 0 ? (withJsonBody(httpEffect, { body: "optional" }) as typeof httpEffect) : httpEffect
      const entering = enter(
        { publishers, linkedKey },
        {
          takesQuery: endpoint.query !== undefined,
          maxBytes: Context.get(endpoint.annotations as Context.Context<never>, MaxBodyBytes),
        },
      )
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

const enter = Effect.fnUntraced(function* (
  { linkedKey, publishers }: { readonly publishers: Publishers["Service"]; readonly linkedKey: Effect.Success<typeof linkedKeyOf> },
  { maxBytes, takesQuery }: { readonly maxBytes: number; readonly takesQuery: boolean },
) {
  const request = yield* HttpServerRequest
  const bytes = yield* readBody(request, maxBytes)
  // Two Authorization headers name two callers.
  if (repeatedHeaders(request.source as IncomingMessage, []).includes("authorization")) return yield* sendOnce("authorization")
  const secret = bearerToken(request.headers["authorization"])
  const hash = secret !== undefined && isApiKey(secret, "publisher") ? secretHash(secret) : yield* linkedKey("publisher")
  const publisher = hash === undefined ? undefined : yield* publishers.authenticate(hash)
  if (publisher === undefined) {
    return yield* new InvalidApiKey({
      message: "No valid key of a publisher was presented. Send `Authorization: Bearer <KEY>` with your key (frt_pbl_…). No money moved.",
    })
  }
  if (!takesQuery && hasQuery(request.url)) return yield* noQuery()
  return { bytes, publisher }
})
