import { type Context, Data, Effect, Redacted, Result } from "effect"
import { type RailUnavailable, serviceUnavailable } from "../RailUnavailable.ts"
import { eventNotice } from "./eventNotice.ts"
import { handleEvent, type StripeSubscribers } from "./events.ts"
import type { StripeStore } from "./store.ts"
import { loadSdk, type StripeApi } from "./StripeApi.ts"
import { isStripeError } from "./StripeFailure.ts"
import { NotFromStripe, type StripeWebhookShape } from "./StripeConnection.ts"

/** The signature does not prove that Stripe sent the event, or it is too old. The route answers 400, so that Stripe posts it again. */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{ readonly message: string }> {}

const toleranceSeconds = 300

export interface PostedEvent {
  /** As it was posted: a body that was parsed and written again proves nothing. */
  readonly body: Uint8Array
  /** The header `Stripe-Signature`. */
  readonly signature: string | undefined
  /** The clock of the Stripe that signed, in milliseconds since 1970. */
  readonly now: number
}

/** What proves that Stripe posted an event. With the secrets of the environment neither needs the database. */
export interface WebhookProof {
  readonly secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>, RailUnavailable>
  /** The real time, or the time of a sandbox whose own Stripe follows it. */
  readonly now: Effect.Effect<number, RailUnavailable>
  /** Whether the secret key is a live one: events of the other mode are about money of another kind. */
  readonly livemode: boolean
}

/** `Stripe-Signature: t=1790000000,v1=<64 hexadecimal digits>`, with other members and several `v1`. */
const hasSignature = (header: string | undefined) =>
  header !== undefined && /(^|,)t=\d+(,|$)/.test(header) && /(^|,)v1=[\da-f]{64}(,|$)/.test(header)

export const makeStripeWebhook = (
  context: Context.Context<StripeApi | StripeStore | StripeSubscribers>,
  { livemode, now, secrets }: WebhookProof,
): StripeWebhookShape => ({
  receive: ({ body, signature }) =>
    Effect.gen(function* () {
      // Nothing is read for a request that cannot be signed.
      if (!hasSignature(signature)) return new NotFromStripe({ message: "The header Stripe-Signature is missing or is no signature." })
      const event = yield* Effect.result(verifiedEvent(yield* secrets, { body, signature, now: yield* now }))
      if (Result.isFailure(event)) return new NotFromStripe({ message: event.failure.message })
      if (event.success.livemode !== livemode) return new NotFromStripe({ message: ofOtherMode(livemode) })
      return yield* handleEvent(event.success)
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
    if (verified._tag === "Success") return yield* noticeIn(verified.success)
    // Only the right secret finds that the signature is too old or the body unreadable, so that reason is the better one.
    if (reason === "" || verified.failure.message !== forged) reason = verified.failure.message
  }
  return yield* new WebhookRefused({ message: reason })
})

const verify = (body: Uint8Array, signature: string, secret: string, now: number) =>
  Effect.flatMap(loadSdk, ({ Stripe }) =>
    Effect.try({
      try: () => Stripe.webhooks.constructEvent(Buffer.from(body), signature, secret, toleranceSeconds, undefined, now),
      catch: (error) => new WebhookRefused({ message: reasonOf(error) }),
    }),
  )

const reasonOf = (error: unknown): string => {
  // The library reads the body only after it has accepted the signature.
  if (!isStripeError(error) || error.type !== "StripeSignatureVerificationError") return unreadable
  return error.message.includes("tolerance") ? `The webhook is too old: it was signed more than ${toleranceSeconds} seconds ago.` : forged
}

const forged = "The webhook's signature does not prove that Stripe sent it."

const ofOtherMode = (livemode: boolean) =>
  livemode
    ? "The event is of Stripe's test mode, and this gateway has a live key. Remove the test endpoint at Stripe."
    : "The event is of Stripe's live mode, and this gateway has a test key. Remove the live endpoint at Stripe."

const unreadable = "The signature is valid, but the body is no event of Stripe. Check the API version of the endpoint at Stripe."

const noticeIn = (event: unknown) => {
  const notice = eventNotice(event)
  return notice === undefined ? Effect.fail(new WebhookRefused({ message: unreadable })) : Effect.succeed(notice)
}
