import { Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Call } from "../../../domain/ledger/state.ts"
import { sum, toDecimal } from "../../../domain/money/Money.ts"
import { Rails } from "../../../domain/rail/Rail.ts"

/** What became of the money of a request, in one word. */
export type MoneyMoved = "none" | "held" | "charged" | "refunded" | "unknown"

/** What a paid request is answered. The calls say what happened to the money. */
export interface PaidAnswer {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly calls: ReadonlyArray<Call>
}

/** The response with the headers that say what happened to the money. */
export const sendPaid = ({ calls, response }: PaidAnswer) =>
  Effect.map(moneyHeaders(calls), (headers) => HttpServerResponse.setHeaders(response, headers))

/**
 * What happened to the money of these calls, as response headers. The only place that derives them from calls: a
 * request that ends before it has a call is answered by the guard, the middleware or `refuse`. Without calls nothing moved. Of several
 * calls all payments are named, and the price is their sum. The price is what was charged or is held: what was not charged has none.
 */
export const moneyHeaders = (calls: ReadonlyArray<Call>): Effect.Effect<Record<string, string>, never, Rails> =>
  Effect.map(Rails, (rails) => {
    const headers: Record<string, string> = { "x-money-moved": moneyMovedBy(calls) }
    if (calls.length === 0) return headers
    headers["x-payment-id"] = calls.map(({ id }) => id).join(", ")
    headers["x-payment-rail-used"] = [...new Set(calls.map(({ rail }) => rail))].join(", ")
    const priced = calls.filter((call) => isCharged(call) || isHeld(call))
    if (priced.length > 0) headers["x-payment-price"] = toDecimal(sum(priced.map((call) => (isCharged(call) ? call.amount : call.max))))
    // Only a run of one call is paid by a payment that the caller presented.
    return calls.length > 1 ? headers : Object.assign(headers, rails.get(calls[0]!.rail)?.receipt?.(calls[0]!))
  })

/** The truth about the money of these calls: the least settled one counts. */
export const moneyMovedBy = (calls: ReadonlyArray<Call>): MoneyMoved => {
  if (calls.some((call) => call.settlement === "unknown" && call.state !== "released")) return "unknown"
  if (calls.some(isHeld)) return "held"
  if (calls.some((call) => isCharged(call) && call.amount > 0n)) return "charged"
  return calls.some((call) => call.state === "refunded") ? "refunded" : "none"
}

export const isCharged = (call: Call) => call.state === "captured"
export const isHeld = (call: Call) => call.state === "reserved"
