import { Result } from "effect"
import type { CallId, NodeId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import type { RunStatus } from "../RunStatus.ts"
import { RunCancelled, RunNotFound } from "../ledger/errors.ts"
import type { Refused } from "../Refusal.ts"
import type { Ask } from "./Ask.ts"
import type { AskDecision, AskContext } from "./AskStore.ts"
import { type BegunAsk, entryOf, type IdempotencyKeyUse, sameRequest, type ApprovalTerms } from "./begin.ts"
import type { Plan } from "./Plan.ts"
import { PlanChanged, PlanExpired, PlanNotReady } from "./refusals.ts"
import { planMaximum, type PaymentMeans, planRefusal } from "./spending.ts"
import { isoTime } from "../time.ts"

export interface ApproveRequest {
  /** The id of the request. */
  readonly id: string
  /** The quote that the buyer approved, if the request names one. */
  readonly quoteRef: string | null
  /** The quote that `means`, `calls` and `withdrawn` were prepared for. */
  readonly seen: string | undefined
  readonly idempotency: IdempotencyKeyUse | null
  readonly waitMs: number
  readonly means: PaymentMeans
  readonly terms: ApprovalTerms
  readonly calls: ReadonlyArray<CallId>
  readonly node: NodeId
  /** Operations of the plan that are no longer for sale, as `operation of source`. */
  readonly withdrawn: ReadonlyArray<string>
}

export type Approved = BegunAsk | { readonly _tag: "Before"; readonly status: RunStatus }

/** Begins an approved plan once: a second approval returns the run as it is. */
export const approve = (context: AskContext, a: ApproveRequest): AskDecision<Approved> => {
  const { ask, earlier, run } = context
  if (run !== undefined && ask?.moved === a.id) return { answer: Result.succeed({ _tag: "Begun", status: run.status }), write: null }
  if (earlier !== undefined) return { answer: sameRequest(earlier, a.idempotency), write: null }
  if (run === undefined || ask === undefined) return refused(runNotFound())
  const refusal = approvalRefusal(run, ask, a, context.now)
  if (refusal !== undefined) return refused(refusal)
  if (ask.approval !== null) return { answer: Result.succeed({ _tag: "Before", status: run.status }), write: null }
  const unaffordable = planRefusal(context, planMaximum(ask.plan!, a.terms.limit), a.means)
  if (unaffordable !== undefined) return refused(unaffordable)
  const running: Run = { ...run, status: "running", waitUntil: context.now + a.waitMs }
  const approved: Ask = {
    ...ask,
    reason: null,
    approval: { at: context.now, calls: a.calls, ...a.terms },
    revision: ask.revision + 1,
    moved: a.id,
    keys: keysWith(ask, a.idempotency),
  }
  return {
    answer: Result.succeed({ _tag: "Begun", status: "running" }),
    write: { run: running, ask: approved, node: a.node, idempotency: entryOf(running, a.idempotency), freed: [] },
  }
}

export const keysWith = (ask: Ask, use: IdempotencyKeyUse | null): Ask["keys"] =>
  use === null ? ask.keys : [...ask.keys, { endpoint: use.endpoint, key: use.key }]

const approvalRefusal = (run: Run, ask: Ask, { quoteRef, seen, withdrawn }: ApproveRequest, now: number): Refused | undefined => {
  if (run.status === "cancelled")
    return new RunCancelled({ message: "This run was cancelled and is not restarted. Ask again to get a new plan." })
  if (ask.plan === null || ask.quote === null) {
    return new PlanNotReady({ message: `This ask has no priced plan: its status is ${run.status}. Read it with GET /v2/asks/${run.id}.` })
  }
  if ((quoteRef !== null && quoteRef !== ask.quote.ref) || seen !== ask.quote.ref) {
    return new PlanChanged({
      message: "The plan has another quote_ref now. Read the ask, look at its plan and approve that one. Nothing was charged.",
    })
  }
  if (ask.approval !== null) return undefined
  if (ask.quote.expiresAt <= now) {
    return new PlanExpired({
      message: `The plan's prices held until ${isoTime(ask.quote.expiresAt)}. Ask again. Nothing was charged.`,
    })
  }
  if (withdrawn.length === 0) return undefined
  return new PlanChanged({
    message: `No longer for sale: ${withdrawn.join(", ")}. Ask again to get a plan without it. Nothing was charged.`,
  })
}

/** The operations of a plan that are no longer in the catalogue. */
export const withdrawnOperations = (plan: Plan | null, isForSale: (source: string, operation: string) => boolean): ReadonlyArray<string> =>
  (plan?.steps ?? []).filter((step) => !isForSale(step.source, step.operation)).map((step) => `${step.operation} of ${step.source}`)

export const runNotFound = () => new RunNotFound({ message: "No run with this id belongs to this key." })

export const refused = (refusal: Refused): AskDecision<never> => ({ answer: Result.fail(refusal), write: null })
