import { isSEPACountry, isValidIBAN } from "ibantools"
import { createHash } from "node:crypto"
import type { Stripe } from "stripe"
import { idOf } from "./charges.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

export interface Payer {
  readonly iban: string
  readonly name: string
  readonly email: string | null
  readonly ip: string | null
  readonly userAgent: string | null
}

/** A bank account as a payment method of a customer. */
export const openSepaMethod = (world: World, customer: string | null, payer: Payer): Stripe.PaymentMethod => {
  const iban = payer.iban.replaceAll(/\s/g, "").toUpperCase()
  if (!isValidIBAN(iban) || !isSEPACountry(iban.slice(0, 2))) {
    throw invalid("The IBAN you provided is invalid.", "invalid_bank_account_iban", "sepa_debit[iban]")
  }
  if (payer.name.trim() === "") {
    throw invalid("Missing required param: billing_details[name].", "parameter_missing", "billing_details[name]")
  }
  const german = iban.startsWith("DE")
  const method = world.state.put("payment_method", {
    id: world.id("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: payer.email, name: payer.name.trim(), phone: null, tax_id: null },
    created: world.seconds,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "sepa_debit",
    sepa_debit: {
      bank_code: german ? iban.slice(4, 12) : null,
      branch_code: null,
      country: iban.slice(0, 2),
      fingerprint: createHash("sha256").update(iban).digest("hex").slice(0, 16),
      generated_from: { charge: null, setup_attempt: null },
      last4: iban.slice(-4),
    },
  })
  world.state.put("bank", { id: method.id, iban, revoked: false, failNext: null })
  if (customer !== null) world.emit("payment_method.attached", method)
  return method
}

export const openMandate = (
  world: World,
  method: Stripe.PaymentMethod,
  payer: Payer,
  prefix: string,
  status: "active" | "pending",
): Stripe.Mandate => {
  const id = world.id("mandate")
  return world.state.put("mandate", {
    id,
    object: "mandate",
    customer_acceptance: {
      accepted_at: world.seconds,
      online: { ip_address: payer.ip, user_agent: payer.userAgent },
      type: "online",
    },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: {
      type: "sepa_debit",
      sepa_debit: { reference: `${prefix}${id.slice(-12).toUpperCase()}`, url: `${world.pagesAt}/mandate/${id}` },
    },
    status,
    type: "multi_use",
  })
}

export const setMandate = (world: World, id: string, status: Stripe.Mandate["status"]): Stripe.Mandate => {
  const mandate = world.need("mandate", id)
  if (mandate.status === status) return mandate
  const after = world.state.put("mandate", { ...mandate, status })
  world.emit("mandate.updated", after)
  return after
}

export const mandatesOf = (world: World, method: string): ReadonlyArray<Stripe.Mandate> =>
  world.state.all("mandate").filter(({ payment_method }) => idOf(payment_method) === method)

export const endMandates = (world: World, method: string): void => {
  for (const { id } of mandatesOf(world, method)) setMandate(world, id, "inactive")
}

/** The payer revokes the mandate at the bank. Stripe is not notified. */
export const revokeAtBank = (world: World, mandateId: string): void => {
  const bank = world.state.get("bank", idOf(world.need("mandate", mandateId).payment_method) ?? "")
  if (bank !== undefined) world.state.put("bank", { ...bank, revoked: true })
}

/** The next debit from the account of a mandate fails with this code. */
export const failNextDebit = (world: World, mandateId: string, code: string): void => {
  const bank = world.state.get("bank", idOf(world.need("mandate", mandateId).payment_method) ?? "")
  if (bank !== undefined) world.state.put("bank", { ...bank, failNext: code })
}
