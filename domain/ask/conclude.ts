import { Result } from "effect"
import type { NodeId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import type { Advance } from "./advance.ts"
import type { Ask, OpenQuestion, StepFailure } from "./Ask.ts"
import type { AskDecision, AskScene } from "./AskStore.ts"

export interface Concluding {
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
export const conclude = (scene: AskScene, { answerWithinMs, move, node, question, revision }: Concluding): AskDecision<boolean> => {
  const { ask, now, run } = scene
  const same = run?.status === "running" && ask?.revision === revision && scene.node === node && scene.openCalls === 0
  if (!same || run === undefined || ask === undefined) return { answer: Result.succeed(false), write: null }
  if (move._tag === "Select") {
    const { goals, list, step } = move
    // Prices are kept for as long as the buyer may choose.
    const expiresAt = Math.max(now + answerWithinMs, ask.quote?.expiresAt ?? 0)
    const open: OpenQuestion = { _tag: "Found", ref: question, expiresAt, step, list, goals }
    return write(
      { ...run, status: "needs_selection" },
      { ...ask, open, message: "Several entities go by this name. Select the one that is meant." },
    )
  }
  const ended: Run = { ...run, status: move.status, error: move.error, finishedAt: now }
  const released = move.status === "failed" && scene.chargedCalls === 0
  return write(ended, { ...ask, open: null, message: null, failures: move.failures }, released ? ask.keys : [])
}

/** Writes down why a step delivered nothing, before anything is made in its place. */
export const noteFailure = (scene: AskScene, failure: StepFailure, node: NodeId): AskDecision<void> => {
  const { ask, run } = scene
  const done: AskDecision<void> = { answer: Result.succeed(undefined), write: null }
  if (run?.status !== "running" || ask === undefined || scene.node !== node) return done
  if (ask.failures.some(({ step }) => step === failure.step)) return done
  const noted = { ...ask, failures: [...ask.failures, failure] }
  return { ...done, write: { run, ask: noted, node, idempotency: null, freed: [] } }
}

const write = (run: Run, ask: Ask, freed: Ask["keys"] = []): AskDecision<boolean> => ({
  answer: Result.succeed(true),
  write: { run, ask, node: null, idempotency: null, freed },
})
