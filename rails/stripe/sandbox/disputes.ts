import type { Stripe } from "stripe"
import { type PaymentType, bookBalance, disputeFee, idOf, typeOf } from "./charges.ts"
import { endMandates } from "./mandates.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

const dayMs = 86_400_000

/**
 * The payer takes a payment back. Amount and fee leave the balance at once. A direct debit is lost with it, without an
 * appeal. A card's dispute is lost a week later, because the emulator never submits evidence.
 */
export const openDispute = (world: World, chargeId: string, endsMandate: boolean): Stripe.Dispute => {
  const charge = world.need("charge", chargeId)
  if (charge.status !== "succeeded" || charge.disputed) throw invalid("Only a payment that succeeded, and once, can be disputed.")
  const type = typeOf(charge)
  const id = world.id("du")
  const taken = bookBalance(world, {
    amount: -charge.amount,
    fee: disputeFee(type),
    currency: charge.currency,
    source: id,
    type: "adjustment",
    category: "dispute",
    description: `Chargeback withdrawal for ${charge.id}`,
  })
  const after = world.state.put("charge", { ...charge, disputed: true })
  const dispute = world.state.put("dispute", disputeOf(world, id, after, taken, type))
  world.emit("charge.dispute.created", dispute)
  world.emit("charge.dispute.funds_withdrawn", dispute)
  if (type === "sepa_debit") world.emit("charge.dispute.closed", dispute)
  else world.schedule(world.now + 7 * dayMs, "close_dispute", id)
  if (endsMandate && charge.payment_method !== null) endMandates(world, charge.payment_method)
  return dispute
}

/** No evidence was submitted: the dispute is lost. */
export const closeDispute = (world: World, id: string): void => {
  const dispute = world.state.get("dispute", id)
  if (dispute === undefined || dispute.status === "lost") return
  const lost = world.state.put("dispute", { ...dispute, status: "lost", evidence_details: { ...dispute.evidence_details, past_due: true } })
  world.emit("charge.dispute.closed", lost)
}

const disputeOf = (
  world: World,
  id: string,
  charge: Stripe.Charge,
  taken: Stripe.BalanceTransaction,
  type: PaymentType,
): Stripe.Dispute => ({
  id,
  object: "dispute",
  amount: charge.amount,
  balance_transactions: [taken],
  charge: charge.id,
  created: world.seconds,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: type === "card" ? world.seconds + 7 * 86_400 : null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: "not_submitted",
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: idOf(charge.payment_intent),
  reason: type === "card" ? "fraudulent" : "customer_initiated",
  status: type === "card" ? "needs_response" : "lost",
})

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
