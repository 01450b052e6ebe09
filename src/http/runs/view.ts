import type { StoredDocument } from "../../../domain/catalogue/document.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call, Run, RunError } from "../../../domain/ledger/state.ts"
import { isDelivered } from "../../../domain/ledger/status.ts"
import { sum, toMoney } from "../../../domain/money/Money.ts"
import { isCharged, isHeld } from "../paid/answer.ts"
import type { RunObject } from "./runObject.ts"

/** The run object of a run that made its calls directly: `answer` is null. `limit`: the number of results shown. */
export const runView = ({ balance, calls, run }: RunRecord, limit?: number) => {
  const delivered = calls.flatMap(({ body, call }) =>
    body === null || !isDelivered(call) ? [] : [{ call, ...(JSON.parse(body) as StoredDocument) }],
  )
  const only = delivered.length === 1 ? delivered[0] : undefined
  const unstopped = calls.map(({ call }) => call).filter((call) => isUnstopped(run, call))
  return {
    id: run.id,
    status: run.status,
    tag: calls[0]?.call.tag ?? null,
    answer: null,
    ...(only === undefined ? {} : { data: only.data }),
    results: delivered.slice(0, limit).map(({ call, data, source }) => ({ result_ref: call.id, source, data })),
    usage: usageOf(calls.map(({ call }) => call)),
    balance: { remaining: toMoney(balance) },
    errors: run.error === null ? [] : [errorView(run.error)],
    ...(run.error === null ? {} : { error: errorView(run.error) }),
    ...(run.status === "running" ? { retry_after_ms: 1000 } : {}),
    ...(unstopped.length === 0 ? {} : { message: unstoppedMessage(unstopped) }),
    ...(run.error?.retryAfterSeconds === undefined ? {} : { retry_after_ms: run.error.retryAfterSeconds * 1000 }),
    ...(only === undefined ? {} : { metadata: { ...only.metadata, cost: toMoney(only.call.amount) } }),
  } satisfies typeof RunObject.Encoded
}

/** What became of calls that had been dispatched when their run was cancelled, and that may have had an effect. */
export const unstoppedMessage = (calls: ReadonlyArray<Call>): string => {
  const dispatched = "A call that may have had an effect had already been dispatched, so it was not stopped."
  if (calls.some(isHeld)) return `${dispatched} It has not ended yet: its money is held, and is charged if it is delivered. Read the run.`
  return calls.some(isCharged)
    ? `${dispatched} It was delivered and charged.`
    : `${dispatched} It was not delivered, and nothing was charged for it.`
}

/** A direct call that a cancelled run shows as held or charged is one that could not be stopped. */
const isUnstopped = (run: Run, call: Call): boolean =>
  run.status === "cancelled" && (isHeld(call) || (run.kind !== "ask" && isCharged(call)))

const errorView = ({ code, message }: RunError) => ({ code, message })

const usageOf = (calls: ReadonlyArray<Call>) => {
  const charged = calls.filter(isCharged)
  const byOperation = Map.groupBy(charged, (call) => JSON.stringify([call.source, call.operation]))
  return {
    sources: [...byOperation.values()].map((same) => ({
      source_id: same[0]!.source,
      operation: same[0]!.operation,
      calls: same.length,
      cost: totalCost(same),
      payment_ids: same.map(({ id }) => id),
    })),
    cost: totalCost(charged),
    held: toMoney(sum(calls.filter(isHeld).map((call) => call.max))),
  }
}

const totalCost = (calls: ReadonlyArray<Call>) => toMoney(sum(calls.map((call) => call.amount)))

/** 202 while the run executes, 502 when it failed, else 200. */
export const runStatusCode = (status: RunRecord["run"]["status"]) => (status === "running" ? 202 : status === "failed" ? 502 : 200)
