import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { approve, type ApproveRequest, withdrawnOperations } from "../../../../domain/ask/approve.ts"
import { freshIds } from "../../../../domain/ask/begin.ts"
import { PlanNotReady } from "../../../../domain/ask/refusals.ts"
import { planMaximum } from "../../../../domain/ask/spending.ts"
import { offerOf } from "../../../../domain/ask/stepOrder.ts"
import { Catalogue } from "../../../../domain/catalogue/Catalogue.ts"
import { RunId } from "../../../../domain/money/ids.ts"
import { type MicroUsd, zero } from "../../../../domain/money/Money.ts"
import { RunPlanBody } from "../../api/asks.ts"
import { CurrentCaller, RequestBody } from "../../Exchange.ts"
import { malformed } from "../../mistake.ts"
import { parseObject } from "../../readBody.ts"
import { answerRun } from "../readRun.ts"
import { replay } from "../replay.ts"
import { maySpend } from "./ask.ts"
import { askOf } from "./askOf.ts"
import { move, movingBy } from "./moving.ts"
import { foretell, meansFor } from "./planning.ts"
import { defaultWaitSeconds } from "./settings.ts"

const decode = Schema.decodeUnknownEffect(RunPlanBody, { onExcessProperty: "error" })

/** `POST /v2/asks/{id}/run`: approves the plan and begins it, once. */
export const runPlan = Effect.fnUntraced(function* ({
  params,
  request,
}: {
  readonly params: { readonly id: string }
  readonly request: HttpServerRequest
}) {
  const caller = yield* CurrentCaller
  const sent = yield* RequestBody
  const body = sent.bytes.length === 0 ? {} : yield* parseObject(sent)
  const said = yield* Effect.mapError(decode(body), malformed)
  const { max_spend, quote_ref = null, wait_seconds = defaultWaitSeconds } = said
  const maxSpend = (max_spend ?? null) as MicroUsd | null
  const moving = yield* movingBy(request, "run", params.id, body)
  if (!moving.dryRun && caller.earlier !== null) return yield* replay(caller.earlier, moving.hash, answerRun)

  const { ask, run } = yield* askOf(RunId.make(params.id))
  const limit = said.limit ?? ask.limit
  const { plan } = ask
  if (moving.dryRun) {
    if (plan !== null) return yield* foretell(plan.steps, { rail: moving.rail, maxSpend, limit })
    return yield* new PlanNotReady({ message: `This ask has no priced plan: its status is ${run.status}. Nothing was charged.` })
  }
  if (run.status === "requires_approval") yield* maySpend()
  const entries = yield* Effect.flatMap(Catalogue, ({ current }) => current)
  const approving: ApproveRequest = {
    ...moving,
    quoteRef: quote_ref,
    seen: ask.quote?.ref,
    waitMs: wait_seconds * 1000,
    means: yield* meansFor(plan === null ? zero : planMaximum(plan, limit), moving.rail, maxSpend),
    terms: { rail: moving.rail, preference: caller.preference, limit },
    calls: (yield* freshIds(plan?.steps.length ?? 0)).calls,
    withdrawn: withdrawnOperations(plan, (source, operation) => offerOf(entries, source, operation) !== undefined),
  }
  return yield* move({
    ...moving,
    run: run.id,
    waitSeconds: wait_seconds,
    approves: true,
    decide: (scene) => approve(scene, approving),
  })
})
