import { Effect } from "effect"
import { CallId, type OrganisationId } from "../../../domain/money/ids.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { type OtherPayment, type OtherPaymentFilter, OtherPaymentsStores } from "../../../domain/rail/OtherPayments.ts"
import type { Rails } from "../../../domain/rail/Rail.ts"
import { shownPayment } from "./shownPayment.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

interface Shown {
  readonly id: string
  readonly show: Effect.Effect<object, never, Rails>
}

/** Calls and what the rails keep beside them, newest first: all ids begin with the time they were made at. */
export const paymentsPage = Effect.fnUntraced(function* (organisation: OrganisationId, filter: OtherPaymentFilter, limit: number) {
  const reading = yield* LedgerQueries
  const books = yield* OtherPaymentsStores
  const { before, kind, ...narrow } = filter
  const onlyCalls = { ...narrow, before: before === undefined ? undefined : CallId.make(before) }
  const calls = kind === undefined || kind === "call" ? yield* reading.payments(organisation, onlyCalls, limit + 1) : []
  const others = kind === "call" ? [] : (yield* Effect.forEach(books, (book) => book.list(organisation, filter, limit + 1))).flat()
  const found: Array<Shown> = [
    ...calls.map((payment) => ({ id: payment.call.id, show: shownPayment(payment) })),
    ...others.map((payment) => ({ id: payment.id, show: Effect.succeed(otherView(payment)) })),
  ]
  found.sort((a, b) => (a.id < b.id ? 1 : -1))
  const page = found.slice(0, limit)
  return {
    payments: yield* Effect.forEach(page, ({ show }) => show, { concurrency: 16 }),
    next_cursor: found.length > limit ? page.at(-1)!.id : null,
  }
})

/** A payment that is no call; undefined where none of the organisation's has this id. */
export const otherPayment = Effect.fnUntraced(function* (organisation: OrganisationId, id: string) {
  for (const book of yield* OtherPaymentsStores) {
    const payment = yield* book.find(organisation, id)
    if (payment !== undefined) return otherView(payment)
  }
  return undefined
})

export const otherView = (payment: OtherPayment) => ({
  id: payment.id,
  kind: payment.kind,
  status: payment.status,
  rail: payment.rail,
  amount: toMoney(payment.amount),
  amount_minor: Number(payment.amountMinor),
  currency: payment.currency,
  currency_decimals: payment.currencyDecimals,
  split: null,
  run_id: null,
  order_ref: null,
  key_id: payment.key,
  source_id: null,
  operation: null,
  network: null,
  buyer_address: null,
  tx_hash: null,
  block_number: null,
  stripe: payment.stripe,
  rail_details: payment.more,
  attempts: [],
  events: payment.events.map(({ at, data, type }) => ({ type, at: isoTime(at), data })),
  transfers: [],
  created_at: isoTime(payment.createdAt),
  settled_at: isoTimeOrNull(payment.settledAt),
  last_error: payment.lastError,
})
