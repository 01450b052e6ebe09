import type { Call } from "../../../domain/ledger/state.ts"
import { paymentStatus } from "../../../domain/ledger/status.ts"
import type { PaymentRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { PaymentDetails } from "../../../domain/rail/Rail.ts"
import { microUsd, share, toMoney } from "../../../domain/money/Money.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

/** `GET /v1/payments/{id}`. `amount_minor` is in millionths of a dollar. */
export const paymentView = (call: Call, details: PaymentDetails | undefined) => {
  const amount = call.state === "reserved" ? call.max : call.amount
  const fee = share(amount, BigInt(call.feeBasisPoints))
  return {
    id: call.id,
    kind: "call",
    status: paymentStatus(call),
    rail: call.rail,
    amount: toMoney(amount),
    amount_minor: Number(amount),
    currency: "USD",
    currency_decimals: 6,
    split: { payee: call.payee, publisher: toMoney(microUsd(amount - fee)), platform_fee: toMoney(fee) },
    run_id: call.run,
    order_ref: null,
    key_id: call.key,
    source_id: call.source,
    operation: call.operation,
    network: details?.network ?? null,
    buyer_address: details?.buyerAddress ?? null,
    tx_hash: details?.txHash ?? null,
    block_number: details?.blockNumber ?? null,
    stripe: details?.stripe ?? {},
    ...(details?.more && { rail_details: details.more }),
    attempts: call.attempts.map((attempt) => ({ ...attempt, at: isoTime(call.reservedAt) })),
    created_at: isoTime(call.reservedAt),
    settled_at: call.settlement === "settled" ? isoTimeOrNull(call.closedAt) : null,
    last_error: call.lastError,
  }
}

/** With the capture, or, where the rail settles by itself, when it proved it. */
const settledAt = (call: Call, events: PaymentRecord["events"]) =>
  events.findLast(({ type }) => type === "settlement.settled")?.at ?? call.closedAt

/** The payment with its timeline and the transfers that booked it. */
export const paymentDetail = ({ call, events, transfers }: PaymentRecord, details: PaymentDetails | undefined) => ({
  ...paymentView(call, details),
  ...(call.settlement === "settled" && { settled_at: isoTimeOrNull(settledAt(call, events)) }),
  events: [
    { type: "reserved", at: call.reservedAt, data: { amount: toMoney(call.max), rail: call.rail } },
    ...events.map(({ at, data, type }) => ({ type, at, data: JSON.parse(data) as unknown })),
    ...(call.closedAt === null ? [] : [{ type: call.state, at: call.closedAt, data: { amount: toMoney(call.amount) } }]),
  ]
    // A rail that settles later proves it after the capture.
    .toSorted((a, b) => a.at - b.at)
    .map((event) => ({ ...event, at: isoTime(event.at) })),
  transfers: transfers.map(({ amount, at, credit, debit }) => ({ debit, credit, amount: toMoney(amount), at: isoTime(at) })),
})

/** A line of `GET /v2/usage`. */
export const chargeView = (call: Call) => ({
  id: call.id,
  status: call.state === "captured" ? "charged" : call.state === "reserved" ? "reserved" : "refunded",
  cost: toMoney(call.state === "reserved" ? call.max : call.amount),
  created_at: isoTime(call.reservedAt),
  source_id: call.source,
  operation: call.operation,
  name: call.name,
  run_id: call.run,
})
