import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { type MarketplaceCaller, MarketplaceSuspended } from "../../../domain/connect/Marketplaces.ts"
import type { Caller } from "../../../domain/identity/Authenticator.ts"
import { envelope, guardErrors } from "../../../rails/http/errors.ts"

/** Whose payments are read: those of the organisation of the key, or the checkouts of the marketplace of the key. */
export class PaymentsReader extends Context.Service<
  PaymentsReader,
  { readonly organisation: Caller } | { readonly marketplace: MarketplaceCaller }
>()("farthing/src/http/PaymentsReader") {}

/** In front of routes that organisations and marketplaces share: the prefix of the key decides which guard admits the request. */
export class PaymentsGuarded extends HttpApiMiddleware.Service<PaymentsGuarded, { provides: PaymentsReader }>()(
  "farthing/src/http/PaymentsGuarded",
  { error: [...guardErrors, envelope(MarketplaceSuspended, "The operator has suspended this marketplace. It can read.")] },
) {}
