import type { StoredDocument } from "../../../domain/catalogue/document.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call, RunError } from "../../../domain/ledger/state.ts"
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
    ...(run.error?.retryAfterSeconds === undefined ? {} : { retry_after_ms: run.error.retryAfterSeconds * 1000 }),
    ...(only === undefined ? {} : { metadata: { ...only.metadata, cost: toMoney(only.call.amount) } }),
  } satisfies typeof RunObject.Encoded
}

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
