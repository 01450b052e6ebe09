import { Effect } from "effect"
import type { EarlierRun } from "../../../domain/identity/Authenticator.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { RequestInProgress, RunCancelled } from "../../../domain/ledger/errors.ts"
import { idempotencyConflict } from "../../../domain/ledger/reserve.ts"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { readRun } from "./readRun.ts"

/**
 * The Idempotency-Key was used before: the same request is answered with the same run, another one conflicts. While
 * the first request still waits for its answer, so does this one's key. `answerRecord` shows a run that ended.
 */
export const replay = Effect.fnUntraced(function* <A, E, R>(
  earlier: EarlierRun,
  hash: string,
  answerRecord: (record: RunRecord) => Effect.Effect<A, E, R>,
  at?: number,
) {
  const { now } = yield* CurrentCaller
  if (earlier.hash !== hash) return yield* idempotencyConflict()
  const waiting = earlier.waitUntil - (at ?? now)
  if (earlier.status === "running" && waiting > 0) {
    return yield* new RequestInProgress({
      message: "The first request with this Idempotency-Key is still running. Retry in a moment with the same key: nothing is paid twice.",
      retry_after_ms: Math.min(1000, waiting),
    })
  }
  if (earlier.status === "cancelled") {
    return yield* new RunCancelled({
      message: "The run of this Idempotency-Key was cancelled and is not restarted. Use a new key to buy again.",
    })
  }
  const record = yield* readRun(earlier.run)
  const exchange = yield* Exchange
  exchange.headers["x-idempotent-replay"] = "true"
  return yield* answerRecord(record)
})
