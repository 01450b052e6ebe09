import type { Stripe } from "stripe"
import { bookBalance, idOf, typeOf } from "./charges.ts"
import { businessDaysAfter } from "../targetDays.ts"
import { firstDay } from "./debitDays.ts"
import { metadataOf } from "./State.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

/** Gives a payment back, in part or whole. A card's refund is done at once, a bank account's some days later. */
export const openRefund = (world: World, params: Stripe.RefundCreateParams): Stripe.Refund => {
  const charge = chargeOf(world, params)
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (charge.status !== "succeeded")
    throw invalid(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, "charge_not_refundable")
  // An inquiry and a prevented dispute have taken nothing, so the charge can still be refunded.
  if (world.state.all("dispute").some((dispute) => idOf(dispute.charge) === charge.id && !dispute.is_charge_refundable))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed")
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded")
  if (amount < 1) throw invalid("Invalid positive integer", "parameter_invalid_integer", "amount")
  if (amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, "amount_too_large", "amount")
  }
  const byCard = typeOf(charge) === "card"
  const id = world.id(byCard ? "re" : "pyr")
  const line = bookBalance(world, {
    amount: -amount,
    fee: 0,
    currency: charge.currency,
    source: id,
    type: byCard ? "refund" : "payment_refund",
    category: "refund",
    description: `REFUND FOR ${charge.id}`,
  })
  const refund = world.state.put("refund", {
    id,
    object: "refund",
    amount,
    balance_transaction: line.id,
    charge: charge.id,
    created: world.seconds,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: metadataOf(params.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: byCard ? "succeeded" : "pending",
    transfer_reversal: null,
  })
  const after = world.state.put("charge", {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount,
  })
  world.emit("refund.created", refund)
  world.emit("charge.refunded", after)
  if (!byCard) world.schedule(businessDaysAfter(firstDay(world.now), 3), "settle_refund", id)
  return refund
}

const chargeOf = (world: World, { charge, payment_intent }: Stripe.RefundCreateParams): Stripe.Charge => {
  if (charge !== undefined) return world.need("charge", charge, "charge")
  if (payment_intent === undefined)
    throw invalid("One of the following params should be provided for this request: payment_intent or charge.", "parameter_missing")
  const latest = idOf(world.need("payment_intent", payment_intent, "payment_intent").latest_charge)
  if (latest === null)
    throw invalid(`The PaymentIntent ${payment_intent} has no successful charge to refund.`, "payment_intent_unexpected_state")
  return world.need("charge", latest, "charge")
}

export const settleRefund = (world: World, id: string): void => {
  const refund = world.state.get("refund", id)
  if (refund?.status !== "pending") return
  world.emit("refund.updated", world.state.put("refund", { ...refund, status: "succeeded" }))
}
