import type Stripe from "stripe"
import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { feeBegins } from "../fees.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { euros, SepaTerms } from "../settings.ts"
import { createOnce } from "../../stripe/createOnce.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { Debtor, Mandate } from "../store/Debtor.ts"
import { configureAccount, suspend } from "./configureAccount.ts"
import { customerDeleted, customerOf, refreshCustomer } from "./customer.ts"

export interface ReturnUrls {
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface SetUpPage {
  readonly url: string
  readonly expiresAt: number
}

/** The newest of a list in which an object is looked for. */
const maxListed = 2_000

/** A page that was opened is handed out again while it has at least this long to live. */
const stillGoodMs = 3_600_000

/**
 * The page on which a person gives the mandate. Its row is stored before the request to Stripe, with a number that is the key of
 * the request: a retry while the outcome is unknown opens the same page.
 */
export const openSetUp = Effect.fnUntraced(function* (organisation: OrganisationId, returns: ReturnUrls) {
  const store = yield* SepaStore
  const customer = yield* customerOf(organisation)
  const now = yield* store.now
  const { setUp } = yield* store.changeDebtor(organisation, (debtor) => withSetUp(debtor, returns, now))
  if (setUp === null) return undefined
  if (setUp.url !== null && setUp.expiresAt !== null) return { url: setUp.url, expiresAt: setUp.expiresAt } satisfies SetUpPage
  const stripe = yield* StripeApi
  const { monthlyFeeCents } = yield* SepaTerms
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "setup",
    customer,
    currency: "eur",
    allowed_payment_method_types: ["sepa_debit"],
    client_reference_id: organisation,
    metadata: { org: organisation, set_up: String(setUp.number) },
    setup_intent_data: { metadata: { org: organisation } },
    payment_method_options: { sepa_debit: { mandate_options: { reference_prefix: "FARTHING-" } } },
    ...(monthlyFeeCents > 0n && { custom_text: { submit: { message: feeText(monthlyFeeCents) } } }),
    success_url: setUp.successUrl,
    cancel_url: setUp.cancelUrl,
  }
  const session = yield* createOnce({
    key: `set-up:${organisation}:${setUp.number}`,
    create: (idempotencyKey) => stripe.createSession(params, { idempotencyKey }),
    find: Effect.map(stripe.sessions({ customer }, maxListed), ({ items }) =>
      items.find(({ metadata }) => metadata?.["set_up"] === String(setUp.number)),
    ),
  }).pipe(Effect.tapErrorTag("StripeRefused", () => refuseIfDeleted(organisation)))
  const url = session.url ?? setUp.successUrl
  const expiresAt = session.expires_at * 1000
  yield* store.changeDebtor(organisation, (debtor) =>
    debtor.setUp?.number === setUp.number ? { ...debtor, setUp: { ...debtor.setUp, session: session.id, url, expiresAt } } : debtor,
  )
  return { url, expiresAt } satisfies SetUpPage
})

/** Stripe refuses a page for a customer that was deleted. From then on nothing is sold, and the refusal names the command that makes a new one. */
const refuseIfDeleted = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  const isDeleted = debtor !== undefined && (yield* Effect.orElseSucceed(refreshCustomer(debtor), () => false))
  if (isDeleted) return yield* customerDeleted(organisation, debtor.customer)
})

/** On the page, above the button. */
const feeText = (monthlyCents: bigint) =>
  `Paying by direct debit costs ${euros(monthlyCents)} a month beside the calls, for the days on which it can be used, until you end the mandate.`

const withSetUp = (debtor: Debtor, { cancelUrl, successUrl }: ReturnUrls, now: number): Debtor => {
  const { setUp } = debtor
  const same = setUp !== null && setUp.successUrl === successUrl && setUp.cancelUrl === cancelUrl
  if (same && (setUp.expiresAt === null || setUp.expiresAt - now > stillGoodMs)) return debtor
  const number = debtor.setUps + 1
  return { ...debtor, setUps: number, setUp: { number, successUrl, cancelUrl, session: null, url: null, expiresAt: null } }
}

/** What became of the set-up page that is open. With the mandate comes the subscription. */
export const refreshSetUp = Effect.fnUntraced(function* ({ organisation, setUp }: Debtor) {
  if (setUp === null || setUp.session === null) return
  const stripe = yield* StripeApi
  yield* takeSetUp(organisation, yield* stripe.session(setUp.session))
})

/** A set-up session as Stripe shows it now. One of an earlier page counts too: the person may have used that one. */
export const takeSetUp = Effect.fnUntraced(function* (organisation: OrganisationId, session: Stripe.Checkout.Session) {
  const store = yield* SepaStore
  const accepted = session.status === "complete" ? mandateIn(session) : undefined
  if (accepted === undefined && session.status !== "expired") return
  const now = yield* store.now
  yield* store.changeDebtor(organisation, (debtor) => {
    const setUp = debtor.setUp?.session === session.id ? null : debtor.setUp
    if (accepted === undefined || accepted.id === debtor.mandate?.id || debtor.customerDeletedAt !== null) return { ...debtor, setUp }
    // An older page that was read late does not replace a newer mandate.
    if ((debtor.mandate?.acceptedAt ?? 0) > (accepted.acceptedAt ?? 0)) return { ...debtor, setUp, replaced: also(debtor, accepted) }
    const replaced = debtor.mandate === null ? debtor.replaced : also(debtor, debtor.mandate)
    return { ...debtor, setUp, replaced, mandate: accepted, subscription: "active", closing: false, ...feeBegins(debtor, now) }
  })
  yield* configureAccount(organisation)
})

const also = ({ replaced }: Debtor, { paymentMethod }: Mandate): ReadonlyArray<string> => [...new Set([...replaced, paymentMethod])]

const mandateIn = ({ setup_intent: intent }: Stripe.Checkout.Session): Mandate | undefined => {
  if (intent === null || typeof intent !== "object") return undefined
  const { mandate, payment_method: method } = intent
  return typeof mandate === "object" && mandate !== null && typeof method === "object" && method !== null
    ? mandateOf(mandate, method)
    : undefined
}

const mandateOf = (mandate: Stripe.Mandate, method: Stripe.PaymentMethod): Mandate => ({
  id: mandate.id,
  status: statusOf(mandate),
  paymentMethod: method.id,
  reference: mandate.payment_method_details.sepa_debit?.reference ?? null,
  last4: method.sepa_debit?.last4 ?? null,
  acceptedAt: mandate.customer_acceptance.accepted_at === null ? null : mandate.customer_acceptance.accepted_at * 1000,
})

const statusOf = ({ status }: Stripe.Mandate): Mandate["status"] => {
  if (status === "active") return "active"
  return status === "inactive" ? "inactive" : "pending"
}

/** Reads the mandate again: one that is not active any more stops calls at once, and what is owed stays owed. */
export const refreshMandate = Effect.fnUntraced(function* ({ customerDeletedAt, mandate, organisation }: Debtor) {
  if (mandate === null || customerDeletedAt !== null) return
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const status = statusOf(yield* stripe.mandate(mandate.id))
  if (status !== mandate.status) {
    if (status !== "active") yield* suspend(organisation)
    yield* store.changeDebtor(organisation, (debtor) =>
      debtor.mandate?.id === mandate.id ? { ...debtor, mandate: { ...debtor.mandate, status } } : debtor,
    )
  }
  yield* configureAccount(organisation)
})
