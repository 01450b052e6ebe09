import { Effect } from "effect"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { LedgerQueries, type PaymentFilter, type PaymentPage, type PaymentRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { isDelivered, paymentStatus, paymentStatuses } from "../../../domain/ledger/status.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { CallId, type OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd, share, toMoney } from "../../../domain/money/Money.ts"
import { type OtherPayment, type OtherPaymentFilter, OtherPaymentsStores } from "../../../domain/rail/OtherPayments.ts"
import { type PaymentDetails, Rails } from "../../../domain/rail/Rail.ts"
import type { PaymentView } from "./api.ts"

type View = typeof PaymentView.Encoded

/** The payments of an organisation, or of all for the operator. */
type Owner = OrganisationId | null

/** What only calls have: with one of these no other payment is listed. */
type CallFilter = Pick<PaymentFilter, "key" | "source" | "tag">

export interface PaymentsFilter extends OtherPaymentFilter, CallFilter {
  /** Only the calls that this payment collects. It goes with `before` only. */
  readonly collection?: string | undefined
}

interface Listed {
  readonly id: string
  readonly organisation: OrganisationId
  /** What the books hold, without what the rail keeps outside them. */
  readonly summary: View
  readonly view: Effect.Effect<View, never, Rails>
}

/** The payments that a list answers, and where the next page begins; null at the end. */
interface ListedPage {
  readonly listed: ReadonlyArray<Listed>
  readonly next: string | null
}

export const paymentsPage = Effect.fnUntraced(function* (owner: Owner, filter: PaymentsFilter, limit: number) {
  const { listed, next } = yield* listPayments(owner, filter, limit)
  return { payments: yield* Effect.forEach(listed, ({ view }) => view, { concurrency: 16 }), next_cursor: next }
})

/** The payments with what their keys are called. */
export const withKeyNames = Effect.fnUntraced(function* <A extends View>(organisation: OrganisationId, payments: ReadonlyArray<A>) {
  const ids = [...new Set(payments.flatMap(({ key_id: key }) => key ?? []))]
  const names = ids.length === 0 ? undefined : yield* Effect.flatMap(Organisations, ({ keyNames }) => keyNames(organisation, ids))
  return payments.map((payment) => ({ ...payment, key_name: names?.get(payment.key_id ?? "") ?? null }))
})

/** Swapped days would look like a time without payments. */
export const requireSpan = ({ from, to }: Pick<PaymentFilter, "from" | "to">) =>
  from !== undefined && to !== undefined && to <= from
    ? Effect.fail(new InvalidRequest({ message: "`from` must be before `to`: the moment of `to` is not included." }))
    : Effect.void

export const listPayments = (owner: Owner, { collection, ...filter }: PaymentsFilter, limit: number) =>
  collection === undefined ? listAll(owner, filter, limit) : listCollected(owner, collection, filter, limit)

/**
 * Calls and the other payments of the rails, newest first: all ids begin with the time they were made at. Where the walk over the
 * calls stopped before the page was full, the page ends there too.
 */
const listAll = Effect.fnUntraced(function* (
  owner: Owner,
  { key, source, tag, ...filter }: OtherPaymentFilter & CallFilter,
  limit: number,
) {
  const queries = yield* LedgerQueries
  const stores = yield* OtherPaymentsStores
  const { before, kind, status: wanted, ...narrow } = filter
  const status = paymentStatuses.find((one) => one === wanted)
  const onlyCalls = kind === "call" || key !== undefined || source !== undefined || tag !== undefined
  const hasCalls = (kind === undefined || kind === "call") && status === wanted
  const ofCalls = { ...narrow, key, source, tag, status, before: before === undefined ? undefined : CallId.make(before) }
  const calls = hasCalls ? yield* queries.payments(owner, ofCalls, limit) : noCalls
  const others = onlyCalls ? [] : (yield* Effect.forEach(stores, (store) => store.list(owner, filter, limit + 1))).flat()
  const all: ReadonlyArray<Listed> = [
    ...calls.payments.map(callListed),
    ...others.filter(({ id }) => calls.next === null || id >= calls.next).map(otherListed),
  ].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const listed = all.slice(0, limit)
  return { listed, next: all.length > limit ? listed.at(-1)!.id : calls.next } satisfies ListedPage
})

const noCalls: PaymentPage = { payments: [], next: null }

const listCollected = Effect.fnUntraced(function* (owner: Owner, collection: string, { before }: OtherPaymentFilter, limit: number) {
  const queries = yield* LedgerQueries
  for (const { callsOf } of yield* OtherPaymentsStores) {
    const ids = callsOf === undefined ? undefined : yield* callsOf(owner, collection, before, limit + 1)
    if (ids === undefined) continue
    const { payments } = yield* queries.payments(owner, { ids: ids.slice(0, limit) }, limit)
    return { listed: payments.map(callListed), next: ids.length > limit ? ids[limit - 1]! : null } satisfies ListedPage
  }
  return yield* new PaymentNotFound({ message: "There is no collection with this id." })
})

const callListed = (payment: PaymentRecord): Listed => ({
  id: payment.call.id,
  organisation: payment.call.organisation,
  summary: { ...paymentDetail(payment, undefined), events: [], transfers: [] },
  view: withDetails(payment),
})

const otherListed = (payment: OtherPayment): Listed => {
  const summary = otherView(payment)
  return { id: payment.id, organisation: payment.organisation, summary, view: Effect.succeed(summary) }
}

/** A payment of the organisation; undefined if it has none with this id. */
export const findPayment = (organisation: Owner, id: string) => Effect.map(findPaymentOf(organisation, id), (owned) => owned?.view)

/** The same with the organisation that it is of. */
export const findPaymentOf = Effect.fnUntraced(function* (organisation: Owner, id: string) {
  const queries = yield* LedgerQueries
  const payment = yield* queries.payment(organisation, CallId.make(id))
  if (payment !== undefined) return { organisation: payment.call.organisation, view: yield* withDetails(payment) }
  for (const store of yield* OtherPaymentsStores) {
    const other = yield* store.find(organisation, id)
    if (other !== undefined) return { organisation: other.organisation, view: otherView(other) }
  }
  return undefined
})

/** The payment with what its rail keeps outside the ledger. */
export const withDetails = Effect.fnUntraced(function* (payment: PaymentRecord) {
  const rail = (yield* Rails).get(payment.call.rail)
  return paymentDetail(payment, rail?.details === undefined ? undefined : yield* rail.details(payment.call))
})

/** A call as a payment. `amount_minor` is in millionths of a dollar. */
export const callView = (call: Call, details: PaymentDetails | undefined) => {
  const amount = call.state === "reserved" ? call.max : call.amount
  const fee = share(amount, BigInt(call.feeBasisPoints))
  return {
    id: call.id,
    kind: "call" as const,
    status: paymentStatus(call),
    rail: call.rail,
    amount: toMoney(amount),
    amount_minor: Number(amount),
    ...(broughtMoney(call) && { deposited: toMoney(call.max) }),
    currency: "USD",
    currency_decimals: 6,
    split: { payee: call.payee, publisher: toMoney(microUsd(amount - fee)), platform_fee: toMoney(fee) },
    run_id: call.run,
    order_ref: null,
    key_id: call.key,
    source_id: call.source,
    operation: call.operation,
    tag: call.tag,
    network: details?.network ?? null,
    buyer_address: details?.buyerAddress ?? null,
    tx_hash: details?.txHash ?? null,
    block_number: details?.blockNumber ?? null,
    stripe: details?.stripe ?? {},
    ...(details?.more && { rail_details: details.more }),
    attempts: call.attempts.map((attempt) => ({ ...attempt, at: isoTime(call.reservedAt) })),
    created_at: isoTime(call.reservedAt),
    settled_at: call.settlement === "settled" ? isoTimeOrNull(call.closedAt) : null,
    // What settled a call is written to its record as the reason of its last change, and is no error.
    last_error: call.settlement === "settled" && call.delivered ? null : call.lastError,
  }
}

/** The caller's own payment was of the maximum, whatever the call cost: what it did not cost is credit of the organisation. */
const broughtMoney = ({ deposits, settlement, state }: Call) =>
  deposits && (state === "captured" || state === "refunded") && settlement !== "failed"

/** When the rail proved the payment, else with the capture. */
const settledAt = (call: Call, events: PaymentRecord["events"]) =>
  events.findLast(({ type }) => type === "settlement.settled")?.at ?? call.closedAt

/** The payment with its timeline and the transfers that booked it. */
export const paymentDetail = ({ call, events, transfers }: PaymentRecord, details: PaymentDetails | undefined): View => ({
  ...callView(call, details),
  ...refundOf(events),
  ...(call.settlement === "settled" && { settled_at: isoTimeOrNull(settledAt(call, events)) }),
  events: [
    { type: "reserved", at: call.reservedAt, data: { amount: toMoney(call.max), rail: call.rail } },
    ...events.map(({ at, data, type }) => ({ type, at, data: JSON.parse(data) as Record<string, unknown> })),
    ...(call.closedAt === null ? [] : [{ type: closedAs(call), at: call.closedAt, data: { amount: toMoney(call.amount) } }]),
  ]
    // A rail that settles later proves the payment after the capture.
    .toSorted((a, b) => a.at - b.at)
    .map((event) => ({ ...event, at: isoTime(event.at) })),
  transfers: transfers.map(({ amount, at, credit, debit }) => ({ debit, credit, amount: toMoney(amount), at: isoTime(at) })),
})

/** A call is refunded once at most. */
const refundOf = (events: PaymentRecord["events"]): Pick<View, "refunded"> => {
  const refund = events.find(({ type }) => type === "refunded")
  return refund === undefined ? {} : { refunded: (JSON.parse(refund.data) as { readonly amount: NonNullable<View["refunded"]> }).amount }
}

/** How the hold was closed. A refund comes later and is an event of its own. */
const closedAs = (call: Call) => (call.state === "refunded" && isDelivered(call) ? "captured" : call.state)

export const otherView = (payment: OtherPayment): View => ({
  id: payment.id,
  kind: payment.kind,
  status: payment.status,
  rail: payment.rail,
  amount: toMoney(payment.amount),
  amount_minor: Number(payment.amountMinor),
  ...(payment.refunded !== undefined && { refunded: toMoney(payment.refunded) }),
  currency: payment.currency,
  currency_decimals: payment.currencyDecimals,
  split: null,
  run_id: null,
  order_ref: null,
  key_id: payment.key,
  source_id: null,
  operation: null,
  tag: null,
  network: null,
  buyer_address: null,
  tx_hash: null,
  block_number: null,
  ...payment.members,
  stripe: payment.stripe,
  rail_details: payment.more,
  attempts: [],
  events: payment.events.map(({ at, data, type }) => ({ type, at: isoTime(at), data })),
  transfers: [],
  created_at: isoTime(payment.createdAt),
  settled_at: isoTimeOrNull(payment.settledAt),
  last_error: payment.lastError,
})
