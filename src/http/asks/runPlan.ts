import { Effect } from "effect"
import { approve, type ApproveRequest, withdrawnOperations } from "../../../domain/ask/approve.ts"
import { freshIds } from "../../../domain/ask/begin.ts"
import { PlanNotReady } from "../../../domain/ask/refusals.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import { offerOf } from "../../../domain/ask/stepOrder.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import { type MicroUsd, zero } from "../../../domain/money/Money.ts"
import { Node } from "../../../domain/Node.ts"
import { CurrentCaller, RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { defaultWaitSeconds } from "../calls/api.ts"
import { replayOr } from "../paid/idempotency.ts"
import { requireSpending } from "../paid/order.ts"
import type { RunPlanBody } from "./api.ts"
import { dryRunSteps, meansFor } from "./plan.ts"
import { answerStep, askIdentity } from "./step.ts"
import { askOf } from "../runs/ask.ts"

/** `POST /v2/asks/{id}/run`: approves the plan and begins it, once. */
export const runPlan = Effect.fnUntraced(function* (id: RunId, payload: typeof RunPlanBody.Type) {
  const { max_spend, quote_ref = null, wait_seconds = defaultWaitSeconds } = payload
  const sent = yield* RequestBody
  const { json = {} } = sent
  const { dryRun, idempotent, rail, tag } = yield* askIdentity(sent, "ask_run", `/v2/asks/${id}/run`, json)
  const maxSpend = (max_spend ?? null) as MicroUsd | null
  if (dryRun) {
    const { ask, run } = yield* askOf(id)
    if (ask.plan !== null) return yield* dryRunSteps(ask.plan.steps, { rail, maxSpend, limit: payload.limit ?? ask.limit })
    return yield* new PlanNotReady({ message: `This ask has no priced plan: its status is ${run.status}. Nothing was charged.` })
  }
  const first = Effect.gen(function* () {
    const caller = yield* CurrentCaller
    const { ask, run } = yield* askOf(id)
    const { plan } = ask
    const limit = payload.limit ?? ask.limit
    if (run.status === "requires_approval") yield* requireSpending()
    const entries = yield* Effect.flatMap(Catalogue, ({ current }) => current)
    const approving: ApproveRequest = {
      id: (yield* RequestContext).requestId,
      node: (yield* Node).id,
      idempotency: idempotent.keyUse,
      quoteRef: quote_ref,
      seen: ask.quote?.ref,
      waitMs: wait_seconds * 1000,
      means: yield* meansFor(plan === null ? zero : planMaximum(plan, limit), rail, maxSpend),
      terms: { rail, preference: caller.preference, limit, tag },
      calls: (yield* freshIds(plan?.steps.length ?? 0)).calls,
      withdrawn: withdrawnOperations(plan, (source, operation) => offerOf(entries, source, operation) !== undefined),
    }
    return yield* answerStep({
      run: run.id,
      waitSeconds: wait_seconds,
      approves: true,
      idempotent,
      decide: (scene) => approve(scene, approving),
    })
  })
  return yield* replayOr(idempotent, first)
})
