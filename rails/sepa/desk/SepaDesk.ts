import { Context, Data, type Effect } from "effect"
import type { KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import type { ServiceUnavailable } from "../../../domain/Refusal.ts"
import type { Page, Returns } from "../debtor/mandate.ts"
import type { Topup } from "../topup/Topup.ts"
import type { SepaView } from "./view.ts"

/** What was posted as a webhook does not prove that Stripe sent it. */
export class NotFromStripe extends Data.TaggedError("NotFromStripe")<{ readonly message: string }> {}

/** The Idempotency-Key began another top-up. */
export class OtherTopup extends Data.TaggedError("OtherTopup")<{ readonly topup: string }> {}

export interface NewTopup extends Returns {
  readonly organisation: OrganisationId
  readonly key: KeyId
  readonly cents: bigint
  /** The caller's own key with a hash of what it asked for. */
  readonly idempotency: { readonly key: string; readonly hash: string } | null
}

export interface SepaDeskShape {
  /** Everything that an organisation may know of its direct debits, in every state. */
  readonly view: (organisation: OrganisationId) => Effect.Effect<SepaView, ServiceUnavailable>
  /** The page on which a person gives the mandate. */
  readonly openMandate: (organisation: OrganisationId, returns: Returns) => Effect.Effect<Page, ServiceUnavailable>
  /** A replay is the one that the Idempotency-Key began before. */
  readonly openTopup: (
    topup: NewTopup,
  ) => Effect.Effect<{ readonly topup: Topup; readonly isReplay: boolean }, OtherTopup | ServiceUnavailable>
  /** As it is at Stripe now, or as it was when Stripe was last heard. */
  readonly topup: (organisation: OrganisationId, id: string) => Effect.Effect<Topup | undefined, ServiceUnavailable>
  /** The body as it came. Answers whether the event was new. */
  readonly webhook: (posted: {
    readonly body: Uint8Array
    readonly signature: string | undefined
  }) => Effect.Effect<boolean, NotFromStripe | ServiceUnavailable>
}

/** The counter of this rail for the routes. Undefined on a gateway that has no such rail. */
export const SepaDesk = Context.Reference<SepaDeskShape | undefined>("farthing/rails/sepa/desk/SepaDesk", { defaultValue: () => undefined })
