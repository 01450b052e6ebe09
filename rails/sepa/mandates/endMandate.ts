import { Effect } from "effect"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd, toDecimal } from "../../../domain/money/Money.ts"
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
import { bearRemainder, openDebit } from "./remainder.ts"
import { refreshMandate } from "./setUpPage.ts"

/**
 * The buyer or the operator ends the mandate: nothing more is sold on this rail at once, and the fee stops. What is owed is debited a last time,
 * with a notice as always. Then the mandate is detached at Stripe. Less than 0.50 EUR, which no debit takes, waits for the buyer's next mandate; where
 * the operator ended it, the platform bears it. Otherwise each new mandate could begin with calls that are never paid.
 */
export const endMandate = Effect.fnUntraced(function* (organisation: OrganisationId, by: "buyer" | "operator") {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.mandate === null) return
  if (by === "operator")
    yield* store.changeDebtor(organisation, (current) => (current.mandate === null ? current : { ...current, closing: true }))
  if (debtor.subscription !== "active") return
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
  if (debtor.mandate.status === "inactive") return yield* bearRemainder(organisation)
  const collection = yield* collect(organisation)
  if (collection?.status === "new") yield* advance(collection)
  if (yield* collectsMore(organisation)) return
  yield* bearRemainder(organisation)
  yield* detach(debtor.mandate.paymentMethod)
  yield* refreshMandate(debtor)
})

/** The same at once, as far as Stripe answers in time. The jobs continue what Stripe, or the time, does not allow now. */
export const finishEndingNow = (organisation: OrganisationId) =>
  finishEnding(organisation).pipe(
    Effect.timeout("3 seconds"),
    Effect.catchCause((cause) => Effect.logInfo("sepa: the end of a mandate is finished later", cause)),
  )

/** Whether a debit is on its way, or another one will be made with this mandate. */
const collectsMore = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const open = yield* store.open(organisation)
  if (open.some(inFlight)) return true
  const unresolved = open.filter(isUnresolved)
  // What needs a new mandate is not collected with this one.
  if (unresolved.length > 0) return unresolved.some(({ remedy }) => remedy === "time")
  const account = (yield* (yield* LedgerQueries).accounts(organisation)).find(({ id }) => id === "sepa")
  // A call that is open may still be captured.
  if (account !== undefined && account.open > 0) return true
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

/** What still lets this rail debit an organisation, with what ends it. Undefined where nothing does: then its personal data may be erased. */
export const commitmentOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.mandate === null) return undefined
  const command = `farthing sepa end-mandate --org ${organisation} --reason …`
  if (debtor.subscription !== "cancelled") return `its direct debit mandate has not been ended. End it first: ${command}.`
  const account = (yield* (yield* LedgerQueries).accounts(organisation)).find(({ id }) => id === "sepa")
  const owes =
    account !== undefined && account.posted < 0n ? `it owes ${toDecimal(microUsd(-account.posted))} USD by direct debit` : undefined
  const open = yield* store.open(organisation)
  const isOver = debtor.mandate.status === "inactive" && !open.some(inFlight)
  const unresolved = open.find(isUnresolved)
  if (isOver && unresolved !== undefined) return `${openDebit(unresolved)}.`
  if (isOver && owes !== undefined)
    return `${owes}, and without a valid mandate no debit collects it. Write it off: ${command.replace(" --reason", " --write-off --reason")}.`
  if (!debtor.closing && owes !== undefined)
    return `${owes}. If this is less than 0.50 EUR, write it off: ${command}. Otherwise wait for its last debit.`
  const isAttached = debtor.mandate.status !== "inactive" || debtor.replaced.length > 0
  return isAttached || debtor.feeFrom !== null || debtor.remainder?.booked === false
    ? `its direct debit mandate is being ended: a debit on its way, an open call or Stripe is awaited. See farthing payments list --kind collection, and try again later.`
    : undefined
})
