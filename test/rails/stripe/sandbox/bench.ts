import { Effect, Redacted } from "effect"
import { Stripe } from "stripe"
import { Emulator } from "../../../../rails/stripe/sandbox/Emulator.ts"
import { emulatorFetch } from "../support/emulatorFetch.ts"
import { loadSdk, StripeApi, type StripeApiShape } from "../../../../rails/stripe/StripeApi.ts"

/** Monday, 2 November 2026, 08:00 UTC. */
export const monday = Date.UTC(2026, 10, 2, 8)
export const dayMs = 86_400_000

export const good = "DE89370400440532013000"

export interface Scene {
  readonly emulator: Emulator
  /** The SDK as it is, for requests that the wrapper's types would not let through. */
  readonly sdk: Stripe
  readonly api: StripeApiShape
}

await Effect.runPromise(loadSdk)

/** An emulator of one's own, driven by the real SDK in this process. */
export const scene = (seed = "1"): Scene => {
  const emulator = new Emulator({ seed, now: monday })
  const httpClient = Stripe.createFetchHttpClient(emulatorFetch(emulator))
  const sdk = new Stripe("sk_test_1", { httpClient, maxNetworkRetries: 0, telemetry: false })
  const api = Effect.runSync(StripeApi.make({ secretKey: Redacted.make("sk_test_1"), fetch: emulatorFetch(emulator) }))
  return { emulator, sdk, api }
}

export interface Mandated {
  readonly customer: string
  readonly method: string
  readonly mandate: string
}

let count = 0
/** A key that no other request of this process has. */
export const key = () => ({ idempotencyKey: `key-${(count += 1)}` })

export const setupParams = (customer: string): Stripe.Checkout.SessionCreateParams => ({
  mode: "setup",
  customer,
  currency: "eur",
  allowed_payment_method_types: ["sepa_debit"],
  client_reference_id: "org-1",
  setup_intent_data: { metadata: { org: "org-1" } },
  success_url: "https://gateway.example/done?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://gateway.example/cancelled",
  payment_method_options: { sepa_debit: { mandate_options: { reference_prefix: "GW-" } } },
})

/** A customer who has accepted a mandate on an account. */
export const mandated = Effect.fnUntraced(function* ({ api, emulator }: Scene, iban = good) {
  const { id: customer } = yield* api.createCustomer({ name: "Anna Schmidt", email: "anna@example.com", metadata: { org: "org-1" } }, key())
  const { id } = yield* api.createSession(setupParams(customer), key())
  emulator.acceptMandate(id, { iban, name: "Anna Schmidt" })
  const { setup_intent } = yield* api.session(id)
  if (setup_intent === null || typeof setup_intent === "string") throw new Error("the session has no SetupIntent")
  return { customer, method: idOf(setup_intent.payment_method), mandate: idOf(setup_intent.mandate) } satisfies Mandated
})

export const idOf = (value: string | { readonly id: string } | null): string => (typeof value === "string" ? value : (value?.id ?? ""))

export const debitParams = ({ customer, mandate, method }: Mandated, amount = 1234): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: "eur",
  customer,
  payment_method: method,
  mandate,
  allowed_payment_method_types: ["sepa_debit"],
  off_session: true,
  confirm: true,
  metadata: { debit_id: "d-1", org: "org-1" },
})

export const topUpParams = (amount = 5000): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: amount, product_data: { name: "Credits" } } }],
  metadata: { topup_id: "t-1" },
  payment_intent_data: { metadata: { topup_id: "t-1" } },
  success_url: "https://gateway.example/done",
  cancel_url: "https://gateway.example/cancelled",
})

/** The latest charge of a PaymentIntent that was requested with `expand: ["latest_charge"]`. */
export const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge => {
  if (latest_charge === null || typeof latest_charge === "string") throw new Error("the PaymentIntent was answered without its charge")
  return latest_charge
}

/** Types of all events, oldest first. */
export const eventTypes = ({ emulator }: Scene): ReadonlyArray<string> => emulator.state.all("event").map(({ type }) => type)
