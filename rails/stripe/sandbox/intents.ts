import type { Stripe } from "stripe"
import type { World } from "./World.ts"

/** A PaymentIntent before anything was tried. */
export const openPaymentIntent = (
  world: World,
  fields: {
    readonly amount: number
    readonly currency: string
    readonly customer: string | null
    readonly types: ReadonlyArray<string>
    readonly description: string | null
    readonly statementDescriptor?: string | undefined
    readonly metadata: Record<string, string>
  },
): Stripe.PaymentIntent => {
  const id = world.id("pi")
  const intent = world.state.put("payment_intent", {
    id,
    object: "payment_intent",
    allowed_payment_method_types: [...fields.types],
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${world.id("s").slice(2)}`,
    confirmation_method: "automatic",
    created: world.seconds,
    currency: fields.currency,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...fields.types],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: fields.statementDescriptor ?? null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  })
  world.emit("payment_intent.created", intent)
  return intent
}

export const openSetupIntent = (
  world: World,
  fields: {
    readonly customer: string | null
    readonly metadata: Record<string, string>
    readonly description: string | null
    readonly types: ReadonlyArray<string>
  },
): Stripe.SetupIntent => {
  const id = world.id("seti")
  return world.state.put("setup_intent", {
    id,
    object: "setup_intent",
    allowed_payment_method_types: [...fields.types],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.id("s").slice(2)}`,
    created: world.seconds,
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...fields.types],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
  })
}

/** The payer has accepted: the account, or the card, can be charged from now on. */
export const setupSucceeds = (
  world: World,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  mandate: Stripe.Mandate | null,
): Stripe.SetupIntent => {
  const done = world.state.put("setup_intent", { ...intent, status: "succeeded", payment_method: method.id, mandate: mandate?.id ?? null })
  world.emit("setup_intent.succeeded", done)
  return done
}
