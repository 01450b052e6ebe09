import type Stripe from "stripe"
import { Effect } from "effect"
import { OrganisationId } from "../../domain/money/ids.ts"
import type { IntentCause, StripeSubscriber } from "../stripe/events.ts"
import { idOf } from "../stripe/StripeApi.ts"
import { StripeUncertain } from "../stripe/StripeFailure.ts"
import { bookingOfLine } from "./debits/bookingOfLine.ts"
import { book, bookStripeFee } from "./debits/book.ts"
import type { Collection } from "./store/Collection.ts"
import { movesOf, observationOf } from "./debits/observation.ts"
import { takeRefunds } from "./debits/refunds.ts"
import { learn } from "./debits/submit.ts"
import { refreshCustomer } from "./mandates/customer.ts"
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

  customer: Effect.fnUntraced(function* (id) {
    const store = yield* SepaStore
    const debtor = yield* store.debtorOfCustomer(id)
    if (debtor !== undefined) yield* refreshCustomer(debtor)
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

  booking: bookingOfLine,

  fee: Effect.fnUntraced(function* (line, metadata) {
    const store = yield* SepaStore
    const collection = yield* store.collection(metadata["collection_id"] ?? "")
    if (collection !== undefined) yield* bookStripeFee(collection, line)
  }),
}

const takeIntent = Effect.fnUntraced(function* (collection: Collection, intent: Stripe.PaymentIntent, { dispute, refund }: IntentCause) {
  const store = yield* SepaStore
  const learned = yield* learn(collection, yield* observationOf(intent, dispute !== undefined))
  yield* book(learned)
  if (learned.paymentIntent === intent.id) yield* takeRefunds(learned, intent, refund)
  // Stripe may learn by a failed or disputed debit that the mandate ended.
  const debtor = learned.status === "failed" || learned.status === "disputed" ? yield* store.debtor(learned.organisation) : undefined
  if (debtor !== undefined) yield* refreshMandate(debtor)
  return learned
})

/** A dispute is handled once. If its debit does not show every movement of its money yet, this fails, so that the dispute is read again. */
const checkDispute = Effect.fnUntraced(function* ({ id, moves }: Collection, dispute: Stripe.Dispute) {
  if (movesOf(dispute).every((move) => moves.some((shown) => shown.id === move.id))) return
  return yield* new StripeUncertain({ message: `Stripe lists the dispute ${dispute.id}, but the debit ${id} does not show it yet.` })
})
