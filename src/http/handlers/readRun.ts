import { Effect } from "effect"
import { Calls } from "../../../domain/Calls.ts"
import type { RunId } from "../../../domain/ids.ts"
import { Reading, type RunRecord } from "../../../domain/ledger/Reading.ts"
import { RunNotFound } from "../../../domain/ledger/refusals.ts"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { json } from "../respond.ts"
import { moneyMovedBy, paymentHeaders, runStatusCode, runView } from "../views/run.ts"

/** The run body with its status, and headers that tell which payment it was and what became of the money. */
export const answerRun = Effect.fnUntraced(function* (record: RunRecord) {
  const exchange = yield* Exchange
  const calls = record.calls.map(({ call }) => call)
  exchange.moneyMoved = moneyMovedBy(calls)
  if (calls[0] !== undefined) exchange.headers = { ...exchange.headers, ...paymentHeaders(calls[0]) }
  return json(runView(record), { status: runStatusCode(record.run.status) })
})

/** A run of the calling key. */
export const readRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const reading = yield* Reading
  const record = yield* reading.run(caller.organisation, caller.key, id)
  return record ?? (yield* new RunNotFound({ message: "No run with this id belongs to this key." }))
})

/** How often a run that executes on another node is looked at while somebody waits for it. */
const pollMs = 250

/** Ends when the run does: at once where it executes here, else by looking. */
export const runEnded = Effect.fnUntraced(function* (id: RunId) {
  const calls = yield* Calls
  yield* Effect.ignore(calls.await(id))
  while ((yield* readRun(id)).run.status === "running") yield* Effect.sleep(pollMs)
})
