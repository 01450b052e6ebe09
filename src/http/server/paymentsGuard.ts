import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { Guarded } from "../../../rails/http/RoutePolicy.ts"
import { CurrentMarketplace, MarketplaceGuarded } from "./marketplacePolicy.ts"
import { PaymentsGuarded, PaymentsReader } from "./paymentsPolicy.ts"
import { bearerToken } from "./requestGuard.ts"

export const paymentsGuarded = Layer.effect(
  PaymentsGuarded,
  Effect.gen(function* () {
    const ofOrganisation = yield* Guarded
    const ofMarketplace = yield* MarketplaceGuarded
    return PaymentsGuarded.of(
      (httpEffect, options) =>
        Effect.flatMap(HttpServerRequest, ({ headers }) => {
          // A publishable key is one of a marketplace too, and gets the refusal of one.
          if (!/^frt_[mp]k_/.test(bearerToken(headers["authorization"]) ?? "")) {
            const read = Effect.flatMap(CurrentCaller, (organisation) =>
              Effect.provideService(httpEffect, PaymentsReader, { organisation }),
            )
            return ofOrganisation(read, options) as Effect.Effect<HttpServerResponse, unknown, unknown>
          }
          const read = Effect.flatMap(CurrentMarketplace, (marketplace) =>
            Effect.provideService(httpEffect, PaymentsReader, { marketplace }),
          )
          return ofMarketplace(read, options) as Effect.Effect<HttpServerResponse, unknown, unknown>
        }) as never,
    )
  }),
)
