import type { StoredDocument } from "../../../domain/catalogue/document.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { sum, toDecimal, toMoney } from "../../../domain/money/Money.ts"
import type { MoneyMoved } from "../Exchange.ts"

/** The ask / run object for a run that made its calls directly: `answer` is null. `limit`: so many results are shown. */
export const runView = ({ balance, calls, run }: RunRecord, limit?: number) => {
  const delivered = calls.flatMap(({ body, call }) =>
    body === null || !isCharged(call) ? [] : [{ call, ...(JSON.parse(body) as StoredDocument) }],
  )
  const only = delivered.length === 1 ? delivered[0] : undefined
  return {
    id: run.id,
    status: run.status,
    answer: null,
    ...(only === undefined ? {} : { data: only.data }),
    results: delivered.slice(0, limit).map(({ call, data, source }) => ({ result_ref: call.id, source, data })),
    usage: usageOf(calls.map(({ call }) => call)),
    balance: { remaining: toMoney(balance) },
    errors: run.error === null ? [] : [run.error],
    ...(run.error === null ? {} : { error: run.error }),
    ...(run.status === "running" ? { retry_after_ms: 1000 } : {}),
    ...(only === undefined ? {} : { metadata: { ...only.metadata, cost: toMoney(only.call.amount) } }),
  }
}

const isCharged = (call: Call) => call.state === "captured"
const isHeld = (call: Call) => call.state === "reserved"

const usageOf = (calls: ReadonlyArray<Call>) => {
  const charged = calls.filter(isCharged)
  const bought = Map.groupBy(charged, (call) => JSON.stringify([call.source, call.operation]))
  return {
    sources: [...bought.values()].map((same) => ({
      source_id: same[0]!.source,
      operation: same[0]!.operation,
      calls: same.length,
      cost: costOf(same),
    })),
    cost: costOf(charged),
    held: toMoney(sum(calls.filter(isHeld).map((call) => call.max))),
  }
}

const costOf = (calls: ReadonlyArray<Call>) => toMoney(sum(calls.map((call) => call.amount)))

/** 202 while it runs, 502 when it failed, else 200. */
export const runStatusCode = (status: RunRecord["run"]["status"]) => (status === "running" ? 202 : status === "failed" ? 502 : 200)

/** The truth about the money of these calls, in one word: the most unsettled one counts. */
export const moneyMovedBy = (calls: ReadonlyArray<Call>): MoneyMoved => {
  if (calls.some((call) => call.settlement === "unknown" && call.state !== "released")) return "unknown"
  if (calls.some(isHeld)) return "held"
  if (calls.some((call) => isCharged(call) && call.amount > 0n)) return "charged"
  return calls.some((call) => call.state === "refunded") ? "refunded" : "none"
}

/** The call whose payment tells most of a run's money: the one that `moneyMovedBy` speaks of. */
export const mostUnsettled = (calls: ReadonlyArray<Call>): Call | undefined => {
  const moved = moneyMovedBy(calls)
  return calls.find((call) => moneyMovedBy([call]) === moved)
}

/** The headers that name the payment of a call. */
export const paymentHeaders = (call: Call): Record<string, string> => ({
  "x-payment-id": call.id,
  "x-payment-rail-used": call.rail,
  "x-payment-price": toDecimal(isCharged(call) ? call.amount : call.max),
})
