import { Result } from "effect"
import { type ApproveRequest } from "../../../domain/ask/approve.ts"
import type { AskContext, AskDecision } from "../../../domain/ask/AskStore.ts"
import { begin, type BeginRequest } from "../../../domain/ask/begin.ts"
import type { Draft, Plan } from "../../../domain/ask/Plan.ts"
import { CallId, KeyId, NodeId, OrganisationId, RunId } from "../../../domain/money/ids.ts"
import type { Account, PaymentOption } from "../../../domain/ledger/state.ts"
import { microUsd, zero } from "../../../domain/money/Money.ts"

export const [organisation, key, run, node] = [OrganisationId.make("o"), KeyId.make("k"), RunId.make("r"), NodeId.make("n")]
export const now = 1_000_000
export const plan: Plan = {
  steps: [
    {
      source: "s",
      operation: "o.o",
      name: "O",
      input: {},
      conditional: false,
      insteadOf: null,
      price: { id: null, model: "per_call", amount: microUsd(100n) },
      max: microUsd(100n),
      limit: 10,
    },
  ],
  goals: [],
  limitations: [],
}

export const planned: Extract<Draft, { readonly _tag: "Planned" }> = { _tag: "Planned", plan }
export const account: Account = {
  organisation,
  id: "credits",
  rail: "credits",
  posted: microUsd(1_000n),
  held: zero,
  creditLimit: zero,
  open: 0,
  status: "active",
  transit: false,
}

export const option: PaymentOption = {
  rail: "credits",
  account: "credits",
  settles: "at_capture",
  feeBasisPoints: 200,
  cost: microUsd(100n),
}
export const means = { options: [option], attempts: [], unavailable: [], maxSpend: null }
export const terms = { rail: null, preference: [], limit: 10, tag: null }
export const fresh = { quote: "q1", question: "x1", calls: [CallId.make("c1")] }
export const use = { endpoint: "ask", key: "ik", hash: "h" }

export const empty: AskContext = {
  now,
  organisation: { id: organisation, status: "active", spending: true, concurrency: 64 },
  key: { id: key, organisation, perRequest: null, monthly: null, daily: null, expiresAt: now * 10, revokedAt: null },
  accounts: [account],
  executing: 0,
  spent: () => zero,
  run: undefined,
  ask: undefined,
  openCalls: 0,
  chargedCalls: 0,
  node: null,
  earlier: undefined,
}

export const beginning: BeginRequest = {
  organisation,
  key,
  run,
  wish: { _tag: "Question", question: "?" },
  mode: "plan",
  request: "{}",
  waitMs: 5_000,
  idempotency: use,
  draft: planned,
  means,
  terms,
  fresh,
  quoteTtlMs: 900,
  node,
}

export const approving: ApproveRequest = {
  id: "a1",
  quoteRef: null,
  seen: fresh.quote,
  idempotency: null,
  waitMs: 5_000,
  means,
  terms,
  calls: fresh.calls,
  node,
  withdrawn: [],
}

export const codeOf = <A>({ answer }: AskDecision<A>) => (Result.isFailure(answer) ? answer.failure.code : answer.success)
export const after = <A>(context: AskContext, { write }: AskDecision<A>): AskContext =>
  write === null ? context : { ...context, run: write.run, ask: write.ask, node: write.node, earlier: undefined }
export const statusOf = (context: AskContext) => context.run?.status
export const begunAs = (over: Partial<BeginRequest> = {}) => after(empty, begin(empty, { ...beginning, ...over }))
