import type { Stripe } from "stripe"
import { businessDaysAfter } from "../targetDays.ts"
import { dateOf, firstDay } from "./debitDays.ts"
import { chargeFails, chargeSucceeds, idOf, openCharge } from "./charges.ts"
import { endMandates } from "./mandates.ts"
import { invalid } from "./StripeProblem.ts"
import { behaviourOf } from "./testAccounts.ts"
import type { World } from "./World.ts"

const noonMs = 12 * 3_600_000
const dayMs = 86_400_000

/** Codes after which the mandate collects nothing any more. */
const endsMandate = new Set([
  "authorization_revoked",
  "debit_not_authorized",
  "account_closed",
  "bank_account_restricted",
  "debit_authorization_not_match",
  "recipient_deceased",
])

/** Hands a debit to the bank. Nothing is known of it for some business days. */
export const startDebit = (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  mandate: Stripe.Mandate,
  targetDate: string | undefined,
): Stripe.PaymentIntent => {
  const bank = world.state.get("bank", method.id)
  const behaviour = behaviourOf(bank?.iban ?? "")
  const begins = targetDate === undefined ? firstDay(world.now) : targetDay(world, targetDate)
  // A requested day is the day of the debit itself, or the first bank business day after it.
  const debited = targetDate === undefined ? businessDaysAfter(begins, 1) : begins
  const account = method.sepa_debit
  const charge = openCharge(world, intent, method, {
    type: "sepa_debit",
    sepa_debit: {
      bank_code: account?.bank_code ?? null,
      branch_code: account?.branch_code ?? null,
      country: account?.country ?? null,
      expected_debit_date: dateOf(debited),
      fingerprint: account?.fingerprint ?? null,
      last4: account?.last4 ?? null,
      mandate: mandate.id,
    },
  })
  const started = world.state.put("payment_intent", {
    ...intent,
    status: "processing",
    payment_method: method.id,
    payment_method_options: targetDate === undefined ? intent.payment_method_options : { sepa_debit: { target_date: targetDate } },
    latest_charge: charge.id,
    last_payment_error: null,
  })
  const fails = bank?.failNext ?? behaviour.fails ?? null
  if (bank !== undefined && bank.failNext !== null) world.state.put("bank", { ...bank, failNext: null })
  const days = fails !== null && behaviour.fails === undefined ? 4 : behaviour.days
  world.schedule(businessDaysAfter(begins, days) + noonMs, "settle", intent.id, fails)
  world.emit("payment_intent.processing", started)
  world.emit("charge.pending", charge)
  return started
}

/** Three to fifteen calendar days ahead, as the SDK documents; where banks rest on it, the first day after. */
const targetDay = (world: World, date: string): number => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  const param = "payment_method_options[sepa_debit][target_date]"
  if (Number.isNaN(at) || dateOf(at) !== date) throw invalid(`Invalid ${param}: must be a date as YYYY-MM-DD.`, undefined, param)
  const days = (at - Math.floor(world.now / dayMs) * dayMs) / dayMs
  if (days < 3 || days > 15) throw invalid(`Invalid ${param}: must be 3 to 15 days ahead.`, undefined, param)
  return firstDay(at)
}

/** The bank has answered. A mandate that was revoked at the bank shows only here. */
export const settleDebit = (world: World, intentId: string, fails: string | null): void => {
  const intent = world.state.get("payment_intent", intentId)
  const charge = world.state.get("charge", idOf(intent?.latest_charge) ?? "")
  if (intent === undefined || charge === undefined || intent.status !== "processing") return
  const method = charge.payment_method ?? ""
  const bank = world.state.get("bank", method)
  const code = bank?.revoked === true ? "authorization_revoked" : fails
  if (code !== null) return debitFails(world, intent, charge, code)
  chargeSucceeds(world, charge)
  const paid = world.state.put("payment_intent", { ...intent, status: "succeeded", amount_received: intent.amount })
  world.emit("payment_intent.succeeded", paid)
  if (behaviourOf(bank?.iban ?? "").disputed === true)
    world.schedule(businessDaysAfter(Math.floor(world.now / dayMs) * dayMs, 1) + noonMs, "dispute", charge.id)
}

const debitFails = (world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge, code: string) => {
  const message = `The bank did not pay this debit (${code}).`
  const failed = chargeFails(world, charge, code, message)
  const after = world.state.put("payment_intent", {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_payment_attempt_failed",
      message,
      charge: failed.id,
      ...(charge.payment_method === null ? {} : { payment_method: world.need("payment_method", charge.payment_method) }),
    },
  })
  world.emit("payment_intent.payment_failed", after)
  if (endsMandate.has(code) && charge.payment_method !== null) endMandates(world, charge.payment_method)
}
