import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { runNotFound } from "../../../domain/ask/approve.ts"
import { scopes } from "../../../domain/identity/errors.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { RunId } from "../../../domain/money/ids.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
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

/** A run of the calling key. A key with every scope is its owner's: it also reads the runs of keys that are revoked or have expired. */
const readableRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const isOwners = scopes.every((scope) => caller.scopes.includes(scope))
  const record = yield* Effect.flatMap(LedgerQueries, (queries) => queries.run(caller.organisation, caller.key, id, isOwners))
  return record ?? (yield* runNotFound())
})

/** `GET /v2/runs/{id}`, also `/v2/asks/{id}`. */
export const readOne = Effect.fnUntraced(function* (id: RunId, { limit, wait_seconds = 0 }: ReadQuery) {
  const now = yield* readableRun(id)
  if (now.run.status !== "running" || wait_seconds === 0) return yield* answerRun(now, limit)
  yield* Effect.timeoutOption(runEnded(now.run.id), wait_seconds * 1000)
  return yield* answerRun(yield* readableRun(now.run.id), limit)
})
