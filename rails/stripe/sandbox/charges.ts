import type { Stripe } from "stripe"
import type { World } from "./World.ts"

export type PaymentType = "sepa_debit" | "card"

export const typeOf = (charge: Stripe.Charge): PaymentType => (charge.payment_method_details?.type === "card" ? "card" : "sepa_debit")

export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : value.id

/** One attempt to collect a PaymentIntent: not yet decided. */
export const openCharge = (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  details: NonNullable<Stripe.Charge["payment_method_details"]>,
): Stripe.Charge =>
  world.state.put("charge", {
    id: world.id(details.type === "card" ? "ch" : "py"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: true,
    created: world.seconds,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome("authorized", null),
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: details,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "pending",
    transfer_data: null,
    transfer_group: null,
  })

/** The money came: what is left of it after fees is ours. */
export const chargeSucceeds = (world: World, charge: Stripe.Charge): Stripe.Charge => {
  const fee = paymentFee(charge.amount, typeOf(charge))
  const line = bookBalance(world, {
    amount: charge.amount,
    fee,
    currency: charge.currency,
    source: charge.id,
    type: typeOf(charge) === "card" ? "charge" : "payment",
    category: "charge",
    description: charge.description,
  })
  const done = world.state.put("charge", { ...charge, status: "succeeded", paid: true, balance_transaction: line.id })
  world.emit("charge.succeeded", done)
  return done
}

export const chargeFails = (world: World, charge: Stripe.Charge, code: string, message: string): Stripe.Charge => {
  const done = world.state.put("charge", {
    ...charge,
    amount_captured: 0,
    captured: false,
    status: "failed",
    failure_code: code,
    failure_message: message,
    outcome: outcome("issuer_declined", code),
  })
  world.emit("charge.failed", done)
  return done
}

const outcome = (type: string, reason: string | null): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: type === "authorized" ? "approved_by_network" : "declined_by_network",
  reason,
  seller_message: type === "authorized" ? "Payment complete." : "The bank did not pay.",
  type,
})

type BalanceTransaction = Stripe.BalanceTransaction

/** What Stripe keeps of a payment, in cents: 35 of a direct debit; 1.5 % and 25 of a card payment. */
export const paymentFee = (amount: number, type: "sepa_debit" | "card"): number =>
  type === "sepa_debit" ? 35 : Math.round((amount * 15) / 1000) + 25

/** Fee of a lost dispute, in cents: 7.50 of a direct debit, 20 of a card payment. */
export const disputeFee = (type: "sepa_debit" | "card"): number => (type === "sepa_debit" ? 750 : 2000)

/** A line of our balance at Stripe. `amount` is signed, `fee` is what is kept besides. */
export const bookBalance = (
  world: World,
  line: {
    readonly amount: number
    readonly fee: number
    readonly currency: string
    readonly source: string
    readonly type: BalanceTransaction["type"]
    readonly category: string
    readonly description: string | null
  },
): BalanceTransaction =>
  world.state.put("balance_transaction", {
    id: world.id("txn"),
    object: "balance_transaction",
    amount: line.amount,
    available_on: world.seconds,
    balance_type: "payments",
    created: world.seconds,
    currency: line.currency,
    description: line.description,
    exchange_rate: null,
    fee: line.fee,
    fee_details:
      line.fee === 0
        ? []
        : [{ amount: line.fee, application: null, currency: line.currency, description: "Stripe processing fees", type: "stripe_fee" }],
    net: line.amount - line.fee,
    reporting_category: line.category,
    source: line.source,
    status: "available",
    type: line.type,
  })
