import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { isRefused } from "../../../domain/Refusal.ts"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { readBody } from "../../../rails/http/body.ts"
import { RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { refuse } from "../../../rails/http/respond.ts"
import { Anonymous } from "./anonymousPolicy.ts"
import { hasQuery, noQuery, withJsonBody } from "./requestGuard.ts"

/** A buyer's page reads the status every 2 seconds, and several buyers share an address. */
const limits = { perAddress: 240, fromAll: 6_000, atOnce: 128 }

export const anonymousGuarded = Layer.effect(
  Anonymous,
  Effect.map(limitAnonymous(limits), (limited) =>
    Anonymous.of(
      (httpEffect, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest
          const context = yield* RequestContext
          context.record.route = endpoint.path
          context.record.noStore = true
          const handler = endpoint.payload.size > 0 ? (withJsonBody(httpEffect, {}) as typeof httpEffect) : httpEffect
          const enter = Effect.gen(function* () {
            const bytes = yield* readBody(request)
            if (endpoint.query === undefined && hasQuery(request.url)) return yield* noQuery()
            return yield* Effect.provideService(handler, RequestBody, { bytes, headers: request.headers })
          })
          return yield* Effect.catch(limited(enter), (error) =>
            isRefused(error) ? Effect.succeed(refuse(error, context)) : Effect.fail(error),
          )
        }) as never,
    ),
  ),
)
