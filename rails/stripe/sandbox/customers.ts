import type { Stripe } from "stripe"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"
import { metadataOf } from "./State.ts"

export const openCustomer = (world: World, params: Stripe.CustomerCreateParams): Stripe.Customer => {
  if (params.email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(params.email)) {
    throw invalid(`Invalid email address: ${params.email}`, "email_invalid", "email")
  }
  const customer = world.state.put("customer", {
    id: world.id("cus"),
    object: "customer",
    balance: 0,
    created: world.seconds,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadataOf(params.metadata),
    name: params.name ?? null,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  })
  world.emit("customer.created", customer)
  return customer
}
