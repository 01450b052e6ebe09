import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RunId } from "../../../domain/money/ids.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Run } from "../../../domain/ledger/state.ts"
import { Api } from "../api/Api.ts"
import { countRunStatus } from "../../observability/askMetrics.ts"
import { CurrentCaller } from "../Exchange.ts"
import { scopeRefusal } from "../Admission.ts"
import { answer } from "../respond.ts"
import { askOf } from "./asks/askOf.ts"
import { mayBuy } from "./asks/continueAsk.ts"
import { answerRun, readRun, runEnded } from "./readRun.ts"

interface ById {
  readonly params: { readonly id: string }
}

interface Reading {
  readonly wait_seconds?: number
  /** Results that are shown. */
  readonly limit?: number
}

export const RunsHandlers = HttpApiBuilder.group(Api, "runs", (handlers) =>
  handlers.handleRaw("read", (request) => answer(readOne(request))).handleRaw("cancel", (request) => answer(cancelRun(request))),
)

/** `GET /v2/runs/{id}`, also `/v2/asks/{id}`. */
export const readOne = Effect.fnUntraced(function* ({ params, query }: ById & { readonly query: Reading }) {
  const waitMs = (query.wait_seconds ?? 0) * 1000
  const now = yield* readRun(RunId.make(params.id))
  if (now.run.status !== "running" || waitMs === 0) return yield* answerRun(now, query.limit)
  yield* Effect.timeoutOption(runEnded(now.run.id), waitMs)
  return yield* answerRun(yield* readRun(now.run.id), query.limit)
})

/** Dispatches nothing further and releases what was not delivered. It takes the scope that started the run. */
export const cancelRun = Effect.fnUntraced(function* ({ params }: ById) {
  const caller = yield* CurrentCaller
  const ledger = yield* Ledger
  const { run } = yield* readRun(RunId.make(params.id))
  const refusal = scopeRefusal(caller, yield* scopeOf(run))
  if (refusal !== undefined) return yield* refusal
  const { status } = yield* ledger.execute({ _tag: "Cancel", organisation: caller.organisation, run: run.id })
  if (run.kind === "ask" && status === "cancelled" && run.status !== "cancelled") yield* countRunStatus(status)
  return yield* answerRun(yield* readRun(run.id))
})

const scopeOf = Effect.fnUntraced(function* ({ id, kind }: Run) {
  if (kind !== "ask") return "sources:execute"
  return mayBuy((yield* askOf(id)).ask) ? "ask:execute" : "ask:create"
})
