import { Effect } from "effect"
import { AskRuns } from "../../../domain/ask/AskRuns.ts"
import { type AskRecord, AskStore } from "../../../domain/ask/AskStore.ts"
import { runNotFound } from "../../../domain/ask/approve.ts"
import type { OfferedEntity } from "../../../domain/ask/entityCandidates.ts"
import { actionsOf, sealedText, stateOf, StateSigner } from "../../../domain/ask/continuation.ts"
import { endOverdue, isOverdue } from "../../../domain/ask/conclude.ts"
import { insufficientBalance } from "../../../domain/ledger/admit.ts"
import { LedgerQueries, type RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call, Run, RunError } from "../../../domain/ledger/state.ts"
import type { OrganisationId, RunId } from "../../../domain/money/ids.ts"
import { type MicroUsd, zero } from "../../../domain/money/Money.ts"
import type { PaidCallOutcome, ReservedCall } from "../../../domain/PaidCall.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { refusalWith, respond } from "../../../rails/http/respond.ts"
import { askView, offeredIn } from "./ask.ts"
import { sendPaid } from "../paid/answer.ts"
import { readRun } from "../paid/idempotency.ts"
import { RunObject } from "./runObject.ts"
import { runStatusCode, runView } from "./view.ts"

/** The run object with its status, and the headers that say what happened to the money. `limit`: the number of results shown. */
export const answerRun = Effect.fnUntraced(function* (record: RunRecord, limit?: number, message?: string) {
  if (record.run.kind === "ask") return yield* answerAsk(record.run.organisation, record.run.id, limit, message)
  const view = { ...runView(record, limit), ...(message !== undefined && { message }) }
  return yield* sendPaid({
    response: respond(RunObject, view, { status: runStatusCode(record.run.status), ...retryHeader(record.run.error) }),
    calls: record.calls.map(({ call }) => call),
  })
})

/** When a failed run may be repeated with success, where its source knew it. */
const retryHeader = (error: RunError | null) =>
  error?.retryAfterSeconds === undefined ? {} : { headers: { "retry-after": String(error.retryAfterSeconds) } }

/** The same for the run of an ask, which may wait for its buyer. */
export const answerAsk = Effect.fnUntraced(function* (organisation: OrganisationId, run: RunId, limit?: number, message?: string) {
  return yield* answerAskRecord(yield* readAsk(organisation, run), limit, message)
})

/** The ask as it is stored. A continuation that has expired is ended first. */
export const readAsk = Effect.fnUntraced(function* (organisation: OrganisationId, run: RunId) {
  const store = yield* AskStore
  const record = yield* store.read(organisation, run)
  if (record === undefined) return yield* runNotFound()
  if (!isOverdue(record, record.now)) return record
  yield* endOverdue(record)
  return (yield* store.read(organisation, run)) ?? record
})

export const answerAskRecord = Effect.fnUntraced(function* (record: AskRecord, limit?: number, message?: string) {
  const candidates = offeredIn(record)
  const view = {
    ...askView(record, candidates, yield* continuationOf(record, candidates), limit),
    ...(message !== undefined && { message }),
  }
  return yield* sendPaid({
    response: respond(RunObject, view, { status: runStatusCode(record.run.status) }),
    calls: record.calls.map(({ call }) => call),
  })
})

/** What the buyer may do about the open question, until it expires. */
const continuationOf = Effect.fnUntraced(function* ({ ask, now, run }: AskRecord, candidates: ReadonlyArray<OfferedEntity>) {
  const { open } = ask
  if (open === null || open.expiresAt <= now) return null
  const seal = yield* StateSigner
  const state = stateOf({ ...ask, open }, candidates)
  return { state: { ...state, state_token: yield* seal.sign(sealedText(run, state)) }, actions: actionsOf(ask, candidates) }
})

/** A paid call that ended without an earlier run of its key. */
type Outcome = Exclude<PaidCallOutcome, { readonly _tag: "Earlier" }>

/** How a paid call that ended within the wait is answered. */
export const answerOutcome = Effect.fnUntraced(function* (outcome: Outcome, waitMs: number) {
  switch (outcome._tag) {
    case "Delivered":
      return yield* answerRun(recordOf(outcome.closed.call, outcome.closed.run!, outcome.body, outcome.closed.balance))
    case "Failed":
      return yield* answerRun(recordOf(outcome.closed.call, outcome.closed.run!, null, outcome.closed.balance))
    case "Held":
      return yield* answerRunning(outcome)
    case "Declined":
      return yield* declined(outcome)
    case "Superseded":
      yield* Effect.timeoutOption(runEnded(outcome.run), waitMs)
      return yield* answerRun(yield* readRun(outcome.run))
  }
})

/** 202: the call holds its money and continues without this request. */
export const answerRunning = ({ balance, call, run }: ReservedCall) => answerRun(recordOf(call, run!, null, balance))

/** 402 with the rail's own receipt: the payment that the caller presented did not pay. */
export const declined = Effect.fnUntraced(function* ({ closed: { call }, reason }: PaidCallOutcome & { readonly _tag: "Declined" }) {
  const receipt = (yield* Rails).get(call.rail)?.receipt?.(call)
  const refusal = insufficientBalance(call.max, zero, [{ rail: call.rail, outcome: "declined", reason }])
  return yield* refusalWith(refusal, { headers: receipt ?? {} })
})

const recordOf = (call: Call, run: Run, body: string | null, balance: MicroUsd): RunRecord => ({
  run,
  calls: [{ call, body }],
  balance,
  now: call.reservedAt,
})

/** How often the status of a run that executes on another node is read while a request waits for it. */
const pollMs = 250

/** Ends when the run does: at once if it executes here, else by polling its status. */
export const runEnded = Effect.fnUntraced(function* (id: RunId) {
  const calls = yield* RunningCalls
  const asks = yield* AskRuns
  // Side by side: a stall of an ask is reported once, to those who wait then.
  yield* Effect.all([Effect.ignore(calls.await(id)), asks.await(id)], { concurrency: 2, discard: true })
  const { organisation } = yield* CurrentCaller
  const { runStatus } = yield* LedgerQueries
  while ((yield* runStatus(organisation, id)) === "running") yield* Effect.sleep(pollMs)
})
