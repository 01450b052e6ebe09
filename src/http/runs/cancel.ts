import { Effect, Schedule } from "effect"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { operationsOf } from "../../../domain/catalogue/find.ts"
import { effectKey } from "../../../domain/ledger/command.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call, Run } from "../../../domain/ledger/state.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import { maxStepMs, RunningCalls } from "../../../domain/RunningCalls.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { scopeRefusal } from "../../../rails/http/RoutePolicy.ts"
import { countRunStatus } from "../../observability/askMetrics.ts"
import { defaultWaitSeconds } from "../calls/api.ts"
import { isHeld } from "../paid/answer.ts"
import { readRun } from "../paid/idempotency.ts"
import { answerRun } from "./answer.ts"
import { askOf, mayBuy } from "./ask.ts"
import { unstoppedMessage } from "./view.ts"

/**
 * Dispatches nothing further and releases what was not delivered; who waits for it is answered. A dispatched call that may have had an
 * effect is waited for instead, and charged if it is delivered. It takes the scope that started the run.
 */
export const cancelRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const ledger = yield* Ledger
  const running = yield* RunningCalls
  const before = yield* readRun(id)
  const { run } = before
  const refusal = scopeRefusal(caller, yield* scopeOf(run))
  if (refusal !== undefined) return yield* refusal
  const withEffects = yield* operationsWithEffects(before)
  const cancelling = ledger.execute({ _tag: "Cancel", organisation: caller.organisation, run: run.id, withEffects })
  // The step continues without the request.
  const { status } = yield* Effect.timeoutOrElse(cancelling, { duration: maxStepMs, orElse: () => Effect.fail(storageUnavailable()) })
  if (run.kind === "ask" && status === "cancelled" && run.status !== "cancelled") yield* countRunStatus(status)
  const after = yield* readRun(run.id)
  for (const { call } of after.calls) if (call.state === "released") yield* running.abandon(call.id)
  const unstoppable = (call: Call) => withEffects.has(effectKey(call))
  if (!after.calls.some(({ call }) => unstoppable(call) && isHeld(call))) return yield* answerRun(after)
  const ended = Effect.repeat(readRun(run.id), {
    schedule: Schedule.spaced(pollMs),
    until: ({ calls }) => !calls.some(({ call }) => unstoppable(call) && isHeld(call)),
  })
  yield* Effect.timeoutOption(ended, defaultWaitSeconds * 1000)
  const last = yield* readRun(run.id)
  return yield* answerRun(last, undefined, unstoppedMessage(last.calls.map(({ call }) => call).filter(unstoppable)))
})

const pollMs = 250

/** The operations of a run that change something at their source: a relayed request but GET and HEAD, and operations that are marked so. */
const operationsWithEffects = Effect.fnUntraced(function* ({ calls, run }: RunRecord) {
  if (run.kind === "relay") {
    return new Set(calls.flatMap(({ call }) => (/^(GET|HEAD) /.test(call.operation) ? [] : [effectKey(call)])))
  }
  const entries = yield* Effect.flatMap(Catalogue, ({ current }) => current)
  const marked = entries.flatMap(operationsOf).filter(({ operation }) => operation.effects === true)
  return new Set(marked.map(({ operation, source }) => effectKey({ source: source.id, operation: operation.id })))
})

const scopeOf = Effect.fnUntraced(function* ({ id, kind }: Run) {
  if (kind !== "ask") return "sources:execute"
  return mayBuy((yield* askOf(id)).ask) ? "ask:execute" : "ask:create"
})
