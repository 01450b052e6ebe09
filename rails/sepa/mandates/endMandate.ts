import { Effect } from "effect"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { collect, owedCents } from "../debits/collect.ts"
import { advance } from "../debits/submit.ts"
import { accrueFees, bookFees } from "../fees.ts"
import { freshRate } from "../rates.ts"
import { minCents } from "../settings.ts"
import { inFlight, isUnresolved } from "../store/Collection.ts"
import type { Debtor } from "../store/Debtor.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { configureAccount, suspend } from "./configureAccount.ts"
import { refreshMandate } from "./setUpPage.ts"

/**
 * The buyer ends its mandate: nothing more is sold on this rail at once, and the fee stops. What is owed is debited a last time, with a
 * notice as always. Then the mandate is detached at Stripe.
 */
export const endMandate = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.mandate === null || debtor.subscription !== "active") return
  yield* suspend(organisation)
  yield* store.changeDebtor(organisation, (current) =>
    current.subscription === "active" && current.mandate?.id === debtor.mandate?.id ? { ...current, subscription: "cancelled" } : current,
  )
  yield* configureAccount(organisation)
})

/** Takes a mandate that the buyer ended to its end, as far as it is time for that: the last fee, the last debit, and the detachment. */
export const finishEnding = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.subscription !== "cancelled" || debtor.mandate === null) return
  if (debtor.feeFrom !== null) {
    // Without a rate the fee has no dollars for the ledger: it is accrued when there is one.
    if ((yield* freshRate(yield* store.now)) === undefined) return
    yield* accrueFees(organisation, "this month")
    // A mandate that is given again this month begins its fee anew. What was accrued for a month is never accrued twice.
    yield* store.changeDebtor(organisation, (current) => (current.subscription === "cancelled" ? { ...current, feeFrom: null } : current))
    yield* bookFees
  }
  if (debtor.mandate.status === "inactive") return
  const collection = yield* collect(organisation)
  if (collection?.status === "new") yield* advance(collection)
  if (yield* collectsMore(organisation)) return
  yield* detach(debtor.mandate.paymentMethod)
  yield* refreshMandate(debtor)
})

/** Whether a debit is on its way, or another one will be made with this mandate. */
const collectsMore = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const open = yield* store.open(organisation)
  if (open.some(inFlight)) return true
  const unresolved = open.filter(isUnresolved)
  // What needs a new mandate is not collected with this one.
  if (unresolved.length > 0) return unresolved.some(({ remedy }) => remedy === "time")
  const account = (yield* (yield* LedgerQueries).accounts(organisation)).find(({ id }) => id === "sepa")
  const owed = account === undefined || account.posted > 0n ? 0n : -account.posted
  const rate = yield* freshRate(yield* store.now)
  return rate === undefined ? owed > 0n : owedCents(owed, yield* store.freeFees(organisation), rate) >= minCents
})

/** Detaches the payment methods of mandates that others replaced, once no debit of theirs is on its way. */
export const detachReplaced = Effect.fnUntraced(function* ({ organisation, replaced }: Debtor) {
  if (replaced.length === 0) return
  const store = yield* SepaStore
  const used = new Set((yield* store.open(organisation)).filter(inFlight).map(({ paymentMethod }) => paymentMethod))
  for (const paymentMethod of replaced.filter((method) => !used.has(method))) {
    yield* detach(paymentMethod)
    yield* store.changeDebtor(organisation, (debtor) => ({
      ...debtor,
      replaced: debtor.replaced.filter((method) => method !== paymentMethod),
    }))
  }
})

/** Ends the mandates of a payment method at Stripe. Stripe refuses one that is detached already, or does not exist any more. */
const detach = Effect.fnUntraced(function* (paymentMethod: string) {
  const stripe = yield* StripeApi
  yield* Effect.catchTag(
    Effect.asVoid(stripe.detachPaymentMethod(paymentMethod, { idempotencyKey: `detach:${paymentMethod}` })),
    "StripeRefused",
    ({ message }) => Effect.logInfo(`sepa: the payment method ${paymentMethod} was not detached. ${message}`),
  )
})
