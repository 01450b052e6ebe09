import type { Stripe } from "stripe"
import { type Card, openSavedCard, payByCard } from "./cards.ts"
import { idOf } from "./charges.ts"
import { openPaymentIntent, setupSucceeds } from "./intents.ts"
import { openMandate, openSepaMethod, type Payer } from "./mandates.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

type Session = Stripe.Checkout.Session

/** The session, if a person can still use its page. */
export const openSessionAt = (world: World, id: string, mode?: "setup" | "payment"): Session => {
  const session = world.need("session", id)
  if (session.status !== "open") throw invalid(`This checkout session is ${session.status}.`, "checkout_session_not_open")
  if (mode !== undefined && session.mode !== mode) throw invalid(`This checkout session is for ${session.mode}.`)
  return session
}

/** The payer enters an account and accepts the mandate. */
export const acceptMandate = (world: World, id: string, payer: Payer, status: "active" | "pending" = "active"): Session => {
  const session = openSessionAt(world, id, "setup")
  const intent = world.need("setup_intent", idOf(session.setup_intent) ?? "")
  const method = openSepaMethod(world, idOf(session.customer), payer)
  const prefix = session.payment_method_options?.sepa_debit?.mandate_options?.reference_prefix ?? ""
  setupSucceeds(world, intent, method, openMandate(world, method, payer, prefix, status))
  return completed(world, session, payer, {})
}

/** The payer saves a test card, which pays later without the payer. */
export const saveCard = (world: World, id: string, card: Card): Session => {
  const session = openSessionAt(world, id, "setup")
  const intent = world.need("setup_intent", idOf(session.setup_intent) ?? "")
  setupSucceeds(world, intent, openSavedCard(world, idOf(session.customer), card), null)
  return completed(world, session, card, {})
}

/** Whether the page of a session is for a card. */
export const isForCard = ({ payment_method_types: types }: Session): boolean => types.includes("card")

/** The payer pays with a test card, or is declined and may try another. */
export const pay = (world: World, id: string, card: Card): Session => {
  const session = openSessionAt(world, id, "payment")
  const before = world.state.get("payment_intent", idOf(session.payment_intent) ?? "")
  const plan = world.state.get("plan", id)
  const intent =
    before ??
    openPaymentIntent(world, {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "",
      customer: idOf(session.customer),
      types: ["card"],
      description: plan?.description ?? null,
      metadata: { ...plan?.metadata },
    })
  const current = world.state.put("session", { ...session, payment_intent: intent.id })
  payByCard(world, intent, card)
  return completed(world, current, card, { payment_status: "paid" })
}

const completed = (
  world: World,
  session: Session,
  { email, name }: { readonly email: string | null; readonly name: string | null },
  paid: { readonly payment_status?: "paid" },
): Session => {
  const done = world.state.put("session", {
    ...session,
    ...paid,
    status: "complete",
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
  })
  world.emit("checkout.session.completed", done)
  return done
}

/** Expires the page. A page that is complete or expired stays as it is. */
export const expireSession = (world: World, id: string): Session => {
  const session = world.need("session", id)
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  const expired = world.state.put("session", { ...session, status: "expired", url: null })
  world.emit("checkout.session.expired", expired)
  return expired
}

/** The pages are at another address from now on: a component that starts again gets another port. */
export const movePages = (world: World, url: string): void => {
  if (world.pagesAt === url) return
  world.pagesAt = url
  for (const session of world.state.all("session"))
    if (session.url !== null) world.state.put("session", { ...session, url: `${url}/pay/${session.id}` })
  for (const mandate of world.state.all("mandate")) {
    const sepa = mandate.payment_method_details.sepa_debit
    if (sepa === undefined) continue
    const details = { ...mandate.payment_method_details, sepa_debit: { ...sepa, url: `${url}/mandate/${mandate.id}` } }
    world.state.put("mandate", { ...mandate, payment_method_details: details })
  }
}
