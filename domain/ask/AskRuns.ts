import { Cause, Context, Deferred, Effect, Exit, Fiber, FiberMap, Layer, Queue, Result } from "effect"
import { randomUuid } from "./begin.ts"
import { type PaidCallError, RunningCalls } from "../RunningCalls.ts"
import { Catalogue } from "../catalogue/Catalogue.ts"
import type { NodeId, RunId } from "../money/ids.ts"
import type { RunError } from "../ledger/state.ts"
import { Node } from "../Node.ts"
import type { PaidCallOutcome } from "../PaidCall.ts"
import { isRefused, storageUnavailable, type StorageUnavailable } from "../Refusal.ts"
import { advance, type Advance } from "./advance.ts"
import { type AskRecord, AskStore, type RunRef, targetOf } from "./AskStore.ts"
import { conclude, noteFailure } from "./conclude.ts"
import { type Inputs, stepStates } from "./stepVerdicts.ts"
import { stepOrder } from "./stepOrder.ts"
import { shortfallFrom } from "./shortfall.ts"

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
    /**
     * Waits for a run that this node executes; returns at once for any other run. Fails with StorageUnavailable once a step of the books
     * has taken 2.5 s or has failed. The run continues.
     */
    readonly await: (run: RunId) => Effect.Effect<void, StorageUnavailable>
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
        const waiting = new Set<{ readonly run: RunId; readonly stalled: Deferred.Deferred<never, StorageUnavailable> }>()
        const reportStall = (stalledRun: RunId) => {
          for (const { run, stalled } of waiting) if (run === stalledRun) Deferred.doneUnsafe(stalled, Exit.fail(storageUnavailable()))
        }
        const until = (place: RunRef) =>
          Effect.suspend(() => {
            restarted.delete(place.run)
            return execute(place, { ...options, onStalled: () => reportStall(place.run) }, stopping)
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
              if (fiber._tag === "None") return Effect.void
              const waiter = { run, stalled: Deferred.makeUnsafe<never, StorageUnavailable>() }
              waiting.add(waiter)
              return Effect.raceFirst(Effect.asVoid(Fiber.await(fiber.value)), Deferred.await(waiter.stalled)).pipe(
                Effect.ensuring(Effect.sync(() => waiting.delete(waiter))),
              )
            }),
          count: FiberMap.size(fibers),
        })
      }),
    )
}

interface DriveOptions extends AskRunsOptions {
  /** Called when the database takes too long for a step of the run. */
  readonly onStalled: () => void
}

/** Executes the run until it has ended, waits for its buyer, or belongs to another node. After an error it pauses and tries again. */
const execute = (place: RunRef, options: DriveOptions, stopping: { readonly now: boolean }) =>
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

const drive = Effect.fnUntraced(function* ({ organisation, run }: RunRef, options: DriveOptions, stopping: { readonly now: boolean }) {
  const store = watchedStore(yield* AskStore, options.onStalled)
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
    // Taken before the record is read: a step that ends meanwhile may be in the record without its failure, and is read again.
    const unfinished = new Set(making)
    const record = yield* store.read(organisation, run)
    if (record === undefined || record.node !== node) return true
    if (record.run.status !== "running" || record.ask.plan === null || record.ask.approval === null) {
      yield* store.rest({ organisation, run })
      return true
    }
    const move = advance(record.ask.plan, stepStates(record, unfinished), record.ask.selections)
    if (move._tag !== "Go") {
      if (yield* write(store, record, move, node, options)) return true
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
  store: AskStore["Service"],
  { ask, calls, run }: AskRecord,
  move: Exclude<Advance, { readonly _tag: "Go" }>,
  node: NodeId,
  { answerWithinMs }: AskRunsOptions,
) {
  const question = yield* randomUuid
  const conclusion = { move, question, calls: calls.length, revision: ask.revision, node, answerWithinMs }
  return yield* store.step(targetOf(run), (context) => conclude(context, conclusion))
})

/** Makes the one call of a step. Returns undefined if the ledger has its outcome; otherwise why there is no call. */
const makeStep = Effect.fnUntraced(function* ({ ask, run }: AskRecord, step: number, inputs: Inputs, options: DriveOptions) {
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
    const answered = yield* Effect.result(started.answered)
    if (Result.isFailure(answered) && isUnavailable(answered.failure)) options.onStalled()
    const paid = yield* Effect.result(started.outcome)
    if (Result.isSuccess(paid)) return failureOf(paid.success)
    const { failure } = paid
    // 429: the organisation has reached its limit of concurrent calls; one of them ends soon.
    if (isRefused(failure) && failure.status === 429 && tries < maxStarts) yield* Effect.sleep(options.lookEveryMs)
    else return yield* refusalOf(failure, options)
  }
})

const maxStarts = 120

const isUnavailable = (error: unknown) => isRefused(error) && error.code === "service_unavailable"

/** The store, which reports a step that stalls and a read that failed. */
const watchedStore = (store: AskStore["Service"], onStalled: () => void): AskStore["Service"] => ({
  ...store,
  step: (target, decide) => store.step(target, decide, onStalled),
  read: (organisation, run) => Effect.tapError(store.read(organisation, run), () => Effect.sync(onStalled)),
})

const failureOf = (paid: PaidCallOutcome): RunError | undefined => {
  if (paid._tag === "Failed") return paid.error
  return paid._tag === "Declined" ? { code: "insufficient_balance", message: `The payment was declined: ${paid.reason}` } : undefined
}

const refusalOf = Effect.fnUntraced(function* (failure: PaidCallError, { lookEveryMs }: AskRunsOptions) {
  if (!isRefused(failure)) return undefined
  // It is not known yet whether the call holds money: the ledger answers at the next check.
  if (failure.code === "service_unavailable") yield* Effect.sleep(lookEveryMs * 4)
  if (failure.code === "service_unavailable" || failure.code === "run_cancelled") return undefined
  const shortfall = shortfallFrom(failure)
  // The advice of the ledger is for a call; a run that has bought something is not started again.
  return {
    code: failure.code,
    message: `${failure.message} This run has ended: ask again for a new plan.`,
    ...(shortfall !== undefined && { shortfall }),
  }
})
