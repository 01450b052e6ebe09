import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { Run } from "../../../domain/ledger/state.ts"
import { RunId } from "../../../domain/money/ids.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { scopeRefusal } from "../../../rails/http/RoutePolicy.ts"
import { countRunStatus } from "../../observability/askMetrics.ts"
import { Api } from "../Api.ts"
import { askOf, mayBuy } from "./ask.ts"
import { readRun } from "../paid/idempotency.ts"
import { answerRun, runEnded } from "./answer.ts"

export const RunsHandlers = HttpApiBuilder.group(Api, "runs", (handlers) =>
  handlers
    .handle("read", ({ params, query }) => answerUndeclared(readOne(RunId.make(params.id), query)))
    .handle("cancel", ({ params }) => answerUndeclared(cancelRun(RunId.make(params.id)))),
)

interface ReadQuery {
  readonly wait_seconds?: number
  /** The number of results shown. */
  readonly limit?: number
}

/** `GET /v2/runs/{id}`, also `/v2/asks/{id}`. */
export const readOne = Effect.fnUntraced(function* (id: RunId, { limit, wait_seconds = 0 }: ReadQuery) {
  const now = yield* readRun(id)
  if (now.run.status !== "running" || wait_seconds === 0) return yield* answerRun(now, limit)
  yield* Effect.timeoutOption(runEnded(now.run.id), wait_seconds * 1000)
  return yield* answerRun(yield* readRun(now.run.id), limit)
})

/** Dispatches nothing further and releases what was not delivered. It takes the scope that started the run. */
export const cancelRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const ledger = yield* Ledger
  const { run } = yield* readRun(id)
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
