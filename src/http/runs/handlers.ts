import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RunId } from "../../../domain/money/ids.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { readRun } from "../paid/idempotency.ts"
import { answerRun, runEnded } from "./answer.ts"
import { cancelRun } from "./cancel.ts"

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
