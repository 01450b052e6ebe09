import { Schema } from "effect"
import type { Stripe } from "stripe"
import { isObject } from "./schema.ts"

/** What a bank knows of an account, and Stripe does not until a debit fails. */
const Bank = Schema.Struct({
  /** Of the payment method. */
  id: Schema.String,
  iban: Schema.String,
  /** The payer has revoked the mandate at the bank. */
  revoked: Schema.Boolean,
  /** The next debit fails with this code, whatever the account. */
  failNext: Schema.NullOr(Schema.String),
})

/** What a checkout session passes on to its PaymentIntent, which begins with the first attempt to pay. */
const Plan = Schema.Struct({
  /** Of the session. */
  id: Schema.String,
  description: Schema.NullOr(Schema.String),
  metadata: Schema.Record(Schema.String, Schema.String),
})

/** Something that will happen by itself when its time comes. */
const Timer = Schema.Struct({
  id: Schema.String,
  at: Schema.Int,
  task: Schema.Literals(["settle", "dispute", "close_dispute", "settle_refund", "expire_session"]),
  /** Of the object that it happens to. */
  subject: Schema.String,
  detail: Schema.NullOr(Schema.String),
})

const Event = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("event"),
  api_version: Schema.String,
  created: Schema.Int,
  data: Schema.Struct({
    object: Schema.Record(Schema.String, Schema.Json),
    previous_attributes: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  }),
  livemode: Schema.Boolean,
  pending_webhooks: Schema.Int,
  request: Schema.Struct({ id: Schema.NullOr(Schema.String), idempotency_key: Schema.NullOr(Schema.String) }),
  type: Schema.String,
})

const Delivery = Schema.Struct({
  id: Schema.String,
  endpoint: Schema.String,
  event: Schema.String,
  attempt: Schema.Int,
  dueAt: Schema.Int,
  firstAt: Schema.Int,
  state: Schema.Literals(["waiting", "delivered", "failed", "dropped"]),
  /** Status of the last answer; 0 without an answer. */
  status: Schema.NullOr(Schema.Int),
})

/** Secrets of a webhook endpoint. One that was rolled signs too until its time is over. */
const Signing = Schema.Struct({
  id: Schema.String,
  secrets: Schema.Array(Schema.Struct({ secret: Schema.String, until: Schema.NullOr(Schema.Int) })),
})

/** The answer that an idempotency key has had. */
const Key = Schema.Struct({
  id: Schema.String,
  at: Schema.Int,
  request: Schema.String,
  requestId: Schema.String,
  status: Schema.Int,
  body: Schema.String,
})

/** The lines of our balance that a payout pays out. A line itself does not name its payout. */
const PaidOut = Schema.Struct({
  /** Of the payout. */
  id: Schema.String,
  lines: Schema.Array(Schema.String),
})

const Meta = Schema.Struct({ id: Schema.Literal("emulator"), seed: Schema.String, now: Schema.Int, sequence: Schema.Int })

/** Every kind of document that the emulator keeps: Stripe's objects, and what lies behind them. */
export interface Kinds {
  customer: Stripe.Customer
  deleted_customer: Stripe.DeletedCustomer
  payment_method: Stripe.PaymentMethod
  mandate: Stripe.Mandate
  setup_intent: Stripe.SetupIntent
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
  paid_out: typeof PaidOut.Type
  session: Stripe.Checkout.Session
  webhook_endpoint: Stripe.WebhookEndpoint
  event: typeof Event.Type
  bank: typeof Bank.Type
  plan: typeof Plan.Type
  timer: typeof Timer.Type
  delivery: typeof Delivery.Type
  signing: typeof Signing.Type
  key: typeof Key.Type
  meta: typeof Meta.Type
}

export type Kind = keyof Kinds

/** Whether a stored document is of its kind. */
export const guards: { readonly [K in Kind]: (doc: unknown) => doc is Kinds[K] } = {
  customer: isObject("Customer"),
  deleted_customer: isObject("DeletedCustomer"),
  payment_method: isObject("PaymentMethod"),
  mandate: isObject("Mandate"),
  setup_intent: isObject("SetupIntent"),
  payment_intent: isObject("PaymentIntent"),
  charge: isObject("Charge"),
  refund: isObject("Refund"),
  dispute: isObject("Dispute"),
  balance_transaction: isObject("BalanceTransaction"),
  payout: isObject("Payout"),
  paid_out: Schema.is(PaidOut),
  session: isObject("Checkout.Session"),
  webhook_endpoint: isObject("WebhookEndpoint"),
  event: Schema.is(Event),
  bank: Schema.is(Bank),
  plan: Schema.is(Plan),
  timer: Schema.is(Timer),
  delivery: Schema.is(Delivery),
  signing: Schema.is(Signing),
  key: Schema.is(Key),
  meta: Schema.is(Meta),
}
