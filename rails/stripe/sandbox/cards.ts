import { createHash } from "node:crypto"
import type { Stripe } from "stripe"
import { chargeFails, chargeSucceeds, openCharge } from "./charges.ts"
import { invalid, StripeProblem } from "./StripeProblem.ts"
import { type CardBehaviour, cardBehaviourOf, testCardNumbers } from "./testAccounts.ts"
import type { World } from "./World.ts"

const dayMs = 86_400_000

export interface Card {
  readonly number: string
  readonly name: string | null
  readonly email: string | null
}

/** Collects from a test card at once. A decline is thrown after it was written down. */
export const payByCard = (world: World, intent: Stripe.PaymentIntent, card: Card): Stripe.PaymentIntent => {
  const number = card.number.replaceAll(/[\s-]/g, "")
  const behaviour = cardBehaviourOf(number)
  if (behaviour === undefined) {
    throw new StripeProblem(402, {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is incorrect. The sandbox takes test cards only, for instance 4242 4242 4242 4242.",
      param: "number",
    })
  }
  if (intent.status !== "requires_payment_method") {
    throw invalid("This PaymentIntent cannot be paid any more.", "payment_intent_unexpected_state")
  }
  return collect(world, intent, openCardMethod(world, number, behaviour.brand, null, card), number, behaviour, behaviour.declined)
}

/** A card that its holder saved. One that cannot be saved is refused as in a payment. */
export const openSavedCard = (world: World, customer: string | null, card: Card): Stripe.PaymentMethod => {
  const number = card.number.replaceAll(/[\s-]/g, "")
  const behaviour = cardBehaviourOf(number)
  if (behaviour === undefined || behaviour.declined !== undefined) {
    const code = behaviour?.declined?.code ?? "incorrect_number"
    throw new StripeProblem(402, {
      type: "card_error",
      code,
      message: "Your card was declined. Try another test card, for instance 4242 4242 4242 4242.",
    })
  }
  return openCardMethod(world, number, behaviour.brand, customer, card)
}

/** Collects from a saved card, without its holder. A decline is thrown after it was written down. */
export const payBySavedCard = (world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent => {
  const number = testCardNumbers.find((candidate) => fingerprintOf(candidate) === method.card?.fingerprint) ?? ""
  const behaviour = cardBehaviourOf(number) ?? { brand: "visa" }
  return collect(world, intent, method, number, behaviour, behaviour.savedDeclined)
}

const collect = (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  number: string,
  behaviour: CardBehaviour,
  declined: CardBehaviour["declined"],
): Stripe.PaymentIntent => {
  const charge = openCharge(world, intent, method, cardDetails(intent.amount, behaviour.brand, number))
  if (declined !== undefined) return decline(world, intent, method, charge, declined)
  chargeSucceeds(world, charge)
  const paid = world.state.put("payment_intent", {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: method.id,
  })
  world.emit("payment_intent.succeeded", paid)
  if (behaviour.disputed === true) world.schedule(world.now + dayMs, "dispute", charge.id)
  return paid
}

const decline = (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  charge: Stripe.Charge,
  { code, declineCode }: { readonly code: string; readonly declineCode?: string },
): never => {
  const message = "Your card was declined."
  const decided = declineCode === undefined ? {} : { decline_code: declineCode }
  chargeFails(world, charge, code, message)
  const after = world.state.put("payment_intent", {
    ...intent,
    latest_charge: charge.id,
    last_payment_error: { type: "card_error", code, message, charge: charge.id, payment_method: method, ...decided },
  })
  world.emit("payment_intent.payment_failed", after)
  throw new StripeProblem(402, { type: "card_error", code, message, ...decided, payment_intent: after })
}

const openCardMethod = (world: World, number: string, brand: string, customer: string | null, card: Card): Stripe.PaymentMethod =>
  world.state.put("payment_method", {
    id: world.id("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
    created: world.seconds,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "DE",
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(world.now).getUTCFullYear() + 3,
      fingerprint: fingerprintOf(number),
      funding: "credit",
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  })

const fingerprintOf = (number: string): string => createHash("sha256").update(number).digest("hex").slice(0, 16)

const cardDetails = (amount: number, brand: string, number: string): NonNullable<Stripe.Charge["payment_method_details"]> => ({
  type: "card",
  card: {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "DE",
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2035,
    funding: "credit",
    installments: null,
    last4: number.slice(-4),
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  },
})
