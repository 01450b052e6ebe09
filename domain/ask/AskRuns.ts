import { Cause, Context, Effect, Fiber, FiberMap, Layer, Queue, Result } from "effect"
import { randomUuid } from "./begin.ts"
import { type PaidCallError, RunningCalls } from "../RunningCalls.ts"
import { Catalogue } from "../catalogue/Catalogue.ts"
import type { NodeId, RunId } from "../money/ids.ts"
import type { RunError } from "../ledger/state.ts"
import { Node } from "../Node.ts"
import type { PaidCallOutcome } from "../PaidCall.ts"
import { isRefused } from "../Refusal.ts"
import { advance, type Advance } from "./advance.ts"
import { type AskRecord, AskStore, type RunRef, targetOf } from "./AskStore.ts"
import { conclude, noteFailure } from "./conclude.ts"
import { type Inputs, stepStates } from "./stepVerdicts.ts"
import { stepOrder } from "./stepOrder.ts"

export interface AskRunsOptions {
  readonly dispatchTimeoutMs: number
  readonly closingMs: number
  /** How long a stop waits for the steps that are being made. */
  readonly drainMs: number
  /** How long a buyer may take to say which entity is meant. */
  readonly answerWithinMs: number
  /** How often a run is looked at that waits for a call of another node, or for a rail. */
  readonly lookEveryMs: number
}

type Services = AskStore | RunningCalls | Catalogue | Node

/**
 * The runs of asks that this node carries on, each in a fiber of its own that outlives the request. A run is advanced by
 * what is stored of it alone, so that any node goes on where another one stopped.
 */
export class AskRuns extends Context.Service<
  AskRuns,
  {
    /** Carries the run on here, unless this node does already. */
    readonly start: (place: RunRef) => Effect.Effect<void>
    /** Waits for a run that is carried on here; at once where it is not. */
    readonly await: (run: RunId) => Effect.Effect<void>
    readonly count: Effect.Effect<number>
  }
>()("farthing/domain/ask/AskRuns") {
  static readonly layer = (options: AskRunsOptions): Layer.Layer<AskRuns, never, Services> =>
    Layer.effect(
      AskRuns,
      Effect.gen(function* () {
        const services = yield* Effect.context<Services>()
        const fibers = yield* FiberMap.make<RunId, void>()
        const stopping = { now: false }
        // A run that is to go on while its fiber is about to end is looked at once more.
        const wanted = new Set<RunId>()
        const until = (place: RunRef) =>
          Effect.suspend(() => {
            wanted.delete(place.run)
            return carryOn(place, options, stopping)
          }).pipe(Effect.repeat({ while: () => wanted.has(place.run) && !stopping.now }), Effect.asVoid)
        yield* Effect.addFinalizer(() =>
          Effect.suspend(() => {
            stopping.now = true
            return FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(options.drainMs), Effect.ignore)
          }),
        )
        return AskRuns.of({
          start: (place) =>
            Effect.suspend(() => {
              wanted.add(place.run)
              return Effect.asVoid(FiberMap.run(fibers, place.run, Effect.provide(until(place), services), { onlyIfMissing: true }))
            }),
          await: (run) =>
            Effect.suspend(() => {
              const fiber = FiberMap.getUnsafe(fibers, run)
              return fiber._tag === "None" ? Effect.void : Effect.asVoid(Fiber.await(fiber.value))
            }),
          count: FiberMap.size(fibers),
        })
      }),
    )
}

/** Until the run has ended, waits for its buyer, or is another node's. A fault costs a pause, never the run. */
const carryOn = (place: RunRef, options: AskRunsOptions, stopping: { readonly now: boolean }) =>
  drive(place, options, stopping).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.succeed(true)
        : Effect.as(Effect.logWarning(`run ${place.run} could not be carried on yet`, cause), stopping.now),
    ),
    Effect.flatMap((done) => (done ? Effect.succeed(true) : Effect.as(Effect.sleep(options.lookEveryMs * 4), false))),
    Effect.repeat({ until: (done: boolean) => done }),
    Effect.asVoid,
  )

/** So many times `lookEveryMs` is the longest that a run goes without being looked at. */
const maxIdleFactor = 20

/** Most steps of one run that are made at once. */
const maxConcurrentSteps = 16

const drive = Effect.fnUntraced(function* ({ organisation, run }: RunRef, options: AskRunsOptions, stopping: { readonly now: boolean }) {
  const store = yield* AskStore
  const { id: node } = yield* Node
  const making = new Set<number>()
  const changed = yield* Queue.sliding<void>(1)
  let idle = 0

  const make = Effect.fnUntraced(function* (record: AskRecord, step: number, inputs: Inputs) {
    const failure = yield* makeStep(record, step, inputs, options)
    if (failure === undefined) return
    yield* store.step(targetOf(record.run), (scene) => noteFailure(scene, { step, ...failure }, node))
  })

  for (;;) {
    const record = yield* store.read(organisation, run)
    if (record === undefined || record.node !== node) return true
    if (record.run.status !== "running" || record.ask.plan === null || record.ask.approval === null) {
      yield* store.rest({ organisation, run })
      return true
    }
    const move = advance(record.ask.plan, stepStates(record, making), record.ask.selections)
    if (move._tag !== "Go") {
      if (yield* write(record, move, node, options)) return true
    } else if (!stopping.now) {
      for (const { inputs, step } of move.start.slice(0, Math.max(0, maxConcurrentSteps - making.size))) {
        making.add(step)
        yield* make(record, step, inputs).pipe(
          // Whether it holds money the books say; it is looked at again after a pause.
          Effect.catchCause((cause) =>
            Effect.andThen(Effect.logError(`step ${step} of run ${run} could not be made`, cause), Effect.sleep(options.lookEveryMs * 4)),
          ),
          Effect.ensuring(Effect.suspend(() => (making.delete(step), Queue.offer(changed, undefined)))),
          Effect.forkChild,
        )
      }
    }
    // What is left is carried on by the others once this node is gone.
    if (stopping.now && making.size === 0) return true
    const look = Queue.take(changed)
    // A rail may take long to know whether it paid: it is looked at less and less often.
    idle = making.size > 0 ? 0 : idle + 1
    yield* making.size > 0 ? look : Effect.timeoutOption(look, options.lookEveryMs * Math.min(idle, maxIdleFactor))
  }
})

/** Writes down an end, under the lock; false where the run is not as it was. */
const write = Effect.fnUntraced(function* (
  { ask, run }: AskRecord,
  move: Exclude<Advance, { readonly _tag: "Go" }>,
  node: NodeId,
  { answerWithinMs }: AskRunsOptions,
) {
  const store = yield* AskStore
  const question = yield* randomUuid
  return yield* store.step(targetOf(run), (scene) => conclude(scene, { move, question, revision: ask.revision, node, answerWithinMs }))
})

/** Makes the one call of a step. Undefined where the books say what became of it; else why there is no call. */
const makeStep = Effect.fnUntraced(function* ({ ask, run }: AskRecord, step: number, inputs: Inputs, options: AskRunsOptions) {
  const calls = yield* RunningCalls
  const entries = yield* Effect.flatMap(Catalogue, (catalogue) => catalogue.current)
  const { approval, plan } = ask
  const order = stepOrder(entries, plan!.steps[step]!, inputs, {
    organisation: run.organisation,
    key: run.key,
    run: run.id,
    step,
    call: approval!.calls[step]!,
    approval: approval!,
    dispatchTimeoutMs: options.dispatchTimeoutMs,
    closingMs: options.closingMs,
  })
  if (Result.isFailure(order)) return order.failure
  for (let tries = 1; ; tries++) {
    const started = yield* calls.start(order.success)
    const paid = yield* Effect.result(started.outcome)
    if (Result.isSuccess(paid)) return failureOf(paid.success)
    const { failure } = paid
    // The organisation has as many calls executing as it may: one of them ends soon.
    if (isRefused(failure) && failure.status === 429 && tries < maxStarts) yield* Effect.sleep(options.lookEveryMs)
    else return yield* refusalOf(failure, options)
  }
})

const maxStarts = 120

const failureOf = (paid: PaidCallOutcome): RunError | undefined => {
  if (paid._tag === "Failed") return paid.error
  return paid._tag === "Declined" ? { code: "insufficient_balance", message: `The payment was declined: ${paid.reason}` } : undefined
}

const refusalOf = Effect.fnUntraced(function* (failure: PaidCallError, { lookEveryMs }: AskRunsOptions) {
  if (!isRefused(failure)) return undefined
  // Unknown whether it holds money: the books say so later.
  if (failure.code === "service_unavailable") yield* Effect.sleep(lookEveryMs * 4)
  if (failure.code === "service_unavailable" || failure.code === "run_cancelled") return undefined
  return { code: failure.code, message: failure.message }
})
