import { Cause, Effect } from "effect"
import { collect } from "../collection/collect.ts"
import { type Collection, isUnresolved } from "../collection/Collection.ts"
import { advance } from "../collection/submit.ts"
import type { Debtor } from "../debtor/Debtor.ts"
import { accrueFees, bookFees } from "../debtor/fees.ts"
import { grantTerms } from "../debtor/grantTerms.ts"
import { refreshMandate, refreshSetUp } from "../debtor/mandate.ts"
import { rateConcern } from "../Rates.ts"
import { dayMs } from "../SepaTerms.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { type Listed, StripeApi } from "../../stripe/StripeApi.ts"
import { refreshTopup } from "../topup/refreshTopup.ts"
import { follow, hintTypes, lookAtDispute, lookAtRefund } from "./hint.ts"

const minuteMs = 60_000
const hourMs = 3_600_000
/** A month of the calendar may have passed while nobody looked: Stripe keeps events for 30 days. */
const disputableMs = 396 * dayMs
const batch = 500
const most = 5_000

/** All that the rail does by itself, each thing when its time has come. One call looks at everything once. */
export const workOnce = Effect.gen(function* () {
  yield* onTurn("debts", 5 * minuteMs, () => eachDebtor(mindDebtor))
  yield* onTurn("rate", hourMs, warnOfRate)
  yield* finishUnfinished(({ booked, status }) => status === "new" || booked !== status)
  yield* onTurn("events", hourMs, sweepEvents)
  yield* onTurn("processing", hourMs, () =>
    Effect.andThen(
      finishUnfinished(() => true),
      refreshTopups,
    ),
  )
  yield* onTurn("mandates", hourMs, () => eachDebtor(mindMandate))
  yield* onTurn("disputes", dayMs, sweepDisputes)
  yield* onTurn("refunds", dayMs, sweepRefunds)
  yield* onTurn("old events", dayMs, forgetEvents)
})

/** Fees, then the debit that is due, then what the account allows. */
const mindDebtor = Effect.fnUntraced(function* (debtor: Debtor) {
  yield* accrueFees(debtor)
  yield* bookFees
  const collection = yield* collect(debtor.organisation)
  if (collection !== undefined && collection.status === "new") yield* advance(collection)
  yield* grantTerms(debtor.organisation)
})

const warnOfRate = Effect.fnUntraced(function* () {
  const store = yield* SepaStore
  const concern = yield* rateConcern(yield* store.now)
  if (concern !== undefined) yield* Effect.logWarning(`sepa: ${concern}`)
})

/** A mandate that is waited for; and one whose debit did not go through, which may be how Stripe learned that it is gone. */
const mindMandate = Effect.fnUntraced(function* (debtor: Debtor) {
  const store = yield* SepaStore
  yield* refreshSetUp(debtor)
  if (debtor.mandate?.status === "pending" || (yield* store.open(debtor.organisation)).some(isUnresolved)) yield* refreshMandate(debtor)
})

/** Debits on their way, and those whose end the ledger has not been told. */
const finishUnfinished = Effect.fnUntraced(function* (wanted: (collection: Collection) => boolean) {
  const store = yield* SepaStore
  let after: string | null = null
  for (;;) {
    const collections: ReadonlyArray<Collection> = yield* store.unfinished(after, batch)
    for (const collection of collections) if (wanted(collection)) yield* alone(`debit ${collection.id}`, advance(collection))
    after = collections.at(-1)?.id ?? null
    if (collections.length < batch) return
  }
})

const refreshTopups = Effect.gen(function* () {
  const store = yield* SepaStore
  for (const topup of yield* store.openTopups(most)) yield* alone(`top-up ${topup.id}`, refreshTopup(topup))
})

/** What webhooks should have said. A little is looked at twice, so that nothing falls between two looks. */
const sweepEvents = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* SepaStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: Window) => stripe.events({ types: [...hintTypes], created }, most)
  if (yield* eachSince((mark ?? now - 30 * dayMs) - hourMs, list, (event) => alone(`event ${event.id}`, follow(event))))
    yield* store.keepMark("events", now)
})

/** A debit may be taken back for 13 months. What the events did not say, this list does. */
const sweepDisputes = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* SepaStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: Window) => stripe.disputes({ created }, most)
  const since = mark === null ? now - disputableMs : mark - 2 * dayMs
  if (yield* eachSince(since, list, (dispute) => alone(`dispute ${dispute.id}`, lookAtDispute(dispute))))
    yield* store.keepMark("disputes", now)
})

/** The same for what was given back at the dashboard; whether a bank took it shows some days later. */
const sweepRefunds = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* SepaStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: Window) => stripe.refunds({ created }, most)
  const since = mark === null ? now - disputableMs : mark - 14 * dayMs
  if (yield* eachSince(since, list, (refund) => alone(`refund ${refund.id}`, lookAtRefund(refund)))) yield* store.keepMark("refunds", now)
})

/** Stripe lists an event for 30 days: one that is older is never met again. */
const forgetEvents = () => Effect.flatMap(SepaStore, (store) => Effect.flatMap(store.now, (now) => store.forgetEvents(now - 40 * dayMs)))

interface Window {
  readonly gte: number
  readonly lte?: number
}

/**
 * Everything since a time, the oldest of each answer first. Where that is more than one answer holds, its time is gone through
 * in parts, from the newest back. Answers whether all of it was seen and went well.
 */
const eachSince = Effect.fnUntraced(function* <A extends { readonly created: number }, E, R, E2, R2>(
  since: number,
  list: (created: Window) => Effect.Effect<Listed<A>, E, R>,
  each: (item: A) => Effect.Effect<boolean, E2, R2>,
) {
  const gte = Math.floor(since / 1000)
  let lte: number | undefined
  let whole = true
  for (;;) {
    const { complete, items }: Listed<A> = yield* list(lte === undefined ? { gte } : { gte, lte })
    for (const item of items.toReversed()) whole = (yield* each(item)) && whole
    if (complete) return whole
    const oldest: number | undefined = items.at(-1)?.created
    // More in one second than an answer holds: nobody can tell them apart by their time.
    if (oldest === undefined || oldest === lte) return false
    lte = oldest
  }
})

const eachDebtor = Effect.fnUntraced(function* <E, R>(work: (debtor: Debtor) => Effect.Effect<unknown, E, R>) {
  const store = yield* SepaStore
  let after: Debtor["organisation"] | null = null
  for (;;) {
    const debtors: ReadonlyArray<Debtor> = yield* store.debtors(after, batch)
    for (const debtor of debtors) yield* alone(`organisation ${debtor.organisation}`, work(debtor))
    after = debtors.at(-1)?.organisation ?? null
    if (debtors.length < batch) return
  }
})

const onTurn = Effect.fnUntraced(function* <E, R>(
  name: string,
  everyMs: number,
  work: (mark: number | null) => Effect.Effect<unknown, E, R>,
) {
  const store = yield* SepaStore
  const turn = yield* store.takeTurn(name, everyMs)
  if (turn !== undefined) yield* alone(name, work(turn.mark))
})

/** One thing that fails is tried again with the next look, and keeps nothing else waiting. Answers whether it went well. */
const alone = <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<boolean, never, R> =>
  work.pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.as(Effect.logWarning(`sepa: ${what} is not done yet`, cause), false),
    ),
  )
