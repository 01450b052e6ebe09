import { Cause, Effect } from "effect"
import { dayMs, hourMs } from "../../domain/time.ts"
import { eventTypes, handleDispute, handleEvent, handleRefund } from "./events.ts"
import { StripeStore } from "./store.ts"
import { type Listed, StripeApi } from "./StripeApi.ts"

/** A debit can be disputed for 13 months. */
const disputableMs = 396 * dayMs
const maxItems = 5_000

/** Reads from Stripe's lists what webhooks did not deliver. Each list is read once by one node of the gateway when it is due. */
export const runStripeJobs = Effect.gen(function* () {
  yield* runEvery("events", hourMs, sweepEvents)
  yield* runEvery("disputes", dayMs, sweepDisputes)
  yield* runEvery("refunds", dayMs, sweepRefunds)
  yield* runEvery("old events", dayMs, forgetEvents)
})

/** Runs a job on one of all nodes, at most once in `everyMs`. */
export const runEvery = Effect.fnUntraced(function* <E, R>(
  job: string,
  everyMs: number,
  work: (mark: number | null) => Effect.Effect<unknown, E, R>,
) {
  const store = yield* StripeStore
  const jobRun = yield* store.claimRun(job, everyMs)
  if (jobRun !== undefined) yield* logFailure(`job ${job}`, work(jobRun.mark))
})

/** A failure is logged and the next run tries again, so that one broken item does not stop the others. Answers whether it succeeded. */
export const logFailure = <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<boolean, never, R> =>
  work.pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.as(Effect.logWarning(`${what} failed and is tried again later`, cause), false),
    ),
  )

/** The sweep begins an hour before the last one ended, so that no event is lost between two sweeps. */
const sweepEvents = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.events({ types: [...eventTypes], created }, maxItems)
  if (yield* eachSince((mark ?? now - 30 * dayMs) - hourMs, list, (event) => logFailure(`stripe: event ${event.id}`, handleEvent(event))))
    yield* store.keepMark("events", now)
})

/** Stripe keeps events for 30 days. The list of disputes also holds what happened before that. */
const sweepDisputes = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.disputes({ created }, maxItems)
  const since = mark === null ? now - disputableMs : mark - 2 * dayMs
  if (yield* eachSince(since, list, (dispute) => logFailure(`stripe: dispute ${dispute.id}`, handleDispute(dispute))))
    yield* store.keepMark("disputes", now)
})

/** A refund is read for 14 days, since a bank may reject it some days after it was made. */
const sweepRefunds = Effect.fnUntraced(function* (mark: number | null) {
  const store = yield* StripeStore
  const stripe = yield* StripeApi
  const now = yield* store.now
  const list = (created: CreatedRange) => stripe.refunds({ created }, maxItems)
  const since = mark === null ? now - disputableMs : mark - 14 * dayMs
  if (yield* eachSince(since, list, (refund) => logFailure(`stripe: refund ${refund.id}`, handleRefund(refund))))
    yield* store.keepMark("refunds", now)
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
 * the range is read in parts, from the newest part back. Answers whether every item was read and handled.
 */
const eachSince = Effect.fnUntraced(function* <A extends { readonly created: number }, E, R, E2, R2>(
  since: number,
  list: (created: CreatedRange) => Effect.Effect<Listed<A>, E, R>,
  handle: (item: A) => Effect.Effect<boolean, E2, R2>,
) {
  const gte = Math.floor(since / 1000)
  let lte: number | undefined
  let succeeded = true
  for (;;) {
    const { complete, items }: Listed<A> = yield* list(lte === undefined ? { gte } : { gte, lte })
    for (const item of items.toReversed()) succeeded = (yield* handle(item)) && succeeded
    if (complete) return succeeded
    const oldest: number | undefined = items.at(-1)?.created
    // One second has more items than a response holds: a range of seconds cannot separate them.
    if (oldest === undefined || oldest === lte) return false
    lte = oldest
  }
})
