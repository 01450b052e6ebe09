import { Effect, Fiber, Metric, Option } from "effect"
import type { RunError } from "./ledger/state.ts"
import type { Delivery, Order } from "./PaidCall.ts"
import { sanitize } from "./sanitize.ts"
import { endWithin, joinWithin, withinTime } from "./withinTime.ts"

/** A request to a source around its reservation. */
export interface Dispatch {
  /** What the source answered before the reservation is made; undefined where it has not answered, or got no request yet. */
  readonly outcome: Delivery | RunError | undefined
  /** What it answers afterwards: run it while the money is held, and only where there is no `outcome`. */
  readonly rest: Effect.Effect<Delivery | RunError>
  /** Cancels a request that was sent ahead of a reservation that is then refused. */
  readonly cancel: Effect.Effect<void>
}

/**
 * Begins the request to the source where it may begin before its money is held:
 * - a `computed` operation runs first;
 * - a `repeatable` request is sent if the reservation is `expected` to be admitted. An answer within `mergeMs` makes the
 *   reservation and its capture one step. Otherwise the reservation is made while the request is on its way.
 *
 * Any other request is sent by `rest`.
 */
export const beginDispatch = (order: Order, expected: () => boolean): Effect.Effect<Dispatch> => {
  if (order.computed === true) return Effect.map(inTime(order), (outcome) => ({ ...afterwards(order), outcome }))
  return order.repeatable === true && expected() ? ahead(order) : Effect.succeed(afterwards(order))
}

const afterwards = (order: Order): Dispatch => ({ outcome: undefined, rest: inTime(order), cancel: Effect.void })

/** How long a reservation waits for the answer of a request that was sent ahead: longer than a fast origin takes, and short beside a slow one. */
const mergeMs = 10

const sentEarly = Metric.counter("farthing_early_requests_total", {
  description: "Requests to a source that were sent before their money was held.",
  incremental: true,
})
const refusedAfterwards = Metric.counter("farthing_early_requests_refused_total", {
  description: "Of these, the ones whose reservation was then refused or failed: the source may have answered them, and is not paid.",
  incremental: true,
})

const ahead = (order: Order): Effect.Effect<Dispatch> =>
  Effect.flatMap(Effect.forkChild(answered(order), { startImmediately: true }), (fiber) => {
    const startedAt = performance.now()
    const rest = Effect.suspend(() =>
      endWithin(fiber, Math.max(0, startedAt + order.dispatchTimeoutMs - performance.now()), () => timedOut(order)),
    )
    const cancel = Effect.andThen(Metric.update(refusedAfterwards, 1), Fiber.interrupt(fiber))
    return Effect.flatMap(Effect.context<never>(), (context) => {
      sentEarly.updateUnsafe(1, context)
      // Both are there from the first request on: a counter that appears with its first event hides it from a rate.
      refusedAfterwards.updateUnsafe(0, context)
      return Effect.map(joinWithin(fiber, mergeMs), (outcome) => ({ outcome: Option.getOrUndefined(outcome), rest, cancel }))
    })
  })

const inTime = (order: Order) => withinTime(answered(order), order.dispatchTimeoutMs, () => timedOut(order))

const timedOut = ({ dispatchTimeoutMs }: Order) =>
  Effect.succeed({ code: "source_timeout", message: `The source did not answer within ${dispatchTimeoutMs / 1000} s.` })

const answered = (order: Order): Effect.Effect<Delivery | RunError> =>
  order.dispatch.pipe(
    Effect.catchTag("SourceFailure", ({ code, message, retryAfterSeconds }) =>
      Effect.succeed({ code, message: sanitize(message), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }),
    ),
    Effect.catchDefect((defect) => Effect.as(Effect.logError("source failed unexpectedly", defect), failedSource)),
  )

export const failedSource = { code: "source_error", message: "The source failed. Retry, or contact support." }
