import { Effect } from "effect"
import type Stripe from "stripe"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { Observation } from "./observation.ts"

/** Whether a dispute took the money. An inquiry has not, and what was won or prevented is ours. */
export const isTaken = ({ status }: Pick<Stripe.Dispute, "status">): boolean =>
  !status.startsWith("warning_") && status !== "won" && status !== "prevented"

/** What a PaymentIntent says of its debit. The disputes are asked for where its charge was disputed. */
export const observationOf = Effect.fnUntraced(function* (intent: Stripe.PaymentIntent) {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const dispute = charge?.disputed === true ? yield* disputeOf(intent.id) : null
  return {
    status: statusOf(intent),
    paymentIntent: intent.id,
    charge: charge?.id ?? null,
    failureCode: failureOf(intent, charge),
    dispute,
  } satisfies Observation
})

const disputeOf = Effect.fnUntraced(function* (intent: string) {
  const stripe = yield* StripeApi
  const { items } = yield* stripe.disputes({ payment_intent: intent }, 10)
  const dispute = items.find(isTaken)
  if (dispute === undefined) return null
  const feeCents = dispute.balance_transactions.reduce((total, { fee }) => total + fee, 0)
  return { id: dispute.id, feeCents: BigInt(feeCents) }
})

const statusOf = ({ status }: Stripe.PaymentIntent): Observation["status"] => {
  if (status === "succeeded") return "succeeded"
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "processing"
}

const failureOf = (intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): string | null =>
  intent.status === "canceled" ? "canceled" : (charge?.failure_code ?? intent.last_payment_error?.code ?? null)
