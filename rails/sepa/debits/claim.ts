import { Effect } from "effect"
import { SepaStore } from "../store/SepaStore.ts"
import { type Collection, inFlight, isUnresolved } from "../store/Collection.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { unsentWithdrawal } from "./withdrawNotice.ts"
import { bookRefunds } from "./refunds.ts"

const isPaid = ({ givenBack, status }: Collection): boolean => status === "succeeded" && !givenBack

/**
 * A claim is paid once. A debit whose dispute was won is paid again after another one took its place, and then the other is voided: one that
 * was not sent is dropped, one on its way is cancelled if Stripe still can, one that was paid is refunded, and one that was given up is no
 * loss any more. The oldest paid one is kept, since Stripe does not refund a charge that was disputed. Answers the debit as it is then.
 */
export const payOnce = Effect.fnUntraced(function* (collection: Collection) {
  const store = yield* SepaStore
  const debits = yield* store.claimOf(collection.claim)
  const kept = debits.length > 1 ? debits.find(isPaid) : undefined
  if (kept === undefined) return collection
  const now = yield* store.now
  for (const { id } of debits) yield* store.changeCollection(id, (debit) => inPlace(debit, kept.id, now))
  const current = (yield* store.collection(collection.id)) ?? collection
  return current.voidedAt !== null && current.status === "succeeded" ? yield* giveBack(current) : current
})

const inPlace = (debit: Collection, kept: string, now: number): Collection => {
  // It may be disputed once more, and is then claimed again.
  if (debit.id === kept) {
    if (debit.next === null && debit.voidedAt === null) return debit
    const { withdrawal: _over, ...needed } = debit
    return { ...needed, next: null, voidedAt: null }
  }
  const isAnnounced = inFlight(debit) || isPaid(debit)
  if (isAnnounced || debit.writtenOffAt !== null) {
    if (debit.voidedAt !== null) return debit
    return { ...debit, voidedAt: now, booked: "new", ...(isAnnounced && { withdrawal: unsentWithdrawal(now) }) }
  }
  return isUnresolved(debit) ? { ...debit, next: kept } : debit
}

/** The row says so before Stripe is called: from then on the debit pays for nothing. Stripe refuses what was disputed or refunded before. */
const giveBack = Effect.fnUntraced(function* (collection: Collection) {
  const store = yield* SepaStore
  const stripe = yield* StripeApi
  const { id, paymentIntent } = collection
  if (paymentIntent === null) return collection
  const given = (yield* store.changeCollection(id, (debit) => ({ ...debit, givenBack: true }))) ?? collection
  const params = { payment_intent: paymentIntent, metadata: { collection_id: id, paid_twice: "true" } }
  yield* stripe.createRefund(params, { idempotencyKey: `paid-twice:${id}` }).pipe(
    Effect.asVoid,
    Effect.catchTag("StripeRefused", ({ message }) =>
      Effect.logWarning(`sepa: the debit ${id} was paid twice and is not refunded now. ${message}`),
    ),
  )
  return yield* bookRefunds(given, paymentIntent)
})
