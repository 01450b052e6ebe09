import { Data } from "effect"
import type { Stripe } from "stripe"

interface FailureDetails {
  /** Says whether anything happened at Stripe, and what to do. */
  readonly message: string
  /** Of the HTTP response; absent if there was none. */
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
  /** Stripe repeated the stored response of this idempotency key: a retry with the same key gets the same response again. */
  readonly replayed?: boolean
  /** Of the request whose response was stored. */
  readonly originalRequest?: string | undefined
}

/** Stripe rejected the request: nothing happened. The same request gets the same response again. */
export class StripeRefused extends Data.TaggedError("StripeRefused")<FailureDetails> {}

/** Too many requests, or a request with this key is still running. This one had no effect: send it again later with the same key. */
export class StripeBusy extends Data.TaggedError("StripeBusy")<FailureDetails> {}

/** No response, or an unreadable one: the request may have taken effect. Repeat it with the same key, or look for its result. */
export class StripeUncertain extends Data.TaggedError("StripeUncertain")<FailureDetails> {}

/** A wrong API key, a missing right, or an idempotency key used for two requests: the operator or the programmer must act. Nothing happened. */
export class StripeMisuse extends Data.TaggedError("StripeMisuse")<FailureDetails> {}

export type StripeFailure = StripeRefused | StripeBusy | StripeUncertain | StripeMisuse

/** Classifies an exception of the SDK. An unknown exception is `StripeUncertain`: nothing is guessed. */
export const stripeFailure = (error: unknown): StripeFailure => {
  if (!isStripeError(error)) {
    return new StripeUncertain({
      message: `The request to Stripe failed before its response was understood: ${messageOf(error)}. It may have taken effect.`,
    })
  }
  const { code, decline_code, headers, param, payment_intent, requestId, statusCode: status } = error
  const details = {
    status,
    code,
    declineCode: decline_code,
    param,
    requestId,
    paymentIntent: payment_intent?.id,
    replayed: headers?.["idempotent-replayed"] === "true",
    originalRequest: headers?.["original-request"],
  }
  if (status === undefined || error.type === "StripeConnectionError") {
    return new StripeUncertain({
      ...details,
      message: `Stripe's response did not arrive (${error.message}). The request may have taken effect.`,
    })
  }
  if (status === 429 || status === 409 || code === "rate_limit") {
    return new StripeBusy({
      ...details,
      message: `Stripe is busy (${error.message}). Nothing happened: repeat it later with the same key.`,
    })
  }
  if (status === 401 || status === 403) {
    return new StripeMisuse({
      ...details,
      message: `Stripe does not accept the secret key: ${error.message} Check FARTHING_STRIPE_SECRET_KEY and its rights.`,
    })
  }
  if (error.type === "StripeIdempotencyError") {
    return new StripeMisuse({ ...details, message: `An idempotency key was used for two different requests: ${error.message}` })
  }
  if (status >= 400 && status < 500) return new StripeRefused({ ...details, message: `Stripe refused: ${error.message}` })
  return new StripeUncertain({ ...details, message: `Stripe failed (HTTP ${status}). The request may have taken effect.` })
}

/** By the members that its constructor sets, not by its class: a command that sends Stripe nothing must not load the SDK, which takes 0.1 s. */
export const isStripeError = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Error && "rawType" in error && "statusCode" in error && "requestId" in error

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
