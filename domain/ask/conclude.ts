import { Effect, Result } from "effect"
import type { NodeId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import { type Advance, endEarly } from "./advance.ts"
import type { Ask, OpenQuestion, StepFailure } from "./Ask.ts"
import { type AskContext, type AskDecision, type AskRecord, AskStore, targetOf } from "./AskStore.ts"
import { stepStates } from "./stepVerdicts.ts"

export interface Conclusion {
  readonly move: Exclude<Advance, { readonly _tag: "Go" }>
  /** The revision that the move was found for. */
  readonly revision: number
  /** Who found it. */
  readonly node: NodeId
  readonly question: string
  readonly answerWithinMs: number
}

/**
 * Writes down that a run ended, or waits for its buyer. False where the run moved on meanwhile, or is another node's: then
 * it is looked at again.
 */
export const conclude = (scene: AskContext, { answerWithinMs, move, node, question, revision }: Conclusion): AskDecision<boolean> => {
  const { ask, now, run } = scene
  const same = run?.status === "running" && ask?.revision === revision && scene.node === node && scene.openCalls === 0
  if (!same || run === undefined || ask === undefined) return { answer: Result.succeed(false), write: null }
  if (move._tag === "Select") {
    const { goals, list, step } = move
    // Prices are kept for as long as the buyer may choose.
    const expiresAt = Math.max(now + answerWithinMs, ask.quote?.expiresAt ?? 0)
    const open: OpenQuestion = { _tag: "Found", ref: question, expiresAt, step, list, goals }
    return writeEnd(
      { ...run, status: "needs_selection" },
      { ...ask, open, message: "Several entities go by this name. Select the one that is meant." },
    )
  }
  const ended: Run = { ...run, status: move.status, error: move.error, finishedAt: now }
  const released = move.status === "failed" && scene.chargedCalls === 0
  return writeEnd(ended, { ...ask, open: null, message: null, failures: move.failures }, released ? ask.keys : [])
}

/** Writes down why a step delivered nothing, before anything is made in its place. */
export const noteFailure = (scene: AskContext, failure: StepFailure, node: NodeId): AskDecision<void> => {
  const { ask, run } = scene
  const done: AskDecision<void> = { answer: Result.succeed(undefined), write: null }
  if (run?.status !== "running" || ask === undefined || scene.node !== node) return done
  if (ask.failures.some(({ step }) => step === failure.step)) return done
  const noted = { ...ask, failures: [...ask.failures, failure] }
  return { ...done, write: { run, ask: noted, node, idempotency: null, freed: [] } }
}

const writeEnd = (run: Run, ask: Ask, freed: Ask["keys"] = []): AskDecision<boolean> => ({
  answer: Result.succeed(true),
  write: { run, ask, node: null, idempotency: null, freed },
})

/** How long an approved run waits for its buyer. One that was never approved just stays as it is: nothing was bought. */
export const waitsUntil = ({ ask, run }: { readonly ask: Ask; readonly run: Run }): number | undefined =>
  run.status === "needs_selection" && ask.approval !== null ? ask.open?.expiresAt : undefined
/** Whether an approved run waited for its buyer in vain. */
export const isOverdue = (record: { readonly ask: Ask; readonly run: Run }, now: number): boolean =>
  (waitsUntil(record) ?? Number.POSITIVE_INFINITY) <= now
/** Ends such a run with what it has. False where it moved on meanwhile. */
export const expire = (scene: AskContext, { ask, calls }: AskRecord): AskDecision<boolean> => {
  const { run } = scene
  if (run === undefined || scene.ask?.revision !== ask.revision || !isOverdue({ run, ask: scene.ask }, scene.now)) {
    return { answer: Result.succeed(false), write: null }
  }
  const end = endEarly(ask.plan!, stepStates({ ask, calls }), ask.selections, tooLate)
  const ended: Run = { ...run, status: end.status, error: end.error, finishedAt: scene.now }
  const left: Ask = { ...scene.ask, open: null, message: null, failures: end.failures, revision: ask.revision + 1 }
  const freed = end.status === "failed" && scene.chargedCalls === 0 ? ask.keys : []
  return { answer: Result.succeed(true), write: { run: ended, ask: left, node: null, idempotency: null, freed } }
}

/** Ends a run that waited for its buyer in vain, under the lock. */
export const endOverdue = Effect.fnUntraced(function* (record: AskRecord) {
  const store = yield* AskStore
  yield* store.step(targetOf(record.run), (scene) => expire(scene, record))
})
const tooLate = {
  code: "continuation_expired",
  message: "Nobody said in time which entity was meant, so the rest of the plan was not bought.",
}
