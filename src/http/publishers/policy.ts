import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InvalidApiKey, RateLimitExceeded } from "../../../domain/identity/errors.ts"
import type { Publisher } from "../../../domain/publishing/Publisher.ts"
import { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { envelope, routeErrors } from "../../../rails/http/errors.ts"
import type { RequestBody } from "../../../rails/http/RequestContext.ts"

/** The publisher of this request. The guard has authenticated it. */
export class CurrentPublisher extends Context.Service<CurrentPublisher, Publisher>()("farthing/src/http/CurrentPublisher") {}

/** The largest body of a route in bytes, as an annotation of the endpoint: an OpenAPI document is larger than other bodies. */
export const MaxBodyBytes = Context.Reference<number>("farthing/src/http/publishers/MaxBodyBytes", { defaultValue: () => 65_536 })

/** The guard of publishers' routes, as the middleware of their group. Every answer has `Cache-Control: no-store`. */
export class PublisherGuarded extends HttpApiMiddleware.Service<PublisherGuarded, { provides: CurrentPublisher | RequestBody }>()(
  "farthing/src/http/PublisherGuarded",
  {
    error: [
      ...routeErrors,
      envelope(InvalidApiKey, "No active key of a publisher: missing, unknown or replaced."),
      envelope(RateLimitExceeded, "Too many requests from this address in this minute. Retry after `Retry-After`."),
      envelope(ServiceUnavailable, "The request could not be completed. Retry it: a payout is requested once."),
    ],
  },
) {}
