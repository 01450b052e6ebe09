import type { Stripe } from "stripe"
import { openSetupIntent, setupSucceeds } from "./intents.ts"
import { openMandate, openSepaMethod } from "./mandates.ts"
import { metadataOf } from "./State.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

/** A mandate without a hosted page: the payer accepted it on a page of one's own. Created and confirmed in one request. */
export const createSetupIntent = (world: World, params: Stripe.SetupIntentCreateParams): Stripe.SetupIntent => {
  const types = params.allowed_payment_method_types
  if (types === undefined || types.length !== 1 || types[0] !== "sepa_debit") {
    throw invalid("The sandbox sets up SEPA direct debits only.", undefined, "allowed_payment_method_types")
  }
  if (params.customer !== undefined) world.need("customer", params.customer, "customer")
  const intent = () =>
    openSetupIntent(world, {
      customer: params.customer ?? null,
      metadata: metadataOf(params.metadata),
      description: params.description ?? null,
      types: ["sepa_debit"],
    })
  if (params.confirm !== true) return intent()
  const iban = params.payment_method_data?.sepa_debit?.iban
  if (iban === undefined)
    throw invalid(
      "Missing required param: payment_method_data[sepa_debit][iban].",
      "parameter_missing",
      "payment_method_data[sepa_debit][iban]",
    )
  const acceptance = typeof params.mandate_data === "object" ? params.mandate_data?.customer_acceptance : undefined
  if (acceptance === undefined) throw invalid("Missing required param: mandate_data.", "parameter_missing", "mandate_data")
  const details = params.payment_method_data?.billing_details
  if (!details?.email) {
    throw invalid("Missing required param: billing_details[email].", "parameter_missing", "billing_details[email]")
  }
  const payer = {
    iban,
    name: details.name ?? "",
    email: details.email,
    ip: acceptance.online?.ip_address ?? null,
    userAgent: acceptance.online?.user_agent ?? null,
  }
  const method = openSepaMethod(world, params.customer ?? null, payer)
  return setupSucceeds(world, intent(), method, openMandate(world, method, payer, "", "active"))
}
