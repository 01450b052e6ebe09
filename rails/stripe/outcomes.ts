import { Data } from "effect"
import { Stripe } from "stripe"

interface Told {
  /** What to do, and whether anything happened at Stripe. */
  readonly message: string
  /** Of the HTTP answer; absent where there was none. */
  readonly status?: number | undefined
  /** Stripe's code, for instance `payment_intent_mandate_invalid`. */
  readonly code?: string | undefined
  /** Of a card, for instance `insufficient_funds`. A debit's failure code is on its charge, days later. */
  readonly declineCode?: string | undefined
  /** The parameter that was wrong. */
  readonly param?: string | undefined
  /** For Stripe's support, and for its dashboard. */
  readonly requestId?: string | undefined
  /** The PaymentIntent that was declined. */
  readonly paymentIntent?: string | undefined
  /** An answer that this idempotency key had before: asking again with the key says the same for ever. */
  readonly replayed?: boolean
}

/** Stripe said no: it did not happen. The same request again gets the same answer. */
export class StripeRefused extends Data.TaggedError("StripeRefused")<Told> {}

/** Too many requests, or one with this key still runs. This one did nothing: send it again later with the same key. */
export class StripeBusy extends Data.TaggedError("StripeBusy")<Told> {}

/** No answer, or one that says nothing: it may have happened. The same key again, or a look at what is there, tells. */
export class StripeUncertain extends Data.TaggedError("StripeUncertain")<Told> {}

/** A key, its rights, or an idempotency key used twice for different things: whoever runs or wrote this must act. Nothing happened. */
export class StripeMisuse extends Data.TaggedError("StripeMisuse")<Told> {}

export type StripeFailure = StripeRefused | StripeBusy | StripeUncertain | StripeMisuse

/** The outcome that an exception of the SDK means. What it does not know is uncertain: nothing is guessed. */
export const outcomeOf = (error: unknown): StripeFailure => {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new StripeUncertain({
      message: `The request to Stripe failed before its answer was understood: ${said(error)}. It may have taken effect.`,
    })
  }
  const { code, decline_code, headers, param, payment_intent, requestId, statusCode: status } = error
  const told = {
    status,
    code,
    declineCode: decline_code,
    param,
    requestId,
    paymentIntent: payment_intent?.id,
    replayed: headers?.["idempotent-replayed"] === "true",
  }
  if (status === undefined || error instanceof Stripe.errors.StripeConnectionError) {
    return new StripeUncertain({
      ...told,
      message: `Stripe's answer did not arrive (${error.message}). The request may have taken effect.`,
    })
  }
  if (status === 429 || status === 409 || code === "rate_limit") {
    return new StripeBusy({ ...told, message: `Stripe is busy (${error.message}). Nothing happened: repeat it later with the same key.` })
  }
  if (status === 401 || status === 403) {
    return new StripeMisuse({
      ...told,
      message: `Stripe does not accept our key: ${error.message} Check FARTHING_STRIPE_SECRET_KEY and its rights.`,
    })
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return new StripeMisuse({ ...told, message: `An idempotency key was used for two different requests: ${error.message}` })
  }
  if (status >= 400 && status < 500) return new StripeRefused({ ...told, message: `Stripe refused: ${error.message}` })
  return new StripeUncertain({ ...told, message: `Stripe failed (HTTP ${status}). The request may have taken effect.` })
}

const said = (error: unknown) => (error instanceof Error ? error.message : String(error))
