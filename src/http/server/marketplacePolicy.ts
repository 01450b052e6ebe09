import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { type MarketplaceCaller, type MarketplaceKeyKind, MarketplaceSuspended } from "../../../domain/connect/Marketplaces.ts"
import { InvalidApiKey, RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { envelope, routeErrors } from "../../../rails/http/errors.ts"
import type { RequestBody } from "../../../rails/http/RequestContext.ts"

/** What a marketplace's route requires, as an annotation of the endpoint. A route without it takes a secret key and has no optional parts. */
export interface MarketplacePolicyShape {
  /** Keys of the other kind are answered like unknown ones. */
  readonly key: MarketplaceKeyKind
  /** `raw`: the handler reads the body itself. `optional`: no body is an empty object. */
  readonly body?: "raw" | "optional"
  readonly idempotencyKey?: "optional" | "required"
  /** Also a suspended marketplace may call it, although it is no GET. */
  readonly whileSuspended?: true
}
export const MarketplacePolicy = Context.Reference<MarketplacePolicyShape>("farthing/src/http/MarketplacePolicy", {
  defaultValue: () => ({ key: "secret" }),
})

/** The marketplace of this request. The guard has authenticated it. */
export class CurrentMarketplace extends Context.Service<CurrentMarketplace, MarketplaceCaller>()("farthing/src/http/CurrentMarketplace") {}

/** The guard of marketplace routes, as the middleware of endpoint groups. Every answer has `Cache-Control: no-store`. */
export class MarketplaceGuarded extends HttpApiMiddleware.Service<MarketplaceGuarded, { provides: CurrentMarketplace | RequestBody }>()(
  "farthing/src/http/MarketplaceGuarded",
  {
    error: [
      ...routeErrors,
      envelope(InvalidApiKey, "No active key of this kind: missing, unknown, revoked, or of the other kind."),
      envelope(MarketplaceSuspended, "The operator has suspended this marketplace. It can read."),
      envelope(RateLimitExceeded, "Too many requests in this minute or executing at once. Retry after `Retry-After`."),
      envelope(ServiceUnavailable, "The request could not be completed. Retry it."),
    ],
  },
) {}
