import { Data, Effect, Redacted } from "effect"
import { Stripe } from "stripe"

/** What was posted is not proven to come from Stripe, or is too old. Answer 400: Stripe posts it again. */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{ readonly message: string }> {}

const toleranceSeconds = 300

export interface Posted {
  /** As they came: a body that was parsed and written again proves nothing. */
  readonly body: Uint8Array
  /** The header `Stripe-Signature`. */
  readonly signature: string | undefined
  /** Milliseconds since 1970, by the clock that calls follow. */
  readonly now: number
}

/**
 * The event in a webhook, once its signature is proven and at most 300 seconds old. Several secrets are good while one is
 * replaced by another. An event is a hint: what it says may be old, repeated or out of order.
 */
export const eventOf = Effect.fnUntraced(function* (secrets: ReadonlyArray<Redacted.Redacted>, { body, now, signature }: Posted) {
  if (signature === undefined) return yield* new WebhookRefused({ message: "The header Stripe-Signature is missing." })
  if (secrets.length === 0)
    return yield* new WebhookRefused({
      message: "No webhook secret is set: set FARTHING_STRIPE_WEBHOOK_SECRET to the one of your endpoint.",
    })
  let why = ""
  for (const secret of secrets) {
    const tried = yield* Effect.result(verified(body, signature, Redacted.value(secret), now))
    if (tried._tag === "Success") return tried.success
    // Too old is said by the secret that fits: it is the better reason.
    if (why === "" || tried.failure.message.includes("old")) why = tried.failure.message
  }
  return yield* new WebhookRefused({ message: why })
})

const verified = (body: Uint8Array, signature: string, secret: string, now: number) =>
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
