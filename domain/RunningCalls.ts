import { Context, Deferred, Effect, Fiber, FiberMap, Layer } from "effect"
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
        yield* Effect.addFinalizer(() => FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(drainMs), Effect.ignore))
        const forget = ({ call, run }: Order) => Effect.sync(() => latest.get(run) === call && latest.delete(run))
        return RunningCalls.of({
          start: (order) =>
            Effect.gen(function* () {
              const running = FiberMap.getUnsafe(fibers, order.call)
              if (running._tag === "Some") return { reserved: Fiber.join(running.value), outcome: Fiber.join(running.value) }
              const reserved = Deferred.makeUnsafe<ReservedCall>()
              const call = paidCall(order, (hold) => Deferred.doneUnsafe(reserved, Effect.succeed(hold)))
              latest.set(order.run, order.call)
              const fiber = yield* FiberMap.run(fibers, order.call, Effect.ensuring(Effect.provide(call, services), forget(order)))
              const outcome = Fiber.join(fiber)
              return { outcome, reserved: Effect.raceFirst(Deferred.await(reserved), outcome) }
            }),
          await: (run) =>
            Effect.suspend(() => {
              const call = latest.get(run)
              if (call === undefined) return Effect.undefined
              const fiber = FiberMap.getUnsafe(fibers, call)
              return fiber._tag === "None" ? Effect.undefined : Fiber.join(fiber.value)
            }),
          count: FiberMap.size(fibers),
        })
      }),
    )
}
