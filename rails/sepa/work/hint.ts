import { Effect } from "effect"
import type Stripe from "stripe"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { book } from "../collection/book.ts"
import type { Collection } from "../collection/Collection.ts"
import { isTaken, observationOf } from "../collection/observe.ts"
import { takeRefunds } from "../collection/refunds.ts"
import { learn } from "../collection/submit.ts"
import { refreshMandate, takeSetUp } from "../debtor/mandate.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { StripeUncertain } from "../../stripe/outcomes.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { refreshTopup } from "../topup/refreshTopup.ts"

/** The events that are worth a look. */
export const hintTypes: ReadonlyArray<Stripe.WebhookEndpointCreateParams.EnabledEvent> = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "setup_intent.succeeded",
  "mandate.updated",
  "payment_intent.processing",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
]

/**
 * An event only says where to look: what it is about is fetched as it is now. Its id is written down after the work, so
 * that one whose work was cut short is worked on again. Answers whether it was new.
 */
export const follow = Effect.fnUntraced(function* (event: Stripe.Event) {
  const store = yield* SepaStore
  if (yield* store.knowsEvent(event.id)) return false
  yield* lookAt(event)
  yield* store.rememberEvent(event.id)
  return true
})

const lookAt = Effect.fnUntraced(function* (event: Stripe.Event) {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return yield* lookAtSession(event.data.object.id)
    case "mandate.updated":
      return yield* lookAtMandate(event.data.object.id)
    case "payment_intent.processing":
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return void (yield* lookAtIntent(event.data.object.id))
    case "charge.dispute.created":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return yield* lookAtDispute(event.data.object)
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return void (yield* lookAtIntent(idOf(event.data.object.payment_intent)))
    default:
      return
  }
})

const lookAtSession = Effect.fnUntraced(function* (id: string) {
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const session = yield* stripe.session(id)
  const organisation = session.client_reference_id
  if (session.mode === "setup" && organisation !== null) {
    const debtor = yield* store.debtor(OrganisationId.make(organisation))
    if (debtor !== undefined && debtor.customer === idOf(session.customer)) yield* takeSetUp(debtor.organisation, session)
    return
  }
  yield* lookAtTopup(session.metadata?.["topup_id"])
})

const lookAtMandate = Effect.fnUntraced(function* (id: string) {
  const store = yield* SepaStore
  const debtor = yield* store.debtorOfMandate(id)
  if (debtor !== undefined) yield* refreshMandate(debtor)
})

/** What is disputed. Nobody looks again once this was looked at, so a debit that does not show it yet is not done with. */
export const lookAtDispute = Effect.fnUntraced(function* (dispute: Stripe.Dispute) {
  const { id, payment_intent: intent } = dispute
  const collection = yield* lookAtIntent(idOf(intent))
  if (collection !== undefined && collection.dispute === id && dispute.status === "won")
    return yield* Effect.logError(givenBack(collection))
  if (collection === undefined || collection.status === "disputed" || !isTaken(dispute)) return
  return yield* new StripeUncertain({ message: `Stripe lists the dispute ${id}, but the debit ${collection.id} does not show it yet.` })
})

/** Stripe holds that disputes of direct debits are final. Should one be won after it was booked, a person has to see to it. */
const givenBack = ({ id, next, organisation }: Collection): string => {
  const what = `sepa: the dispute of debit ${id} of organisation ${organisation} is won, so its money is there after all.`
  return next === null
    ? `${what} Before the organisation gives a new mandate: farthing sepa write-off ${id} --reason "paid by Stripe", or it is debited again.`
    : `${what} It was claimed again by debit ${next}: refund that one at Stripe's dashboard.`
}

/** Nor is one done with whose refund is not among its own yet. */
export const lookAtRefund = (refund: Stripe.Refund) => lookAtIntent(idOf(refund.payment_intent), refund)

/** The debit or top-up that a PaymentIntent says it is for. What is none of ours is left alone. */
const lookAtIntent = Effect.fnUntraced(function* (id: string | null, refund?: Stripe.Refund) {
  if (id === null) return undefined
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const intent = yield* stripe.paymentIntent(id)
  const collectionId = intent.metadata["collection_id"]
  if (collectionId === undefined) return void (yield* lookAtTopup(intent.metadata["topup_id"]))
  const collection = yield* store.collection(collectionId)
  if (collection === undefined)
    return void (yield* Effect.logWarning(`PaymentIntent ${id} names the collection ${collectionId}, which is not here`))
  const learned = yield* learn(collection, yield* observationOf(intent))
  yield* book(learned)
  if (learned.paymentIntent === intent.id) yield* takeRefunds(learned, intent, refund)
  // A debit that fails or is disputed may be how Stripe learned that the mandate is gone.
  const debtor = learned.status === "failed" || learned.status === "disputed" ? yield* store.debtor(learned.organisation) : undefined
  if (debtor !== undefined) yield* refreshMandate(debtor)
  return learned
})

const lookAtTopup = Effect.fnUntraced(function* (id: string | undefined) {
  if (id === undefined) return
  const store = yield* SepaStore
  const topup = yield* store.topup(id)
  if (topup !== undefined) yield* refreshTopup(topup)
})

const idOf = (thing: string | { readonly id: string } | null): string | null =>
  thing === null || typeof thing === "string" ? thing : thing.id
