import { Context, Deferred, Effect, Fiber, FiberMap, Layer } from "effect"
import type { CallId, RunId } from "./ids.ts"
import type { LedgerError } from "./ledger/Decision.ts"
import { Ledger, type LedgerUnavailable } from "./ledger/Ledger.ts"
import { Node } from "./Node.ts"
import { type Opened, type Order, type Paid, paidCall } from "./PaidCall.ts"
import { Rails } from "./rail/Rail.ts"

export type PaidCallError = LedgerError | LedgerUnavailable

export interface Started {
  /** The hold, as soon as there is one; or how the call ended without. */
  readonly opened: Effect.Effect<Opened | Paid, PaidCallError>
  readonly done: Effect.Effect<Paid, PaidCallError>
}

/**
 * The calls this node is working on, each in a fiber of its own: a client that hangs up changes nothing, and a stop
 * waits for them (the reconciler of another node ends what a kill leaves).
 */
export class Calls extends Context.Service<
  Calls,
  {
    /** Makes the call; where this node is making it already, that is the one that is answered. */
    readonly start: (order: Order) => Effect.Effect<Started>
    /** Waits for a run that executes here; undefined at once when it does not. */
    readonly await: (run: RunId) => Effect.Effect<Paid | undefined, PaidCallError>
    readonly count: Effect.Effect<number>
  }
>()("farthing/domain/Calls") {
  static readonly layer = (drainMs: number): Layer.Layer<Calls, never, Ledger | Node | Rails> =>
    Layer.effect(
      Calls,
      Effect.gen(function* () {
        const services = yield* Effect.context<Ledger | Node | Rails>()
        const fibers = yield* FiberMap.make<CallId, Paid, PaidCallError>()
        const latest = new Map<RunId, CallId>()
        yield* Effect.addFinalizer(() => FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(drainMs), Effect.ignore))
        const forget = ({ call, run }: Order) => Effect.sync(() => latest.get(run) === call && latest.delete(run))
        return Calls.of({
          start: (order) =>
            Effect.gen(function* () {
              const going = FiberMap.getUnsafe(fibers, order.call)
              if (going._tag === "Some") return { opened: Fiber.join(going.value), done: Fiber.join(going.value) }
              const opened = Deferred.makeUnsafe<Opened>()
              const call = paidCall(order, (hold) => Deferred.doneUnsafe(opened, Effect.succeed(hold)))
              latest.set(order.run, order.call)
              const fiber = yield* FiberMap.run(fibers, order.call, Effect.ensuring(Effect.provide(call, services), forget(order)))
              const done = Fiber.join(fiber)
              return { done, opened: Effect.raceFirst(Deferred.await(opened), done) }
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
