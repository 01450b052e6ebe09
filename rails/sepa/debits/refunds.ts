import { Effect } from "effect"
import type Stripe from "stripe"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { microOf } from "../rates.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { StripeUncertain } from "../../stripe/StripeFailure.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import type { Collection } from "../store/Collection.ts"

const maxRefunds = 100

/** Reads the refunds of a debit, where it has any. `listed` was found in Stripe's list of refunds. */
export const takeRefunds = Effect.fnUntraced(function* (collection: Collection, intent: Stripe.PaymentIntent, listed?: Stripe.Refund) {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const none = listed === undefined && collection.refundedCents === 0n && (charge === null || charge.amount_refunded === 0)
  return none ? collection : yield* bookRefunds(collection, intent.id, listed)
})

/**
 * What the operator gave back of a debit, at Stripe's dashboard. Who refunds does not want the money again: nothing is owed anew,
 * the calls stay paid and their publishers keep their share. It is the platform's cost, as what is written off is. A debit that was voided
 * gives back what was paid twice. Each refund is booked once under its own id; one that came to nothing (the bank did not take it) is
 * booked back under another.
 */
export const bookRefunds = Effect.fnUntraced(function* (collection: Collection, intent: string, listed?: Stripe.Refund) {
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const { complete, items } = yield* stripe.refunds({ payment_intent: intent }, maxRefunds)
  if (!complete) return yield* new StripeUncertain({ message: `The debit ${collection.id} has more refunds than could be looked through.` })
  if (listed !== undefined && !items.some(({ id }) => id === listed.id))
    return yield* new StripeUncertain({
      message: `Stripe lists the refund ${listed.id}, but not yet among those of the debit ${collection.id}.`,
    })
  let refundedCents = 0n
  let firstAt = Number.POSITIVE_INFINITY
  for (const { amount, created, id, status } of items) {
    const cents = BigInt(amount)
    yield* bookRefund(collection, id, cents, "given")
    if (status === "failed" || status === "canceled") yield* bookRefund(collection, id, cents, "returned")
    else {
      refundedCents += cents
      firstAt = Math.min(firstAt, created * 1000)
    }
  }
  const refundedAt = refundedCents === 0n ? null : (collection.refundedAt ?? firstAt)
  return (yield* store.changeCollection(collection.id, (current) => ({ ...current, refundedCents, refundedAt }))) ?? collection
})

const bookRefund = Effect.fnUntraced(function* (collection: Collection, refund: string, cents: bigint, went: "given" | "returned") {
  const ledger = yield* Ledger
  const { id, organisation, rate, voidedAt } = collection
  const amount = cents === collection.cents ? microUsd(collection.micro) : microOf(cents, rate)
  const [other, bank] = [voidedAt === null ? outside("sepa_refunded") : buyerAccount("sepa"), outside("sepa")]
  const transfer = { ...(went === "given" ? { debit: other, credit: bank } : { debit: bank, credit: other }), amount }
  const ref = `collection:${id}:refund:${refund}${went === "given" ? "" : ":void"}`
  yield* ledger.execute({ _tag: "Post", organisation, ref, transfers: [transfer] })
})
