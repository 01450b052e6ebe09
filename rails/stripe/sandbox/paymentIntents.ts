import type { Stripe } from "stripe"
import { payBySavedCard } from "./cards.ts"
import { chargeFails, idOf } from "./charges.ts"
import { startDebit } from "./debits.ts"
import { openPaymentIntent } from "./intents.ts"
import { mandatesOf } from "./mandates.ts"
import { metadataOf } from "./State.ts"
import { notInEuro } from "./sessions.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

type Create = Stripe.PaymentIntentCreateParams
type Confirm = Stripe.PaymentIntentConfirmParams

const dayMs = 86_400_000
const minCents = 50
/** Stripe's limit for one direct debit. */
const maxCents = 1_000_000

/** A debit: created and, with `confirm`, handed to the bank. Or a payment by a saved card, at once. */
export const createPaymentIntent = (world: World, params: Create): Stripe.PaymentIntent => {
  if (params.allowed_payment_method_types?.length === 1 && params.allowed_payment_method_types[0] === "card")
    return chargeCard(world, params)
  checkCreate(world, params)
  const debit = params.confirm === true ? debitOf(world, params, params.customer ?? null) : undefined
  const intent = openPaymentIntent(world, {
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    types: ["sepa_debit"],
    description: params.description ?? null,
    statementDescriptor: params.statement_descriptor,
    metadata: metadataOf(params.metadata),
  })
  if (debit === undefined) {
    return params.payment_method === undefined
      ? intent
      : world.state.put("payment_intent", { ...intent, status: "requires_confirmation", payment_method: params.payment_method })
  }
  return startDebit(world, intent, debit.method, debit.mandate, debit.targetDate)
}

const chargeCard = (world: World, params: Create): Stripe.PaymentIntent => {
  const { amount, confirm, currency, customer, off_session: offSession, payment_method: named } = params
  if (confirm !== true || offSession !== true || customer === undefined || named === undefined) {
    throw invalid("The sandbox charges saved cards only: send confirm, off_session, customer and payment_method.", "parameter_missing")
  }
  if (!["usd", "eur"].includes(currency.toLowerCase())) throw invalid("Invalid currency", undefined, "currency")
  if (amount < minCents) throw invalid("Amount must be at least 0.50", "amount_too_small", "amount")
  world.need("customer", customer, "customer")
  const method = world.need("payment_method", named, "payment_method")
  if (method.type !== "card" || idOf(method.customer) !== customer) {
    throw invalid("The PaymentMethod is not a card of this Customer.", "payment_method_unexpected_state", "payment_method")
  }
  const intent = openPaymentIntent(world, {
    amount,
    currency: currency.toLowerCase(),
    customer,
    types: ["card"],
    description: params.description ?? null,
    metadata: metadataOf(params.metadata),
  })
  return payBySavedCard(world, intent, method)
}

const checkCreate = (world: World, params: Create) => {
  const { allowed_payment_method_types: types, amount, currency } = params
  if (types === undefined || types.length !== 1 || types[0] !== "sepa_debit") {
    throw invalid(
      "The sandbox collects SEPA direct debits and charges saved cards: send allowed_payment_method_types[0]=sepa_debit, or card.",
      undefined,
      "allowed_payment_method_types",
    )
  }
  if (amount < 1) throw invalid("Invalid positive integer", "parameter_invalid_integer", "amount")
  if (currency.toLowerCase() !== "eur") throw notInEuro("currency")
  if (amount < minCents) throw invalid("Amount must be at least €0.50 eur", "amount_too_small", "amount")
  if (amount > maxCents) throw invalid("Amount must be no more than €10,000.00 eur", "amount_too_large", "amount")
  if ((params.statement_descriptor?.length ?? 0) > 22)
    throw invalid("The statement descriptor must be at most 22 characters.", "parameter_invalid_string", "statement_descriptor")
  if (params.customer !== undefined) world.need("customer", params.customer, "customer")
  if (params.confirm === true) return
  for (const name of ["off_session", "mandate", "mandate_data"] as const) {
    if (params[name] !== undefined)
      throw invalid(`You can only set \`${name}\` if you are also confirming: \`confirm=true\`.`, undefined, name)
  }
}

interface Debit {
  readonly payment_method?: string | undefined
  readonly mandate?: string
  readonly mandate_data?: unknown
  readonly setup_future_usage?: unknown
  readonly payment_method_options?: Create["payment_method_options"] | Confirm["payment_method_options"]
}

const debitOf = (world: World, params: Debit, customer: string | null) => {
  if (params.payment_method === undefined) {
    throw invalid("You cannot confirm this PaymentIntent because it's missing a payment method.", "parameter_missing", "payment_method")
  }
  const method = world.need("payment_method", params.payment_method, "payment_method")
  if (method.type !== "sepa_debit") {
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      "payment_intent_invalid_parameter",
      "payment_method",
    )
  }
  const owner = idOf(method.customer)
  if (owner === null) {
    throw invalid(
      "The provided PaymentMethod was detached from its Customer and cannot be used again.",
      "payment_method_unexpected_state",
      "payment_method",
    )
  }
  if (owner !== customer) {
    throw invalid("The provided PaymentMethod belongs to another Customer.", "payment_method_unexpected_state", "payment_method")
  }
  if (params.setup_future_usage !== undefined && params.mandate_data === undefined) {
    throw invalid("Missing required param: mandate_data.", "parameter_missing", "mandate_data")
  }
  const options = params.payment_method_options?.sepa_debit
  const targetDate = typeof options === "object" && options !== null ? options.target_date : undefined
  return { method, mandate: mandateFor(world, method.id, params.mandate), targetDate }
}

const mandateFor = (world: World, method: string, named: string | undefined): Stripe.Mandate => {
  const mandate =
    named === undefined ? mandatesOf(world, method).findLast(({ status }) => status === "active") : world.need("mandate", named, "mandate")
  if (mandate === undefined) {
    throw invalid("A mandate is required to debit this bank account.", "payment_intent_mandate_invalid", "mandate")
  }
  if (idOf(mandate.payment_method) !== method) {
    throw invalid("The provided mandate is for another PaymentMethod.", "payment_intent_mandate_invalid", "mandate")
  }
  if (mandate.status !== "active") {
    throw invalid(`The provided mandate is ${mandate.status}: it cannot be used.`, "payment_intent_mandate_invalid", "mandate")
  }
  return mandate
}

export const confirmPaymentIntent = (world: World, id: string, params: Confirm): Stripe.PaymentIntent => {
  const intent = world.need("payment_intent", id)
  if (intent.status !== "requires_confirmation" && intent.status !== "requires_payment_method") {
    throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`, "payment_intent_unexpected_state")
  }
  const method = params.payment_method ?? idOf(intent.payment_method) ?? undefined
  const debit = debitOf(world, { ...params, payment_method: method }, idOf(intent.customer))
  return startDebit(world, intent, debit.method, debit.mandate, debit.targetDate)
}

/** Only what has not been handed to the bank can be called off. A debit with a day of its own is handed over on the day before. */
export const cancelPaymentIntent = (world: World, id: string, params: Stripe.PaymentIntentCancelParams): Stripe.PaymentIntent => {
  const intent = world.need("payment_intent", id)
  const day = Date.parse(intent.payment_method_options?.sepa_debit?.target_date ?? "")
  const isWithUs = intent.status === "processing" && world.now < day - dayMs
  if (!isWithUs && !["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status)) {
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, "payment_intent_unexpected_state")
  }
  const charge = world.state.get("charge", idOf(intent.latest_charge) ?? "")
  if (charge?.status === "pending") chargeFails(world, charge, "canceled", "The PaymentIntent was canceled.")
  const canceled = world.state.put("payment_intent", {
    ...intent,
    status: "canceled",
    canceled_at: world.seconds,
    cancellation_reason: params.cancellation_reason ?? null,
  })
  world.emit("payment_intent.canceled", canceled)
  return canceled
}
