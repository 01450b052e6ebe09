import { Effect } from "effect"
import type Stripe from "stripe"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { createOnce } from "../../stripe/createOnce.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { AutoTopup } from "./AutoTopup.ts"
import { AutoTopupStore } from "./AutoTopupStore.ts"

const maxListed = 2_000

/** Stripe's customer that the card belongs to, made at first use. It is not the one of direct debits, whose mandates end with that one. */
const customerOf = Effect.fnUntraced(function* ({ customer, organisation }: AutoTopup) {
  if (customer !== null) return customer
  const stripe = yield* StripeApi
  const store = yield* AutoTopupStore
  const made = yield* createOnce({
    key: `auto-topup-customer:${organisation}`,
    create: (idempotencyKey) => stripe.createCustomer({ metadata: { auto_topup_org: organisation } }, { idempotencyKey }),
    find: Effect.map(stripe.customers({}, maxListed), ({ items }) =>
      items.find(({ metadata }) => metadata["auto_topup_org"] === organisation),
    ),
  })
  const kept = yield* store.put(organisation, (current) => ({ ...current!, customer: current!.customer ?? made.id }))
  return kept.customer ?? made.id
})

/** Opens Stripe's page on which a card is saved. Its row is stored first: a retry opens the same page. */
export const openCardPage = Effect.fnUntraced(function* (auto: AutoTopup) {
  const { organisation, page } = auto
  if (page === null || page.session !== null) return auto
  const stripe = yield* StripeApi
  const store = yield* AutoTopupStore
  const customer = yield* customerOf(auto)
  const number = String(page.number)
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "setup",
    customer,
    allowed_payment_method_types: ["card"],
    client_reference_id: organisation,
    metadata: { auto_topup_org: organisation, auto_topup_page: number },
    setup_intent_data: { metadata: { auto_topup_org: organisation } },
    success_url: page.successUrl,
    cancel_url: page.cancelUrl,
  }
  const session = yield* createOnce({
    key: `auto-topup-page:${organisation}:${number}`,
    create: (idempotencyKey) => stripe.createSession(params, { idempotencyKey }),
    find: Effect.map(stripe.sessions({ customer }, maxListed), ({ items }) =>
      items.find(({ metadata }) => metadata?.["auto_topup_page"] === number),
    ),
  })
  const opened = { session: session.id, url: session.url, expiresAt: session.expires_at * 1000 }
  return yield* store.put(organisation, (current) =>
    current?.page?.number === page.number ? { ...current, page: { ...current.page, ...opened } } : current!,
  )
})

/** What became of the page of an organisation: with the card the top-ups begin. */
export const refreshCard = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* AutoTopupStore
  const auto = yield* store.find(organisation)
  const session = auto?.page?.session ?? null
  if (session === null) return auto
  const stripe = yield* StripeApi
  const shown = yield* stripe.session(session)
  if (shown.status === "open") return auto
  const card = shown.status === "complete" ? cardIn(shown) : null
  const replaced = auto!.card?.paymentMethod
  const after = yield* store.put(organisation, (current) => {
    if (current!.page?.session !== session) return current!
    if (card === null || current!.status === "off") return { ...current!, page: null }
    return { ...current!, page: null, card, status: "active", failures: 0, retryAt: null, lastError: null }
  })
  if (card !== null && after.card?.paymentMethod === card.paymentMethod && replaced !== undefined) yield* detach(replaced)
  return after
})

const cardIn = ({ setup_intent: intent }: Stripe.Checkout.Session): AutoTopup["card"] => {
  if (intent === null || typeof intent !== "object" || intent.status !== "succeeded") return null
  const { payment_method: method } = intent
  if (method === null || typeof method !== "object" || method.card === undefined) return null
  return { paymentMethod: method.id, brand: method.card.brand, last4: method.card.last4 }
}

/** Stripe forgets the card. One that is forgotten already is refused, which is the same. */
const detach = Effect.fnUntraced(function* (paymentMethod: string) {
  const stripe = yield* StripeApi
  const detaching = Effect.asVoid(stripe.detachPaymentMethod(paymentMethod, { idempotencyKey: `detach:${paymentMethod}` }))
  yield* Effect.catchTag(detaching, "StripeRefused", () => Effect.void)
})

/** No further top-up begins, and the card is forgotten. A payment that is on its way still ends as it would. */
export const switchOff = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* AutoTopupStore
  const auto = yield* store.find(organisation)
  if (auto === undefined) return
  const { card } = yield* store.put(organisation, (current) => ({ ...current!, status: "off", page: null }))
  if (card === null) return
  yield* detach(card.paymentMethod)
  yield* store.put(organisation, (current) =>
    current!.status === "off" && current!.card?.paymentMethod === card.paymentMethod ? { ...current!, card: null } : current!,
  )
})

/** The automatic top-up that may still take money from the organisation's card, as a sentence. Undefined: none is open. */
export const openTopup = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const auto = yield* Effect.flatMap(AutoTopupStore, ({ find }) => find(organisation))
  return auto?.topup == null ? undefined : "an automatic top-up of it has not ended yet. Wait until its credits show it, and pay them out."
})
