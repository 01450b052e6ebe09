import { Schema } from "effect"
import type { Call } from "../../../domain/ledger/Books.ts"
import type { RunRecord } from "../../../domain/ledger/Reading.ts"
import { sum, toDecimal, toMoney } from "../../../domain/Money.ts"
import type { MoneyMoved } from "../Exchange.ts"

/** What is stored of a delivery: the document, who it came from, and what belongs beside it in the answer. */
export interface StoredDocument {
  readonly source: { readonly provider: string; readonly name: string }
  readonly metadata: Readonly<Record<string, unknown>>
  readonly data: Schema.Json
}

/** The ask / run object for a run that made its calls directly: `answer` is null. */
export const runView = ({ balance, calls, run }: RunRecord) => {
  const delivered = calls.flatMap(({ body, call }) =>
    body === null || !isCharged(call) ? [] : [{ call, ...(JSON.parse(body) as StoredDocument) }],
  )
  const only = delivered.length === 1 ? delivered[0] : undefined
  return {
    id: run.id,
    status: run.status,
    answer: null,
    ...(only === undefined ? {} : { data: only.data }),
    results: delivered.map(({ call, data, source }) => ({ result_ref: call.id, source, data })),
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

const usageOf = (calls: ReadonlyArray<Call>) => ({
  sources: calls
    .filter(isCharged)
    .map((call) => ({ source_id: call.source, operation: call.operation, calls: 1, cost: toMoney(call.amount) })),
  cost: toMoney(sum(calls.filter(isCharged).map((call) => call.amount))),
  held: toMoney(sum(calls.filter(isHeld).map((call) => call.max))),
})

/** 202 while it runs, 502 when it failed, else 200. */
export const runStatusCode = (status: RunRecord["run"]["status"]) => (status === "running" ? 202 : status === "failed" ? 502 : 200)

/** The truth about the money of these calls, in one word: the most unsettled one counts. */
export const moneyMovedBy = (calls: ReadonlyArray<Call>): MoneyMoved => {
  if (calls.some((call) => call.settlement === "unknown" && call.state !== "released")) return "unknown"
  if (calls.some(isHeld)) return "held"
  if (calls.some((call) => isCharged(call) && call.amount > 0n)) return "charged"
  return calls.some((call) => call.state === "refunded") ? "refunded" : "none"
}

/** The headers that name the payment of a direct call. */
export const paymentHeaders = (call: Call): Record<string, string> => ({
  "x-payment-id": call.id,
  "x-payment-rail-used": call.rail,
  "x-payment-price": toDecimal(isCharged(call) ? call.amount : call.max),
})
