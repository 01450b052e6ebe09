import { Effect } from "effect"
import type Stripe from "stripe"
import { outside } from "../../../domain/ledger/postings.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { microOf } from "../rates.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { StripeUncertain } from "../../stripe/StripeFailure.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { Collection } from "../store/Collection.ts"

const maxRefunds = 100

/**
 * What the operator gave back of a debit, at Stripe's dashboard. Who refunds does not want the money again: nothing is owed anew,
 * the calls stay paid and their publishers keep their share. It is the platform's cost, as what is written off is. Each refund is
 * booked once under its own id; one that came to nothing (the bank did not take it) is booked back under another.
 */
export const takeRefunds = Effect.fnUntraced(function* (collection: Collection, intent: Stripe.PaymentIntent, listed?: Stripe.Refund) {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const none = listed === undefined && collection.refundedCents === 0n && (charge === null || charge.amount_refunded === 0)
  if (none) return collection
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const { complete, items } = yield* stripe.refunds({ payment_intent: intent.id }, maxRefunds)
  if (!complete) return yield* new StripeUncertain({ message: `The debit ${collection.id} has more refunds than could be looked through.` })
  if (listed !== undefined && !items.some(({ id }) => id === listed.id))
    return yield* new StripeUncertain({
      message: `Stripe lists the refund ${listed.id}, but not yet among those of the debit ${collection.id}.`,
    })
  let refundedCents = 0n
  for (const { amount, id, status } of items) {
    const cents = BigInt(amount)
    yield* bookRefund(collection, id, cents, "given")
    if (status === "failed" || status === "canceled") yield* bookRefund(collection, id, cents, "returned")
    else refundedCents += cents
  }
  const now = yield* store.now
  const refundedAt = refundedCents === 0n ? null : (collection.refundedAt ?? now)
  return (yield* store.changeCollection(collection.id, (current) => ({ ...current, refundedCents, refundedAt }))) ?? collection
})

const bookRefund = Effect.fnUntraced(function* (
  { id, organisation, rate }: Collection,
  refund: string,
  cents: bigint,
  went: "given" | "returned",
) {
  const ledger = yield* Ledger
  const [cost, bank] = [outside("sepa_refunded"), outside("sepa")]
  const transfer = { ...(went === "given" ? { debit: cost, credit: bank } : { debit: bank, credit: cost }), amount: microOf(cents, rate) }
  const ref = `collection:${id}:refund:${refund}${went === "given" ? "" : ":void"}`
  yield* ledger.execute({ _tag: "Post", organisation, ref, transfers: [transfer] })
})
