import { Effect, Result } from "effect"
import { CallId, type KeyId, type NodeId, type OrganisationId, type RunId } from "../money/ids.ts"
import type { Run } from "../ledger/state.ts"
import type { RunStatus } from "../RunStatus.ts"
import { idempotencyConflict } from "../ledger/reserve.ts"
import { type MicroUsd, toDecimal } from "../money/Money.ts"
import type { Ask, OpenQuestion } from "./Ask.ts"
import type { AskContext, AskDecision } from "./AskStore.ts"
import { doubtIn, planMessage } from "./doubt.ts"
import type { Draft } from "./Plan.ts"
import type { PlanRequest } from "./Planner.ts"
import { type PaymentMeans, planMaximum, planRefusal } from "./spending.ts"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"

/** Ids that a decision may need, generated before it so that a repeated decision gives the same. */
export interface FreshIds {
  readonly quote: string
  readonly question: string
  readonly calls: ReadonlyArray<CallId>
}

/** The terms of the approving request: stored, so that every node makes the steps on the same terms. */
export interface ApprovalTerms {
  readonly rail: string | null
  readonly preference: ReadonlyArray<string>
  readonly limit: number
  readonly tag: string | null
}

export interface IdempotencyKeyUse {
  readonly endpoint: string
  readonly key: string
  readonly hash: string
}

export interface BeginRequest {
  readonly organisation: OrganisationId
  readonly key: KeyId
  readonly run: RunId
  readonly wish: PlanRequest["wish"]
  readonly mode: Ask["mode"]
  readonly request: string
  readonly waitMs: number
  readonly idempotency: IdempotencyKeyUse | null
  readonly draft: Draft
  readonly means: PaymentMeans
  readonly terms: ApprovalTerms
  readonly fresh: FreshIds
  readonly quoteTtlMs: number
  readonly node: NodeId
}

/** `Earlier`: a run was begun with this Idempotency-Key before. */
export type BegunAsk =
  | { readonly _tag: "Begun"; readonly status: RunStatus }
  | { readonly _tag: "Earlier"; readonly run: RunId; readonly hash: string }

/** Stores the draft of a question. In auto mode a plan within `max_spend` is approved in the same transaction, or the ask is refused. */
export const begin = (context: AskContext, b: BeginRequest): AskDecision<BegunAsk> => {
  if (context.run !== undefined) return { answer: Result.succeed({ _tag: "Begun", status: context.run.status }), write: null }
  const { earlier } = context
  if (earlier !== undefined) return { answer: sameRequest(earlier, b.idempotency), write: null }

  const drafted = applyDraft(b.draft, freshAsk(b), { now: context.now, fresh: b.fresh, quoteTtlMs: b.quoteTtlMs })
  const over = b.means.maxSpend !== null && drafted.ask.plan !== null && planMaximum(drafted.ask.plan) > b.means.maxSpend
  const doubt = doubtIn(drafted.ask.plan)
  const approves = b.mode === "auto" && drafted.status === "requires_approval" && !over && doubt === null
  if (approves) {
    const refusal = planRefusal(context, planMaximum(drafted.ask.plan!), b.means)
    if (refusal !== undefined) return { answer: Result.fail(refusal), write: null }
  }
  const ask: Ask = approves
    ? { ...drafted.ask, approval: { at: context.now, calls: b.fresh.calls, ...b.terms } }
    : { ...drafted.ask, reason: b.mode !== "auto" ? null : over ? overMaxSpend(planMaximum(drafted.ask.plan!), b.means.maxSpend!) : doubt }
  const status = approves ? "running" : drafted.status
  const run: Run = {
    organisation: b.organisation,
    id: b.run,
    key: b.key,
    kind: "ask",
    status,
    request: b.request,
    error: null,
    idempotency: b.idempotency === null ? null : { endpoint: b.idempotency.endpoint, key: b.idempotency.key },
    createdAt: context.now,
    waitUntil: context.now + b.waitMs,
    finishedAt: status === "unsupported" ? context.now : null,
  }
  return {
    answer: Result.succeed({ _tag: "Begun", status }),
    write: { run, ask, node: approves ? b.node : null, idempotency: entryOf(run, b.idempotency), freed: [] },
  }
}

export const sameRequest = (earlier: NonNullable<AskContext["earlier"]>, use: IdempotencyKeyUse | null) =>
  earlier.hash === use?.hash
    ? Result.succeed({ _tag: "Earlier" as const, run: earlier.run, hash: earlier.hash })
    : Result.fail(idempotencyConflict("This Idempotency-Key"))

/** The idempotency entry of a run; null for an unsupported question, whose key can be used again. */
export const entryOf = (run: Run, use: IdempotencyKeyUse | null) =>
  use === null || run.key === null || run.status === "unsupported"
    ? null
    : { organisation: run.organisation, key: run.key, endpoint: use.endpoint, idempotencyKey: use.key, hash: use.hash, run: run.id }

/** The revision of an ask that nothing has changed since it began: if it runs, it was begun as an automatic one. */
export const begunRevision = 1

const freshAsk = ({ idempotency, means, mode, run, terms, wish }: BeginRequest): Ask => ({
  wish,
  mode,
  maxSpend: mode === "auto" ? means.maxSpend : null,
  limit: terms.limit,
  given: {},
  message: null,
  plan: null,
  quote: null,
  reason: null,
  approval: null,
  selections: {},
  open: null,
  revision: begunRevision,
  moved: run,
  failures: [],
  keys: idempotency === null ? [] : [{ endpoint: idempotency.endpoint, key: idempotency.key }],
})

/** The ask with a planner's draft applied, and the status of its run. */
export const applyDraft = (
  draft: Draft,
  ask: Ask,
  { fresh, now, quoteTtlMs }: { readonly now: number; readonly fresh: FreshIds; readonly quoteTtlMs: number },
): { readonly ask: Ask; readonly status: RunStatus } => {
  const expiresAt = now + quoteTtlMs
  const open = (question: OpenQuestion, message: string, status: RunStatus) =>
    ({ status, ask: { ...ask, message, plan: null, quote: null, open: question } }) as const
  switch (draft._tag) {
    case "Planned":
      return {
        status: "requires_approval",
        ask: { ...ask, message: planMessage(draft.plan), open: null, plan: draft.plan, quote: { ref: fresh.quote, expiresAt } },
      }
    case "NeedsInput":
      return open({ _tag: "Needs", ref: fresh.question, expiresAt, needs: draft.needs }, draft.message, "needs_input")
    case "NeedsSelection":
      return open({ _tag: "Choice", ref: fresh.question, expiresAt, ...draft.choice }, draft.message, "needs_selection")
    case "Unsupported":
      return { status: "unsupported", ask: { ...ask, message: draft.message, open: null } }
  }
}

const overMaxSpend = (maximum: MicroUsd, maxSpend: MicroUsd) => ({
  code: "max_spend",
  message: `The plan may cost up to ${toDecimal(maximum)} USD, and max_spend is ${toDecimal(maxSpend)} USD. Approve it with POST /v2/asks/{id}/run, or ask for less.`,
})

export const randomUuid = Effect.sync(() => uuidV7Unsafe())

/** Ids for a plan of this many steps. */
export const freshIds = (steps: number): Effect.Effect<FreshIds> =>
  Effect.sync(() => ({
    quote: uuidV7Unsafe(),
    question: uuidV7Unsafe(),
    calls: Array.from({ length: steps }, () => CallId.make(uuidV7Unsafe())),
  }))
