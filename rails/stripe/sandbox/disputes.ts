import type { Stripe } from "stripe"
import { type PaymentType, bookBalance, disputeFee, idOf, typeOf } from "./charges.ts"
import { endMandates } from "./mandates.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

const dayMs = 86_400_000

/** What a payer, a bank or Stripe makes of a payment. */
export interface DisputeOptions {
  readonly endsMandate?: boolean
  /** Stripe's reason, for instance `insufficient_funds`: the bank's failure that came too late to fail the payment. */
  readonly reason?: string
  /** By default the money is taken. An `inquiry` only asks, and a `prevented` dispute never took any. */
  readonly status?: "inquiry" | "prevented" | "taken"
}

/**
 * The payer takes a payment back. Amount and fee leave the balance at once. A direct debit is lost with it, without an
 * appeal. A card's dispute is lost a week later, because the emulator never submits evidence.
 */
export const openDispute = (world: World, chargeId: string, options: DisputeOptions): Stripe.Dispute => {
  const charge = world.need("charge", chargeId)
  if (charge.status !== "succeeded" || charge.disputed) throw invalid("Only a payment that succeeded, and once, can be disputed.")
  const { endsMandate = false, status = "taken" } = options
  const type = typeOf(charge)
  const after = world.state.put("charge", { ...charge, disputed: true })
  const opened = world.state.put("dispute", disputeOf(world, after, type, options))
  const dispute = status === "taken" ? moveFunds(world, opened, "withdrawn") : opened
  world.emit("charge.dispute.created", dispute)
  if (status === "taken") world.emit("charge.dispute.funds_withdrawn", dispute)
  if (dispute.status === "lost" || dispute.status === "prevented") world.emit("charge.dispute.closed", dispute)
  if (dispute.status === "needs_response") world.schedule(world.now + 7 * dayMs, "close_dispute", dispute.id)
  if (endsMandate && charge.payment_method !== null) endMandates(world, charge.payment_method)
  return dispute
}

/** No evidence was submitted: the dispute is lost. */
export const closeDispute = (world: World, id: string): void => {
  const dispute = world.state.get("dispute", id)
  if (dispute?.status !== "needs_response") return
  const lost = world.state.put("dispute", { ...dispute, status: "lost", evidence_details: { ...dispute.evidence_details, past_due: true } })
  world.emit("charge.dispute.closed", lost)
}

/**
 * The funds of a dispute are withdrawn (an inquiry that became a chargeback, an appeal that was lost) or reinstated. The
 * dispute's fee moves with them.
 */
export const moveDisputedFunds = (world: World, id: string, to: "withdrawn" | "reinstated"): Stripe.Dispute => {
  const dispute = world.need("dispute", id)
  const isTaken = dispute.balance_transactions.reduce((total, { amount }) => total + amount, 0) < 0
  if (isTaken === (to === "withdrawn")) throw invalid(`The funds of dispute ${id} are ${to} already.`)
  const after = world.state.put("dispute", { ...moveFunds(world, dispute, to), status: to === "withdrawn" ? "lost" : "won" })
  world.emit(`charge.dispute.funds_${to}`, after)
  world.emit("charge.dispute.closed", after)
  return after
}

const moveFunds = (world: World, dispute: Stripe.Dispute, to: "withdrawn" | "reinstated"): Stripe.Dispute => {
  const sign = to === "withdrawn" ? -1 : 1
  const charge = world.need("charge", idOf(dispute.charge) ?? "")
  const line = bookBalance(world, {
    amount: sign * dispute.amount,
    fee: -sign * disputeFee(typeOf(charge)),
    currency: dispute.currency,
    source: dispute.id,
    type: "adjustment",
    category: to === "withdrawn" ? "dispute" : "dispute_reversal",
    description: `Chargeback ${to === "withdrawn" ? "withdrawal" : "reversal"} for ${charge.id}`,
  })
  return world.state.put("dispute", { ...dispute, balance_transactions: [...dispute.balance_transactions, line] })
}

const disputeOf = (
  world: World,
  charge: Stripe.Charge,
  type: PaymentType,
  { reason = type === "card" ? "fraudulent" : "customer_initiated", status = "taken" }: DisputeOptions,
): Stripe.Dispute => ({
  id: world.id("du"),
  object: "dispute",
  amount: charge.amount,
  balance_transactions: [],
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
  is_charge_refundable: status !== "taken",
  livemode: false,
  metadata: {},
  payment_intent: idOf(charge.payment_intent),
  reason,
  status:
    status === "inquiry" ? "warning_needs_response" : status === "prevented" ? "prevented" : type === "card" ? "needs_response" : "lost",
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
