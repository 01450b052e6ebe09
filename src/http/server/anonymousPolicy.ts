import { HttpApiMiddleware } from "effect/http-api"
import { RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { ServiceUnavailable } from "../../../domain/Refusal.ts"
import { envelope, routeErrors } from "../../../rails/http/errors.ts"
import type { RequestBody } from "../../../rails/http/RequestContext.ts"

/** In front of routes whose credential is in the path or the body: bounds their rate and their bodies. Every answer has `Cache-Control: no-store`. */
export class Anonymous extends HttpApiMiddleware.Service<Anonymous, { provides: RequestBody }>()("farthing/src/http/Anonymous", {
  error: [
    ...routeErrors,
    envelope(RateLimitExceeded, "Too many requests in this minute or executing at once. Retry after `Retry-After`."),
    envelope(ServiceUnavailable, "The request could not be completed. Retry it."),
  ],
}) {}
