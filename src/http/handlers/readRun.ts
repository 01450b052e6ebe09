import { Effect } from "effect"
import { AskRuns } from "../../../domain/ask/AskRuns.ts"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import { LedgerQueries, type RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { RunNotFound } from "../../../domain/ledger/errors.ts"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { sayReceipt } from "../payment/receipt.ts"
import { json } from "../respond.ts"
import { moneyMovedBy, paymentHeaders, runStatusCode, runView } from "../views/run.ts"
import { answerAsk } from "./asks/answerAsk.ts"

/**
 * The run body with its status, and headers that tell which payment it was and what became of the money. `limit`: so many
 * results are shown.
 */
export const answerRun = Effect.fnUntraced(function* (record: RunRecord, limit?: number) {
  if (record.run.kind === "ask") return yield* answerAsk(record.run.organisation, record.run.id, limit)
  const exchange = yield* Exchange
  const calls = record.calls.map(({ call }) => call)
  exchange.moneyMoved = moneyMovedBy(calls)
  if (calls[0] !== undefined) {
    exchange.headers = { ...exchange.headers, ...paymentHeaders(calls[0]) }
    yield* sayReceipt(calls[0])
  }
  return json(runView(record, limit), { status: runStatusCode(record.run.status) })
})

/** A run of the calling key. */
export const readRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const reading = yield* LedgerQueries
  const record = yield* reading.run(caller.organisation, caller.key, id)
  return record ?? (yield* new RunNotFound({ message: "No run with this id belongs to this key." }))
})

/** How often a run that executes on another node is looked at while somebody waits for it. */
const pollMs = 250

/** Ends when the run does: at once where it executes here, else by looking. */
export const runEnded = Effect.fnUntraced(function* (id: RunId) {
  const calls = yield* RunningCalls
  const asks = yield* AskRuns
  yield* Effect.ignore(calls.await(id))
  yield* asks.await(id)
  while ((yield* readRun(id)).run.status === "running") yield* Effect.sleep(pollMs)
})
