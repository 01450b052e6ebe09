import { type Context, Data, Effect, Redacted, Result } from "effect"
import { Stripe } from "stripe"
import { type RailUnavailable, serviceUnavailable } from "../RailUnavailable.ts"
import { handleEvent, type StripeSubscribers } from "./events.ts"
import { StripeStore } from "./store.ts"
import type { StripeApi } from "./StripeApi.ts"
import { NotFromStripe, type StripeWebhookShape } from "./StripeConnection.ts"

/** The signature does not prove that Stripe sent the event, or it is too old. The route answers 400, so that Stripe posts it again. */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{ readonly message: string }> {}

const toleranceSeconds = 300

export interface PostedEvent {
  /** As it was posted: a body that was parsed and written again proves nothing. */
  readonly body: Uint8Array
  /** The header `Stripe-Signature`. */
  readonly signature: string | undefined
  /** The database's clock, in milliseconds since 1970. */
  readonly now: number
}

export const makeStripeWebhook = (
  context: Context.Context<StripeApi | StripeStore | StripeSubscribers>,
  secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>, RailUnavailable>,
): StripeWebhookShape => ({
  receive: ({ body, signature }) =>
    Effect.gen(function* () {
      const store = yield* StripeStore
      const event = yield* Effect.result(verifiedEvent(yield* secrets, { body, signature, now: yield* store.now }))
      return Result.isSuccess(event) ? yield* handleEvent(event.success) : new NotFromStripe({ message: event.failure.message })
    }).pipe(
      Effect.provide(context),
      serviceUnavailable("stripe", "The event could not be handled now. Deliver it again."),
      Effect.flatMap((handled) => (handled instanceof NotFromStripe ? handled : Effect.succeed(handled))),
    ),
})

/**
 * The posted event, if its signature is valid and at most 300 seconds old. Several secrets are valid while the operator replaces one
 * by another.
 */
export const verifiedEvent = Effect.fnUntraced(function* (
  secrets: ReadonlyArray<Redacted.Redacted>,
  { body, now, signature }: PostedEvent,
) {
  if (signature === undefined) return yield* new WebhookRefused({ message: "The header Stripe-Signature is missing." })
  if (secrets.length === 0)
    return yield* new WebhookRefused({
      message: "No webhook secret is set: set FARTHING_STRIPE_WEBHOOK_SECRET to the one of your endpoint.",
    })
  let reason = ""
  for (const secret of secrets) {
    const verified = yield* Effect.result(verify(body, signature, Redacted.value(secret), now))
    if (verified._tag === "Success") return verified.success
    // Only the right secret finds that the signature is too old, so that reason is the better one.
    if (reason === "" || verified.failure.message.includes("old")) reason = verified.failure.message
  }
  return yield* new WebhookRefused({ message: reason })
})

const verify = (body: Uint8Array, signature: string, secret: string, now: number) =>
  Effect.try({
    try: () => Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, toleranceSeconds, undefined, now),
    catch: (error) =>
      new WebhookRefused({
        message:
          error instanceof Error && error.message.includes("tolerance")
            ? `The webhook is too old: it was signed more than ${toleranceSeconds} seconds ago.`
            : "The webhook's signature does not prove that Stripe sent it.",
      }),
  })
