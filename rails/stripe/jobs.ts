import { Cause, Effect } from "effect"
import type Stripe from "stripe"
import { dayMs, hourMs } from "../../domain/time.ts"
import { eventTypes, handleBalance, handleDispute, handleEvent, handleRefund } from "./events.ts"
import { type EventNotice, eventNotice } from "./eventNotice.ts"
import { eachItem, retryFailed } from "./retries.ts"
import { StripeStore } from "./store.ts"
import { type Listed, StripeApi } from "./StripeApi.ts"

/** A debit can be disputed for 13 months. */
const disputableMs = 396 * dayMs
const maxItems = 5_000
const minuteMs = 60_000

/** Runs a job on one of all nodes, at most once in `everyMs`. */
export const runEvery = Effect.fnUntraced(function* <E, R>(
  job: string,
  everyMs: number,
  work: (mark: number | null) => Effect.Effect<unknown, E, R>,
) {
  const store = yield* StripeStore
  const jobRun = yield* store.claimRun(job, everyMs)
  if (jobRun === undefined) return
  yield* logFailure(`job ${job}`, work(jobRun.mark))
  yield* store.endRun(job)
})

/** A failure is logged, and the next run tries again. */
const logFailure = <E, R>(what: string, work: Effect.Effect<unknown, E, R>): Effect.Effect<void, never, R> =>
  work.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.logWarning(`${what} failed and is tried again later`, cause),
    ),
  )

/**
 * The sweep begins an hour before the last one ended, so that no event is lost between two sweeps. An event that fails is stored and
 * tried again by `retryItems`, so it keeps no later event from being read.
 */
const sweepEvents = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.events({ types: [...eventTypes], created }, maxItems)
  const handle = (events: ReadonlyArray<Stripe.Event>) => eachItem("event", events.flatMap(noticeOf), ({ id }) => id, handleEvent)
  if (yield* eachSince((mark ?? now - 30 * dayMs) - hourMs, list, handle)) yield* store.keepMark("events", now)
})

/** An item of the list that is no event is left out: it has no id under which it could be tried again. */
const noticeOf = (event: Stripe.Event): ReadonlyArray<EventNotice> => {
  const notice = eventNotice(event)
  return notice === undefined ? [] : [notice]
}

/**
 * Stripe keeps events for 30 days. The list of disputes also holds what happened before that: after a longer pause each is read again, since the
 * money of an old one may have come back.
 */
const sweepDisputes = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.disputes({ created }, maxItems)
  const handle = (disputes: ReadonlyArray<Stripe.Dispute>) => eachItem("dispute", disputes, ({ id }) => id, handleDispute)
  const since = mark === null || now - mark > 29 * dayMs ? now - disputableMs : mark - 2 * dayMs
  if (yield* eachSince(since, list, handle)) yield* store.keepMark("disputes", now)
})

/** A refund is read for 14 days, since a bank may reject it some days after it was made. */
const sweepRefunds = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.refunds({ created }, maxItems)
  const handle = (refunds: ReadonlyArray<Stripe.Refund>) => eachItem("refund", refunds, ({ id }) => id, handleRefund)
  if (yield* eachSince(mark === null ? now - disputableMs : mark - 14 * dayMs, list, handle)) yield* store.keepMark("refunds", now)
})

/** What failed in a sweep is fetched by its id and handled as it is now. */
const retryItems = Effect.fnUntraced(function* () {
  const stripe = yield* StripeApi
  yield* retryFailed("event", (id) => Effect.flatMap(stripe.event(id), (event) => Effect.forEach(noticeOf(event), handleEvent)))
  yield* retryFailed("dispute", (id) => Effect.flatMap(stripe.dispute(id), handleDispute))
  yield* retryFailed("refund", (id) => Effect.flatMap(stripe.refund(id), handleRefund))
})

/**
 * Books the fees of the lines of our balance. A line that appears late is dated by its appearance. As long as one fails, the next run begins
 * where this one did; what is booked already is not booked again.
 */
const sweepBalance = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.balanceTransactions({ created }, maxItems)
  let failed = 0
  const book = (line: Stripe.BalanceTransaction) =>
    Effect.tapCause(handleBalance(line), () => Effect.sync(() => void (failed += 1))).pipe((work) =>
      logFailure(`stripe: balance ${line.id}`, work),
    )
  const handle = (lines: ReadonlyArray<Stripe.BalanceTransaction>) => Effect.forEach(lines, book, { concurrency: 8, discard: true })
  const isComplete = yield* eachSince(mark === null ? now - disputableMs : mark - 2 * dayMs, list, handle)
  if (isComplete && failed === 0) yield* store.keepMark("balance", now)
})

/** Stripe lists an event for 30 days, so an id that is older than 40 days never comes again. */
const forgetEvents = () => Effect.flatMap(StripeStore, (store) => Effect.flatMap(store.now, (now) => store.forgetEvents(now - 40 * dayMs)))

/** Seconds since 1970, both included. */
interface CreatedRange {
  readonly gte: number
  readonly lte?: number
}

/**
 * Handles every item that was created since a time, the oldest of each response first. If one response does not hold all of them,
 * the range is read in parts, from the newest part back. Answers whether every item was read.
 */
const eachSince = Effect.fnUntraced(function* <A extends { readonly created: number }, E, R, E2, R2>(
  since: number,
  list: (created: CreatedRange) => Effect.Effect<Listed<A>, E, R>,
  handle: (items: ReadonlyArray<A>) => Effect.Effect<void, E2, R2>,
) {
  const gte = Math.floor(since / 1000)
  let lte: number | undefined
  for (;;) {
    const { complete, items }: Listed<A> = yield* list(lte === undefined ? { gte } : { gte, lte })
    yield* handle(items.toReversed())
    if (complete) return true
    const oldest: number | undefined = items.at(-1)?.created
    // One second has more items than a response holds: a range of seconds cannot separate them.
    if (oldest === undefined || oldest === lte) return false
    lte = oldest
  }
})

/** Reads from Stripe's lists what webhooks did not deliver. Each list is read once by one node of the gateway when it is due. */
export const stripeJobs = {
  events: runEvery("events", hourMs, sweepEvents),
  disputes: runEvery("disputes", dayMs, sweepDisputes),
  refunds: runEvery("refunds", dayMs, sweepRefunds),
  balance: runEvery("balance", hourMs, sweepBalance),
  retries: runEvery("retries", minuteMs, retryItems),
  old_events: runEvery("old events", dayMs, forgetEvents),
}
