import type Stripe from "stripe"
import { Effect } from "effect"
import { OrganisationId } from "../../domain/money/ids.ts"
import type { IntentCause, StripeSubscriber } from "../stripe/events.ts"
import { idOf } from "../stripe/StripeApi.ts"
import { StripeUncertain } from "../stripe/StripeFailure.ts"
import { book } from "./debits/book.ts"
import type { Collection } from "./store/Collection.ts"
import { isTaken, observationOf } from "./debits/observation.ts"
import { takeRefunds } from "./debits/refunds.ts"
import { learn } from "./debits/submit.ts"
import { refreshMandate, takeSetUp } from "./mandates/setUpPage.ts"
import type { SepaServices } from "./jobs.ts"
import { SepaStore } from "./store/SepaStore.ts"

/** What this rail does when a set-up page, a mandate or a PaymentIntent may have changed at Stripe. */
export const sepaSubscriber: StripeSubscriber<SepaServices> = {
  session: Effect.fnUntraced(function* (session) {
    const organisation = session.client_reference_id
    if (session.mode !== "setup" || organisation === null) return
    const store = yield* SepaStore
    const debtor = yield* store.debtor(OrganisationId.make(organisation))
    if (debtor !== undefined && debtor.customer === idOf(session.customer)) yield* takeSetUp(debtor.organisation, session)
  }),

  mandate: Effect.fnUntraced(function* (id) {
    const store = yield* SepaStore
    const debtor = yield* store.debtorOfMandate(id)
    if (debtor !== undefined) yield* refreshMandate(debtor)
  }),

  paymentIntent: Effect.fnUntraced(function* (intent, cause) {
    const store = yield* SepaStore
    const collectionId = intent.metadata["collection_id"]
    if (collectionId === undefined) return
    const collection = yield* store.collection(collectionId)
    if (collection === undefined)
      return yield* Effect.logWarning(`sepa: PaymentIntent ${intent.id} names the collection ${collectionId}, which does not exist here`)
    const learned = yield* takeIntent(collection, intent, cause)
    if (cause.dispute !== undefined) yield* checkDispute(learned, cause.dispute)
  }),
}

const takeIntent = Effect.fnUntraced(function* (collection: Collection, intent: Stripe.PaymentIntent, { refund }: IntentCause) {
  const store = yield* SepaStore
  const learned = yield* learn(collection, yield* observationOf(intent))
  yield* book(learned)
  if (learned.paymentIntent === intent.id) yield* takeRefunds(learned, intent, refund)
  // Stripe may learn by a failed or disputed debit that the mandate ended.
  const debtor = learned.status === "failed" || learned.status === "disputed" ? yield* store.debtor(learned.organisation) : undefined
  if (debtor !== undefined) yield* refreshMandate(debtor)
  return learned
})

/** A dispute is handled once. If its debit does not show it yet, this fails, so that the dispute is read again. */
const checkDispute = Effect.fnUntraced(function* (collection: Collection, dispute: Stripe.Dispute) {
  const { id } = dispute
  if (collection.dispute === id && dispute.status === "won") return yield* Effect.logError(wonAfterLost(collection))
  if (collection.status === "disputed" || !isTaken(dispute)) return
  return yield* new StripeUncertain({ message: `Stripe lists the dispute ${id}, but the debit ${collection.id} does not show it yet.` })
})

/** By Stripe's rules a dispute of a direct debit is final. If one is won after it was booked as lost, the operator must act. */
const wonAfterLost = ({ id, next, organisation }: Collection): string => {
  const what = `sepa: the dispute of debit ${id} of organisation ${organisation} is won, so its money is at Stripe after all.`
  return next === null
    ? `${what} Before the organisation gives a new mandate: farthing sepa write-off ${id} --reason "paid by Stripe", or it is debited again.`
    : `${what} It was claimed again by debit ${next}: refund that one at Stripe's dashboard.`
}
