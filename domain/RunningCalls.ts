import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, FiberMap, Layer } from "effect"
import type { CallId, RunId } from "./money/ids.ts"
import type { LedgerError } from "./ledger/errors.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { type StorageUnavailable } from "./Refusal.ts"
import { Node } from "./Node.ts"
import { type ReservedCall, type Order, type PaidCallOutcome, paidCall } from "./PaidCall.ts"
import { Rails } from "./rail/Rail.ts"

export type PaidCallError = LedgerError | StorageUnavailable

export interface StartedCall {
  /** The hold, as soon as it exists, or the outcome of a call that ended without one. */
  readonly reserved: Effect.Effect<ReservedCall | PaidCallOutcome, PaidCallError>
  readonly outcome: Effect.Effect<PaidCallOutcome, PaidCallError>
}

interface RunningCall {
  readonly order: Order
  readonly at: number
  readonly state: { abandoned: boolean }
}

/**
 * The calls that run on this node, each in a fiber of its own: a client that hangs up changes nothing, and a stop waits
 * for them. After a kill, the reconciler of another node ends them.
 */
export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /** Starts the call. A call with the same id that already runs on this node is returned instead. */
    readonly start: (order: Order) => Effect.Effect<StartedCall>
    /** Waits for a run that executes on this node; undefined at once for any other run. */
    readonly await: (run: RunId) => Effect.Effect<PaidCallOutcome | undefined, PaidCallError>
    /** Stops the work of a call that the ledger has released, and answers those who wait for it. */
    readonly abandon: (call: CallId) => Effect.Effect<void>
    /** The calls that began at this time, in milliseconds since 1970, or earlier. */
    readonly begunBefore: (time: number) => ReadonlyArray<Pick<Order, "call" | "run" | "buyer">>
    readonly count: Effect.Effect<number>
  }
>()("farthing/domain/RunningCalls") {
  static readonly layer = (drainMs: number): Layer.Layer<RunningCalls, never, Ledger | Node | Rails> =>
    Layer.effect(
      RunningCalls,
      Effect.gen(function* () {
        const services = yield* Effect.context<Ledger | Node | Rails>()
        const fibers = yield* FiberMap.make<CallId, PaidCallOutcome, PaidCallError>()
        const latest = new Map<RunId, CallId>()
        const running = new Map<CallId, RunningCall>()
        yield* Effect.addFinalizer(() => FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(drainMs), Effect.ignore))
        const forget = ({ call, run }: Order) =>
          Effect.sync(() => {
            running.delete(call)
            if (latest.get(run) === call) latest.delete(run)
          })
        /** The outcome of the fiber. One that was stopped because its call was released ends as superseded, and interrupts no reader. */
        const outcomeOf = (fiber: Fiber.Fiber<PaidCallOutcome, PaidCallError>, { order, state }: RunningCall) =>
          Effect.flatMap(Fiber.await(fiber), (exit): Effect.Effect<PaidCallOutcome, PaidCallError> =>
            state.abandoned && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
              ? Effect.succeed({ _tag: "Superseded", run: order.run })
              : exit,
          )
        return RunningCalls.of({
          start: (order) =>
            Effect.gen(function* () {
              const existing = FiberMap.getUnsafe(fibers, order.call)
              if (existing._tag === "Some") return { reserved: Fiber.join(existing.value), outcome: Fiber.join(existing.value) }
              const reserved = Deferred.makeUnsafe<ReservedCall>()
              const call = paidCall(order, (hold) => Deferred.doneUnsafe(reserved, Effect.succeed(hold)))
              const begun = { order, at: yield* Clock.currentTimeMillis, state: { abandoned: false } }
              latest.set(order.run, order.call)
              running.set(order.call, begun)
              const fiber = yield* FiberMap.run(fibers, order.call, Effect.ensuring(Effect.provide(call, services), forget(order)))
              const outcome = outcomeOf(fiber, begun)
              return { outcome, reserved: Effect.raceFirst(Deferred.await(reserved), outcome) }
            }),
          await: (run) =>
            Effect.suspend(() => {
              const call = latest.get(run)
              const begun = call === undefined ? undefined : running.get(call)
              if (call === undefined || begun === undefined) return Effect.undefined
              const fiber = FiberMap.getUnsafe(fibers, call)
              return fiber._tag === "None" ? Effect.undefined : outcomeOf(fiber.value, begun)
            }),
          abandon: (call) =>
            Effect.suspend(() => {
              const begun = running.get(call)
              if (begun === undefined) return Effect.void
              begun.state.abandoned = true
              return FiberMap.remove(fibers, call)
            }),
          begunBefore: (time) => [...running.values()].flatMap(({ at, order }) => (at <= time ? [order] : [])),
          count: FiberMap.size(fibers),
        })
      }),
    )
}
