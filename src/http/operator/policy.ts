import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InvalidApiKey, RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { Refusal, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { envelope, routeErrors } from "../../../rails/http/errors.ts"
import type { RequestBody } from "../../../rails/http/RequestContext.ts"

/** 403: the person is signed in and is no operator. */
export class OperatorRequired extends Refusal("operator_required", 403) {}

/** The e-mail of the operator whose session sent this request. */
export class CurrentOperator extends Context.Service<CurrentOperator, { readonly email: string }>()("farthing/src/http/CurrentOperator") {}

/** The guard of the operators' routes. They take the session of an operator and no key. Every answer has `Cache-Control: no-store`. */
export class OperatorGuarded extends HttpApiMiddleware.Service<OperatorGuarded, { provides: CurrentOperator | RequestBody }>()(
  "farthing/src/http/OperatorGuarded",
  {
    error: [
      ...routeErrors,
      envelope(InvalidApiKey, "No session of the app, or a key in its place."),
      envelope(OperatorRequired, "The person is no operator."),
      envelope(RateLimitExceeded, "Too many requests from this address in this minute. Retry after `Retry-After`."),
      envelope(ServiceUnavailable, "The request could not be completed. Read the log before you repeat it."),
    ],
  },
) {}
