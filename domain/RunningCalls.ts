import { Cause, Clock, Context, Deferred, Effect, Exit, type Fiber, FiberMap, Layer, References } from "effect"
import type { CallId, RunId } from "./money/ids.ts"
import type { LedgerError } from "./ledger/errors.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { storageUnavailable, type StorageUnavailable } from "./Refusal.ts"
import { Node } from "./Node.ts"
import { type ReservedCall, type Order, type PaidCallOutcome, paidCall } from "./PaidCall.ts"
import { Rails } from "./rail/Rail.ts"

export type PaidCallError = LedgerError | StorageUnavailable

export interface StartedCall {
  /** The hold, as soon as it exists, or the outcome of a call that ended without one. Fails as `answered` does. */
  readonly reserved: Effect.Effect<ReservedCall | PaidCallOutcome, PaidCallError>
  /**
   * The outcome, for a request that waits for it: it fails with StorageUnavailable once a step of the books has taken 2.5 s. The call
   * continues: what became of its money is unknown until the step ends.
   */
  readonly answered: Effect.Effect<PaidCallOutcome, PaidCallError>
  /** The outcome, however long the books take. */
  readonly outcome: Effect.Effect<PaidCallOutcome, PaidCallError>
}

interface RunningCall {
  readonly order: Order
  readonly at: number
  readonly state: { abandoned: boolean }
  readonly reserved: Deferred.Deferred<ReservedCall | PaidCallOutcome, PaidCallError>
  readonly answered: Deferred.Deferred<PaidCallOutcome, PaidCallError>
  readonly outcome: Deferred.Deferred<PaidCallOutcome, PaidCallError>
}

/** With a database that hangs in the middle of a request the request is answered 503 within 3 s. */
export const maxStepMs = 2_500

/** The ledger, which reports a step that takes longer than `maxStepMs` and continues it. */
const watched = (ledger: Ledger["Service"], onStalled: () => void): Ledger["Service"] => ({
  ...ledger,
  execute: (command) =>
    Effect.suspend(() => {
      const timer = setTimeout(onStalled, maxStepMs)
      return Effect.onExit(ledger.execute(command), () => Effect.sync(() => clearTimeout(timer)))
    }),
})

/**
 * The calls that run on this node, each in a fiber of its own: a client that hangs up changes nothing, and a stop waits
 * for them. After a kill, the reconciler of another node ends them.
 */
export class RunningCalls extends Context.Service<
  RunningCalls,
  {
    /** Starts the call. A call with the same id that already runs on this node is returned instead. */
    readonly start: (order: Order) => Effect.Effect<StartedCall>
    /** Waits for a run that executes on this node, as `answered` does; undefined at once for any other run. */
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
        const [ledger, node, rails] = [yield* Ledger, yield* Node, yield* Rails]
        const isTraced = yield* References.TracerEnabled
        const fibers = yield* FiberMap.make<CallId, PaidCallOutcome, PaidCallError>()
        const latest = new Map<RunId, CallId>()
        const running = new Map<CallId, RunningCall>()
        yield* Effect.addFinalizer(() => FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(drainMs), Effect.ignore))
        /** The end of the fiber goes to all who wait. One that was stopped because its call was released ends as superseded, and interrupts no reader. */
        const complete = ({ answered, order, outcome, reserved, state }: RunningCall, exit: Exit.Exit<PaidCallOutcome, PaidCallError>) => {
          running.delete(order.call)
          if (latest.get(order.run) === order.call) latest.delete(order.run)
          const superseded = state.abandoned && Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
          const end = superseded ? Exit.succeed<PaidCallOutcome>({ _tag: "Superseded", run: order.run }) : exit
          Deferred.doneUnsafe(outcome, end)
          Deferred.doneUnsafe(answered, end)
          Deferred.doneUnsafe(reserved, end)
        }
        const waitsFor = ({ answered, outcome, reserved }: RunningCall): StartedCall => ({
          reserved: Deferred.await(reserved),
          answered: Deferred.await(answered),
          outcome: Deferred.await(outcome),
        })
        return RunningCalls.of({
          start: (order) =>
            Effect.gen(function* () {
              const existing = running.get(order.call)
              if (existing !== undefined) return waitsFor(existing)
              const begun: RunningCall = {
                order,
                at: yield* Clock.currentTimeMillis,
                state: { abandoned: false },
                reserved: Deferred.makeUnsafe(),
                answered: Deferred.makeUnsafe(),
                outcome: Deferred.makeUnsafe(),
              }
              const stalled = () => {
                const error = Exit.fail(storageUnavailable())
                Deferred.doneUnsafe(begun.reserved, error)
                Deferred.doneUnsafe(begun.answered, error)
              }
              const paid = paidCall(order, (hold) => Deferred.doneUnsafe(begun.reserved, Exit.succeed(hold)))
              const call = (isTraced ? Effect.withSpan(paid, "paidCall") : paid).pipe(
                // One after the other: a merge with a whole context copies all services of the gateway for each call.
                Effect.provideService(Ledger, watched(ledger, stalled)),
                Effect.provideService(Node, node),
                Effect.provideService(Rails, rails),
              )
              latest.set(order.run, order.call)
              running.set(order.call, begun)
              const fiber: Fiber.Fiber<PaidCallOutcome, PaidCallError> = yield* FiberMap.run(fibers, order.call, Effect.interruptible(call))
              fiber.addObserver((exit) => complete(begun, exit))
              return waitsFor(begun)
              // A client that hangs up in between would leave a call whose end is not reported.
            }).pipe(Effect.uninterruptible),
          await: (run) =>
            Effect.suspend(() => {
              const call = latest.get(run)
              const begun = call === undefined ? undefined : running.get(call)
              return begun === undefined ? Effect.undefined : Deferred.await(begun.answered)
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
