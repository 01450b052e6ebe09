import { Effect, Result } from "effect"
import type { NodeId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import { type Advance, endEarly } from "./advance.ts"
import type { Ask, OpenQuestion, StepFailure } from "./Ask.ts"
import { type AskContext, type AskDecision, type AskRecord, AskStore, targetOf } from "./AskStore.ts"
import { begunRevision } from "./begin.ts"
import { shortfallReason } from "./shortfall.ts"
import { stepStates } from "./stepVerdicts.ts"

export interface Conclusion {
  readonly move: Exclude<Advance, { readonly _tag: "Go" }>
  /** The revision of the ask that the move was computed for. */
  readonly revision: number
  /** The node that computed it. */
  readonly node: NodeId
  readonly question: string
  /** Calls that the run has made, whatever became of them. */
  readonly calls: number
  readonly answerWithinMs: number
}

/** Stores that a run ended, or waits for its buyer. False if the run changed meanwhile or belongs to another node: it is checked again. */
export const conclude = (
  context: AskContext,
  { answerWithinMs, calls, move, node, question, revision }: Conclusion,
): AskDecision<boolean> => {
  const { ask, now, run } = context
  const same = run?.status === "running" && ask?.revision === revision && context.node === node && context.openCalls === 0
  if (!same || run === undefined || ask === undefined) return { answer: Result.succeed(false), write: null }
  if (move._tag === "Select") {
    const { goals, list, step } = move
    // The quoted prices hold for as long as the buyer may choose.
    const expiresAt = Math.max(now + answerWithinMs, ask.quote?.expiresAt ?? 0)
    const open: OpenQuestion = { _tag: "Found", ref: question, expiresAt, step, list, goals }
    return writeEnd(
      { ...run, status: "needs_selection" },
      { ...ask, open, message: "Several entities have this name. Select one of them." },
    )
  }
  const failed = move.status === "failed" && calls === 0
  if (failed && ask.revision > begunRevision) {
    const reason = shortfallReason(ask, `approve it again with POST /v2/asks/${run.id}/run, or cancel it.`)
    if (reason !== null) return returnToApproval(run, ask, reason)
  }
  const reason = failed ? shortfallReason(ask, "ask again then.") : ask.reason
  const ended: Run = { ...run, status: move.status, error: move.error, finishedAt: now }
  const released = move.status === "failed" && context.chargedCalls === 0
  return writeEnd(ended, { ...ask, open: null, message: null, reason, failures: move.failures }, released ? ask.keys : [])
}

/**
 * The plan waits for its approval as before, at the same quote. The Idempotency-Key of the approval can be used again; the key of an
 * automatic ask was answered with its plan, or with a question, and keeps this run.
 */
const returnToApproval = (run: Run, ask: Ask, reason: Ask["reason"]): AskDecision<boolean> => {
  const freed = ask.keys.filter(({ endpoint }) => endpoint === "ask_run")
  return writeEnd(
    { ...run, status: "requires_approval" },
    {
      ...ask,
      approval: null,
      reason,
      failures: [],
      revision: ask.revision + 1,
      keys: ask.keys.filter((key) => !freed.includes(key)),
    },
    freed,
  )
}

/** Stores why a step delivered nothing, before a fallback is made in its place. */
export const noteFailure = (context: AskContext, failure: StepFailure, node: NodeId): AskDecision<void> => {
  const { ask, run } = context
  const done: AskDecision<void> = { answer: Result.succeed(undefined), write: null }
  if (run?.status !== "running" || ask === undefined || context.node !== node) return done
  if (ask.failures.some(({ step }) => step === failure.step)) return done
  const noted = { ...ask, failures: [...ask.failures, failure] }
  return { ...done, write: { run, ask: noted, node, idempotency: null, freed: [] } }
}

const writeEnd = (run: Run, ask: Ask, freed: Ask["keys"] = []): AskDecision<boolean> => ({
  answer: Result.succeed(true),
  write: { run, ask, node: null, idempotency: null, freed },
})

/** Until when an approved run waits for its buyer. A run without approval does not expire, since nothing was bought. */
export const waitsUntil = ({ ask, run }: { readonly ask: Ask; readonly run: Run }): number | undefined =>
  run.status === "needs_selection" && ask.approval !== null ? ask.open?.expiresAt : undefined
/** Whether the continuation of an approved run has expired. */
export const isOverdue = (record: { readonly ask: Ask; readonly run: Run }, now: number): boolean =>
  (waitsUntil(record) ?? Number.POSITIVE_INFINITY) <= now
/** Ends an overdue run with what it has. False if it changed meanwhile. */
export const expire = (context: AskContext, { ask, calls }: AskRecord): AskDecision<boolean> => {
  const { run } = context
  if (run === undefined || context.ask?.revision !== ask.revision || !isOverdue({ run, ask: context.ask }, context.now)) {
    return { answer: Result.succeed(false), write: null }
  }
  const end = endEarly(ask.plan!, stepStates({ ask, calls }), ask.selections, tooLate)
  const ended: Run = { ...run, status: end.status, error: end.error, finishedAt: context.now }
  const left: Ask = { ...context.ask, open: null, message: null, failures: end.failures, revision: ask.revision + 1 }
  const freed = end.status === "failed" && context.chargedCalls === 0 ? ask.keys : []
  return { answer: Result.succeed(true), write: { run: ended, ask: left, node: null, idempotency: null, freed } }
}

/** Ends an overdue run, under the lock. */
export const endOverdue = Effect.fnUntraced(function* (record: AskRecord) {
  const store = yield* AskStore
  yield* store.step(targetOf(record.run), (context) => expire(context, record))
})

const tooLate = {
  code: "continuation_expired",
  message: "No entity was selected before the continuation expired, so the rest of the plan was not bought.",
}
