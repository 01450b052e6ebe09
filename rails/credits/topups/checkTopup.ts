import { Effect } from "effect"
import { type PaymentCheck, Unavailable } from "../../../domain/rail/Rail.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { Topup } from "./Topup.ts"

/** Compares a top-up with its payment at Stripe, as it is now. */
export const checkTopup = Effect.fnUntraced(
  function* ({ cents, creditedAt, paymentIntent, reversedCents, session, status }: Topup) {
    const stripe = yield* StripeApi
    if (paymentIntent === null) {
      const paid = session === null ? false : (yield* stripe.session(session)).payment_status === "paid"
      return [check("what was not credited was not paid", !paid, paid ? `page ${session} is paid` : `page ${session} is not paid`)]
    }
    const intent = yield* stripe.paymentIntent(paymentIntent)
    const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
    const isPaid = intent.status === "succeeded"
    const isReversed = charge !== null && (charge.amount_refunded > 0 || charge.disputed)
    return [
      check("the payment is of the amount in the books", BigInt(intent.amount) === cents, `${intent.amount} ${intent.currency} cents`),
      check("what was credited was paid", isPaid === (creditedAt !== null), `${intent.status} at Stripe, ${status} here`),
      check(
        "nothing was returned to the card that is still credited",
        charge === null || reversedCents >= BigInt(charge.amount_refunded),
        `${charge?.amount_refunded ?? 0} cents refunded at Stripe, ${reversedCents} taken back here`,
      ),
      check("what was taken back was returned", reversedCents === 0n || isReversed, `${reversedCents} cents taken back here`),
    ]
  },
  Effect.catchTag(["StripeRefused", "StripeBusy", "StripeUncertain", "StripeMisuse"], ({ message }) =>
    Effect.fail(new Unavailable({ message: `Stripe cannot be read now: ${message}` })),
  ),
)

const check = (name: string, ok: boolean, actual: string): PaymentCheck => ({ name, ok, found: actual })
