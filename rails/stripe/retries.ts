import { Cause, Effect, Exit } from "effect"
import { dayMs, hourMs } from "../../domain/time.ts"
import { type RetryKind, type RetryPlan, StripeStore } from "./store.ts"

/** How many items are worked on at once: one whose request hangs holds one of these places and delays no other item. */
const maxAtOnce = 8
/** A request to Stripe ends after 20 seconds. An item may need several. */
const itemTimeout = "60 seconds"

/** 30 seconds after the first failure, at most an hour apart, without an end: what is owed, or open at Stripe, must end some time. */
const untilDone: RetryPlan = { firstMs: 30_000, maxMs: hourMs, endMs: null }
/** Stripe lists an event for 30 days. What cannot be read for so long is kept for the operator and not tried again. */
const forThirtyDays: RetryPlan = { firstMs: 60_000, maxMs: dayMs, endMs: 30 * dayMs }

const plans: Record<RetryKind, RetryPlan> = {
  event: forThirtyDays,
  dispute: forThirtyDays,
  refund: forThirtyDays,
  debtor: untilDone,
  mandate: untilDone,
  debit: untilDone,
  notice: untilDone,
  topup: untilDone,
}

/**
 * Works on every item that is not in a pause after its own failure, side by side. A failure is logged and stored with the time of the
 * next attempt, which all nodes respect. It stops no other item.
 */
export const eachItem = Effect.fnUntraced(function* <A, E, R>(
  kind: RetryKind,
  items: ReadonlyArray<A>,
  idOf: (item: A) => string,
  work: (item: A) => Effect.Effect<unknown, E, R>,
) {
  if (items.length === 0) return
  const store = yield* StripeStore
  const [failed, now] = yield* Effect.all([store.failures(kind), store.now])
  const due = items.filter((item) => (failed.get(idOf(item)) ?? 0) <= now)
  yield* Effect.forEach(due, (item) => attempt(kind, idOf(item), work(item), failed.has(idOf(item))), {
    concurrency: maxAtOnce,
    discard: true,
  })
})

const attempt = Effect.fnUntraced(function* <E, R>(kind: RetryKind, id: string, work: Effect.Effect<unknown, E, R>, hasFailed: boolean) {
  const store = yield* StripeStore
  const exit = yield* Effect.exit(Effect.timeout(work, itemTimeout))
  if (Exit.isSuccess(exit)) return hasFailed ? yield* store.forgetFailure(kind, id) : undefined
  if (Cause.hasInterrupts(exit.cause)) return yield* Effect.interrupt
  yield* Effect.logWarning(`${kind} ${id} failed and is tried again later`, exit.cause)
  yield* store.keepFailure(kind, id, Cause.pretty(exit.cause), plans[kind])
})

/** Works on the items of a kind whose pause after a failure is over. */
export const retryFailed = Effect.fnUntraced(function* <E, R>(kind: RetryKind, work: (id: string) => Effect.Effect<unknown, E, R>) {
  const store = yield* StripeStore
  const failed = [...(yield* store.failures(kind)).keys()]
  yield* eachItem(kind, failed, (id) => id, work)
})

/** A sentence for the operator while something was given up. */
export const givenUpWarning = Effect.gen(function* () {
  const store = yield* StripeStore
  const count = yield* store.givenUp
  return count === 0
    ? undefined
    : `${count} events, disputes or refunds of Stripe could not be handled for 30 days and are not tried again: see rail_sepa.retry.`
})
