import { Result, type Schema } from "effect"
import type { NodeId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Ask } from "./Ask.ts"
import { keysWith, refused, runNotFound } from "./approve.ts"
import type { AskDecision, AskContext } from "./AskStore.ts"
import { type BegunAsk, applyDraft, entryOf, type FreshIds, type IdempotencyKeyUse, sameRequest, type ApprovalTerms } from "./begin.ts"
import { doubtIn } from "./doubt.ts"
import type { Draft } from "./Plan.ts"
import { RunCancelled } from "../ledger/errors.ts"
import { ContinuationChanged } from "./refusals.ts"
import { planMaximum, type PaymentMeans, planRefusal } from "./spending.ts"

/** A continuation whose signature and input were verified: `resume` checks that it is still the current one. */
export interface ResumeRequest {
  /** The id of the request. */
  readonly id: string
  readonly stateRef: string
  readonly revision: number
  readonly idempotency: IdempotencyKeyUse
  readonly waitMs: number
  readonly node: NodeId
  readonly taking:
    /** The run continues under its approval, on these terms. `max`: the maximum cost of its remaining steps. */
    | {
        readonly _tag: "Select"
        readonly listKey: string
        readonly place: number
        readonly max: MicroUsd
        readonly means: PaymentMeans
        readonly terms: ApprovalTerms
      }
    /** The question was planned again with the given inputs. */
    | {
        readonly _tag: "Replan"
        readonly given: Readonly<Record<string, Schema.Json>>
        readonly draft: SupportedDraft
        readonly limit: number
        readonly quoteTtlMs: number
        readonly fresh: FreshIds
        /** An automatic ask continues at once; null if the new plan waits for its approval. */
        readonly approves: { readonly means: PaymentMeans; readonly terms: ApprovalTerms } | null
      }
}

export type SupportedDraft = Exclude<Draft, { readonly _tag: "Unsupported" }>

/** Uses a continuation, once. */
export const resume = (context: AskContext, r: ResumeRequest): AskDecision<BegunAsk> => {
  const { ask, earlier, now, run } = context
  if (run !== undefined && ask?.moved === r.id) return { answer: Result.succeed({ _tag: "Begun", status: run.status }), write: null }
  if (earlier !== undefined) return { answer: sameRequest(earlier, r.idempotency), write: null }
  if (run === undefined || ask === undefined) return refused(runNotFound())
  const changed = continuationChanged(run, ask, r, now)
  if (changed !== undefined) return refused(changed)
  const moved = { ...ask, revision: ask.revision + 1, moved: r.id, keys: keysWith(ask, r.idempotency), open: null, message: null }
  const waiting: Run = { ...run, waitUntil: now + r.waitMs }
  if (r.taking._tag === "Select") {
    const { listKey, max, means, place, terms } = r.taking
    const refusal = planRefusal(context, max, means)
    if (refusal !== undefined) return refused(refusal)
    const approval = ask.approval && { ...ask.approval, ...terms }
    return write({ ...waiting, status: "running" }, { ...moved, approval, selections: { ...ask.selections, [listKey]: place } }, r)
  }
  const { approves, draft, fresh, given, limit, quoteTtlMs } = r.taking
  const drawn = applyDraft(draft, { ...moved, given, limit }, { now, fresh, quoteTtlMs })
  if (approves === null || drawn.status !== "requires_approval") return write({ ...waiting, status: drawn.status }, drawn.ask, r)
  const doubt = doubtIn(drawn.ask.plan)
  if (doubt !== null) return write({ ...waiting, status: "requires_approval" }, { ...drawn.ask, reason: doubt }, r)
  const refusal = planRefusal(context, planMaximum(drawn.ask.plan!), approves.means)
  if (refusal !== undefined) return refused(refusal)
  const approval = { at: now, calls: fresh.calls, ...approves.terms }
  return write({ ...waiting, status: "running" }, { ...drawn.ask, approval }, r)
}

const write = (run: Run, ask: Ask, { idempotency, node }: ResumeRequest): AskDecision<BegunAsk> => ({
  answer: Result.succeed({ _tag: "Begun", status: run.status }),
  write: { run, ask, node: run.status === "running" ? node : null, idempotency: entryOf(run, idempotency), freed: [] },
})

/** Why a continuation is not valid any more; undefined if it is the current one. */
export const continuationChanged = (
  run: Pick<Run, "id" | "status">,
  { open, revision }: Pick<Ask, "open" | "revision">,
  continuation: { readonly stateRef: string; readonly revision: number },
  now: number,
): ContinuationChanged | RunCancelled | undefined => {
  if (run.status === "cancelled")
    return new RunCancelled({
      message: "This run was cancelled and is not restarted. Ask again to get a new plan. Nothing was charged for this request.",
    })
  const isWaiting = run.status === "needs_input" || run.status === "needs_selection"
  const current = isWaiting && open !== null && open.ref === continuation.stateRef && revision === continuation.revision
  if (current && open.expiresAt > now) return undefined
  const message = current
    ? "This continuation has expired. Nothing was charged for it. Ask the question again."
    : `This continuation was used before, or the run has moved on. Read the run with GET /v2/runs/${run.id} and use its current continuation. Nothing was charged.`
  return new ContinuationChanged({ message })
}
