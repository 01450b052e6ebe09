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
  /** How long a shutdown waits for the steps in progress. */
  readonly drainMs: number
  /** How long a buyer may take to select an entity. */
  readonly answerWithinMs: number
  /** How often a run is checked that waits for a call of another node, or for a rail. */
  readonly lookEveryMs: number
}

type Services = AskStore | RunningCalls | Catalogue | Node

/**
 * The runs that this node executes, each in a fiber of its own that outlives the request. A run advances from its stored state alone, so
 * any node can continue where another one stopped.
 */
export class AskRuns extends Context.Service<
  AskRuns,
  {
    /** Executes the run on this node, unless it is executing already. */
    readonly start: (place: RunRef) => Effect.Effect<void>
    /** Waits for a run that this node executes; returns at once for any other run. */
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
        // A run that is started again while its fiber is about to end is checked once more.
        const restarted = new Set<RunId>()
        const until = (place: RunRef) =>
          Effect.suspend(() => {
            restarted.delete(place.run)
            return execute(place, options, stopping)
          }).pipe(Effect.repeat({ while: () => restarted.has(place.run) && !stopping.now }), Effect.asVoid)
        yield* Effect.addFinalizer(() =>
          Effect.suspend(() => {
            stopping.now = true
            return FiberMap.awaitEmpty(fibers).pipe(Effect.timeoutOption(options.drainMs), Effect.ignore)
          }),
        )
        return AskRuns.of({
          start: (place) =>
            Effect.suspend(() => {
              restarted.add(place.run)
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

/** Executes the run until it has ended, waits for its buyer, or belongs to another node. After an error it pauses and tries again. */
const execute = (place: RunRef, options: AskRunsOptions, stopping: { readonly now: boolean }) =>
  drive(place, options, stopping).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.succeed(true)
        : Effect.as(Effect.logWarning(`run ${place.run} could not be executed yet`, cause), stopping.now),
    ),
    Effect.flatMap((done) => (done ? Effect.succeed(true) : Effect.as(Effect.sleep(options.lookEveryMs * 4), false))),
    Effect.repeat({ until: (done: boolean) => done }),
    Effect.asVoid,
  )

/** A run is checked at the latest after this many times `lookEveryMs`. */
const maxIdleFactor = 20

/** Steps of one run that are made at once. */
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
    yield* store.step(targetOf(record.run), (context) => noteFailure(context, { step, ...failure }, node))
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
          // The ledger knows whether the call holds money: the run is checked again after a pause.
          Effect.catchCause((cause) =>
            Effect.andThen(Effect.logError(`step ${step} of run ${run} could not be made`, cause), Effect.sleep(options.lookEveryMs * 4)),
          ),
          Effect.ensuring(Effect.suspend(() => (making.delete(step), Queue.offer(changed, undefined)))),
          Effect.forkChild,
        )
      }
    }
    // Another node takes the rest over once this one is gone.
    if (stopping.now && making.size === 0) return true
    const look = Queue.take(changed)
    // A rail may take minutes to settle: the run is checked less and less often.
    idle = making.size > 0 ? 0 : idle + 1
    yield* making.size > 0 ? look : Effect.timeoutOption(look, options.lookEveryMs * Math.min(idle, maxIdleFactor))
  }
})

/** Stores the end of a run, or its question to the buyer, under the lock; false if the run has changed meanwhile. */
const write = Effect.fnUntraced(function* (
  { ask, run }: AskRecord,
  move: Exclude<Advance, { readonly _tag: "Go" }>,
  node: NodeId,
  { answerWithinMs }: AskRunsOptions,
) {
  const store = yield* AskStore
  const question = yield* randomUuid
  return yield* store.step(targetOf(run), (context) => conclude(context, { move, question, revision: ask.revision, node, answerWithinMs }))
})

/** Makes the one call of a step. Returns undefined if the ledger has its outcome; otherwise why there is no call. */
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
    // 429: the organisation has reached its limit of concurrent calls; one of them ends soon.
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
  // It is not known yet whether the call holds money: the ledger answers at the next check.
  if (failure.code === "service_unavailable") yield* Effect.sleep(lookEveryMs * 4)
  if (failure.code === "service_unavailable" || failure.code === "run_cancelled") return undefined
  return { code: failure.code, message: failure.message }
})
