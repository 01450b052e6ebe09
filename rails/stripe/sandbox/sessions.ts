import type { Stripe } from "stripe"
import { openSetupIntent } from "./intents.ts"
import { metadataOf } from "./State.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

type Session = Stripe.Checkout.Session

const dayMs = 86_400_000

/** A hosted page for a mandate (`setup`) or for one payment by card (`payment`). It is open for 24 hours. */
export const openSession = (world: World, params: Stripe.Checkout.SessionCreateParams): Session => {
  const mode = params.mode ?? "payment"
  if (mode === "subscription") throw invalid("The sandbox has no subscriptions: mode must be setup or payment.", undefined, "mode")
  if (params.success_url === undefined) throw invalid("Missing required param: success_url.", "parameter_missing", "success_url")
  for (const [param, url] of [
    ["success_url", params.success_url],
    ["cancel_url", params.cancel_url],
  ] as const) {
    if (url !== undefined && !/^https?:\/\/./.test(url)) throw invalid("Not a valid URL", "url_invalid", param)
  }
  if (params.customer !== undefined) world.need("customer", params.customer, "customer")
  const expiresAt = params.expires_at ?? world.seconds + dayMs / 1000
  if (expiresAt < world.seconds + 1800 || expiresAt > world.seconds + dayMs / 1000) {
    throw invalid(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      undefined,
      "expires_at",
    )
  }
  const purpose = mode === "setup" ? forSetup(world, params) : forPayment(params)
  const id = world.id("cs_test")
  const session = world.state.put("session", sessionOf(world, id, params, expiresAt, purpose))
  const { description = null, metadata } = params.payment_intent_data ?? {}
  if (mode === "payment") world.state.put("plan", { id, description, metadata: metadataOf(metadata) })
  world.schedule(expiresAt * 1000, "expire_session", id)
  return session
}

type Purpose = Pick<Session, "mode" | "setup_intent" | "amount_subtotal" | "amount_total" | "currency" | "payment_status"> & {
  readonly types: Array<"sepa_debit" | "card">
}

const forSetup = (world: World, params: Stripe.Checkout.SessionCreateParams): Purpose => {
  const types = params.allowed_payment_method_types
  if (types === undefined && params.currency === undefined)
    throw invalid("Missing required param: currency.", "parameter_missing", "currency")
  const isCard = types?.length === 1 && types[0] === "card"
  if (types !== undefined && !isCard && !types.includes("sepa_debit")) {
    throw invalid("The sandbox sets up SEPA direct debits and cards only.", undefined, "allowed_payment_method_types")
  }
  if (params.line_items !== undefined) throw invalid("You can not pass `line_items` in `setup` mode.", undefined, "line_items")
  if (!isCard && params.currency !== undefined && params.currency !== "eur") throw notInEuro("currency")
  checkPrefix(prefixOf(params))
  const intent = openSetupIntent(world, {
    customer: params.customer ?? null,
    metadata: metadataOf(params.setup_intent_data?.metadata),
    description: params.setup_intent_data?.description ?? null,
    types: [isCard ? "card" : "sepa_debit"],
  })
  return {
    mode: "setup",
    setup_intent: intent.id,
    amount_subtotal: null,
    amount_total: null,
    currency: params.currency ?? null,
    payment_status: "no_payment_required",
    types: [isCard ? "card" : "sepa_debit"],
  }
}

export const notInEuro = (param: string) =>
  invalid("The currency provided is invalid for sepa_debit: SEPA direct debits are in eur.", "payment_intent_invalid_currency", param)

const prefixOf = (params: Stripe.Checkout.SessionCreateParams): string => {
  const options = params.payment_method_options?.sepa_debit?.mandate_options
  return options?.reference_prefix ?? ""
}

const checkPrefix = (prefix: string) => {
  if (/^[A-Z0-9 /_\-&.]{0,12}$/.test(prefix) && !prefix.startsWith("STRIPE")) return
  throw invalid(
    "Invalid reference_prefix: at most 12 characters of A-Z, 0-9, space and / _ - & ., not beginning with STRIPE.",
    undefined,
    "payment_method_options[sepa_debit][mandate_options][reference_prefix]",
  )
}

const forPayment = (params: Stripe.Checkout.SessionCreateParams): Purpose => {
  if (params.allowed_payment_method_types?.some((type) => type !== "card") === true) {
    throw invalid("The sandbox takes payments by card only.", undefined, "allowed_payment_method_types")
  }
  const items = params.line_items ?? []
  if (items.length === 0) throw invalid("Missing required param: line_items.", "parameter_missing", "line_items")
  let total = 0
  let currency: string | undefined
  for (const [i, { price_data, quantity = 1 }] of items.entries()) {
    const param = `line_items[${i}][price_data]`
    if (price_data?.unit_amount === undefined) throw invalid("The sandbox needs price_data with unit_amount.", "parameter_missing", param)
    if (price_data.unit_amount < 0 || quantity < 1)
      throw invalid("Amounts and quantities must be positive.", "parameter_invalid_integer", param)
    if (currency !== undefined && currency !== price_data.currency.toLowerCase()) {
      throw invalid("All line items must have the same currency.", undefined, `${param}[currency]`)
    }
    currency = price_data.currency.toLowerCase()
    if (currency !== "eur" && currency !== "usd")
      throw invalid(`Invalid currency: ${currency}. The sandbox takes eur and usd.`, undefined, `${param}[currency]`)
    total += price_data.unit_amount * quantity
  }
  if (total < 50) throw invalid("The Checkout Session's total amount due must add up to at least 0.50.", "amount_too_small")
  return {
    mode: "payment",
    setup_intent: null,
    amount_subtotal: total,
    amount_total: total,
    currency: currency ?? null,
    payment_status: "unpaid",
    types: ["card"],
  }
}

const submitText = ({ custom_text: text }: Stripe.Checkout.SessionCreateParams): { message: string } | null =>
  text?.submit ? { message: text.submit.message } : null

const sessionOf = (
  world: World,
  id: string,
  params: Stripe.Checkout.SessionCreateParams,
  expiresAt: number,
  { types, ...purpose }: Purpose,
): Session => ({
  id,
  object: "checkout.session",
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: [...types],
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: params.cancel_url ?? null,
  client_reference_id: params.client_reference_id ?? null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: world.seconds,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: submitText(params), terms_of_service_acceptance: null },
  customer: params.customer ?? null,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: params.customer_email ?? null,
  discounts: null,
  expires_at: expiresAt,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {
    ...metadataOf(params.metadata),
  },
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "always",
  payment_method_configuration_details: null,
  payment_method_options: types.includes("sepa_debit") ? { sepa_debit: { mandate_options: { reference_prefix: prefixOf(params) } } } : {},
  payment_method_types: [...types],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  success_url: params.success_url ?? null,
  total_details: purpose.mode === "setup" ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted_page",
  url: `${world.pagesAt}/pay/${id}`,
  wallet_options: null,
  ...purpose,
})
