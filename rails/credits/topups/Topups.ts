import { Context, Data, type Effect } from "effect"
import type { KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import type { ServiceUnavailable } from "../../../domain/Refusal.ts"
import type { Topup } from "./Topup.ts"

/** The Idempotency-Key belongs to a top-up with another body. */
export class TopupConflict extends Data.TaggedError("TopupConflict")<{ readonly topup: string }> {}

/** The organisation has as many open top-ups as it may have. */
export class TooManyOpen extends Data.TaggedError("TooManyOpen")<{ readonly maxOpen: number }> {}

export interface NewTopup {
  readonly organisation: OrganisationId
  readonly key: KeyId
  /** US cents. */
  readonly cents: bigint
  /** The caller's Idempotency-Key and a hash of the request. */
  readonly idempotency: { readonly key: string; readonly hash: string } | null
  /** Where Stripe's page sends the browser afterwards. */
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface TopupsShape {
  /** Opens Stripe's payment page. `isReplay`: the Idempotency-Key began this top-up before. */
  readonly open: (
    topup: NewTopup,
  ) => Effect.Effect<{ readonly topup: Topup; readonly isReplay: boolean }, TopupConflict | TooManyOpen | ServiceUnavailable>
  /** Refreshed from Stripe, or as stored if Stripe does not answer within 3 seconds. */
  readonly find: (organisation: OrganisationId, id: string) => Effect.Effect<Topup | undefined, ServiceUnavailable>
}

/** Top-ups by card, for the routes. Undefined on a gateway without Stripe. This file does not load Stripe's library. */
export const Topups = Context.Reference<TopupsShape | undefined>("farthing/rails/credits/topups/Topups", {
  defaultValue: () => undefined,
})
