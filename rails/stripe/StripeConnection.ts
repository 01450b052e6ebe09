import { Context, Data, type Effect } from "effect"
import type { ServiceUnavailable } from "../../domain/Refusal.ts"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import type { StripeSubscriber } from "./events.ts"
import type { StripeStoreShape } from "./store.ts"
import type { StripeApiShape } from "./StripeApi.ts"

/** Stripe as the environment, or the sandbox, sets it up, for the rails that need it. This file does not load Stripe's library. */
export interface StripeConnectionShape {
  readonly api: StripeApiShape
  readonly store: StripeStoreShape
  /** From now on this rail gets every event, whether it came by webhook or from Stripe's list. Call it while the rail is set up. */
  readonly subscribe: (subscriber: StripeSubscriber) => void
  /** Every rail that has subscribed until now. */
  readonly subscribers: ReadonlyArray<StripeSubscriber>
  /** Where the sandbox's own Stripe is. Undefined if the operator gave a key, so that the real Stripe is used. */
  readonly emulator: Effect.Effect<string, ComponentUnavailable> | undefined
}

/** Undefined on a gateway that takes live money and has no key of Stripe. */
export const StripeConnection = Context.Reference<StripeConnectionShape | undefined>("farthing/rails/stripe/StripeConnection", {
  defaultValue: () => undefined,
})

/** The signature does not prove that Stripe sent the posted event. */
export class NotFromStripe extends Data.TaggedError("NotFromStripe")<{ readonly message: string }> {}

export interface StripeWebhookShape {
  /** `body` is what Stripe posted, unchanged: a body that was parsed and written again proves nothing. Answers whether the event is new. */
  readonly receive: (posted: {
    readonly body: Uint8Array
    readonly signature: string | undefined
  }) => Effect.Effect<boolean, NotFromStripe | ServiceUnavailable>
}

/** What the webhook route calls. Undefined on a gateway without Stripe. */
export const StripeWebhook = Context.Reference<StripeWebhookShape | undefined>("farthing/rails/stripe/StripeWebhook", {
  defaultValue: () => undefined,
})
