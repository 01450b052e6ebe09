import type { Stripe } from "stripe"
import { idOf } from "./charges.ts"
import { endMandates } from "./mandates.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"
import { metadataOf } from "./State.ts"

export const openCustomer = (world: World, params: Stripe.CustomerCreateParams): Stripe.Customer => {
  requireEmail(params.email)
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

/** Name and e-mail; an empty text removes one. */
export const updateCustomer = (world: World, { email, name }: Stripe.CustomerUpdateParams, id: string): Stripe.Customer => {
  const before = world.need("customer", id)
  if (email !== "") requireEmail(email)
  const customer = world.state.put("customer", {
    ...before,
    name: name === undefined ? (before.name ?? null) : name || null,
    email: email === undefined ? before.email : email || null,
  })
  world.emit("customer.updated", customer)
  return customer
}

const requireEmail = (email: string | undefined) => {
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid(`Invalid email address: ${email}`, "email_invalid", "email")
}

/** As from the dashboard. Payment methods are detached: nothing is debited from them any more. */
export const deleteCustomer = (world: World, id: string): Stripe.DeletedCustomer => {
  const customer = world.need("customer", id)
  world.state.remove("customer", id)
  const deleted = world.state.put("deleted_customer", { id, object: "customer", deleted: true })
  for (const method of world.state.all("payment_method"))
    if (idOf(method.customer) === id) {
      world.state.put("payment_method", { ...method, customer: null })
      endMandates(world, method.id)
    }
  world.emit("customer.deleted", customer)
  return deleted
}
