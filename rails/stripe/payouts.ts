import { Effect } from "effect"
import type Stripe from "stripe"
import type { RailUnavailable } from "../RailUnavailable.ts"
import { type LineBooking, metadataOfLine, StripeSubscribers } from "./events.ts"
import { idOf, StripeApi } from "./StripeApi.ts"

/** Of one request for a list. The SDK reads at most 10,000. */
const maxPayouts = 500
const maxLines = 9_999

/**
 * `matches`: the ledger has booked exactly this. `differs`: it has booked another amount, or nothing. `unknown`: a payment, refund or dispute
 * that is not of this gateway. `account`: a fee or a movement of the account itself, which no rail books.
 */
export type Finding = "matches" | "differs" | "unknown" | "account"

/** A line of our balance that a payout pays out. `amount`, `fee` and `net` are in hundredths of `currency`. */
export interface PayoutLine {
  readonly id: string
  readonly type: string
  readonly currency: string
  readonly amount: number
  readonly fee: number
  readonly net: number
  /** The charge, refund, dispute or other object that made the line. */
  readonly source: string | null
  readonly payment: Pick<LineBooking, "kind" | "payment" | "reference"> | null
  /** Micro-USD in the ledger, and what should be there. */
  readonly booked: bigint | null
  readonly due: bigint | null
  readonly finding: Finding
}

export interface PayoutReport {
  readonly payout: Stripe.Payout
  readonly lines: ReadonlyArray<PayoutLine>
  /** Of the lines. Null where Stripe does not say which lines a payout has, or has more than can be read. */
  readonly sum: number | null
}

/** What the ledger has booked for each line that has a booking, in micro-USD by the id of the line. */
export type BookedLines = (
  wanted: ReadonlyArray<Pick<LineBooking, "organisation" | "account" | "refs"> & { readonly line: string }>,
) => Effect.Effect<ReadonlyMap<string, bigint>, RailUnavailable>

/** The payouts that arrive between two times, newest first. `complete` is false if there are more than are compared. */
export const comparePayouts = Effect.fnUntraced(function* (from: number, to: number, booked: BookedLines) {
  const stripe = yield* StripeApi
  const arrival_date = { gte: Math.floor(from / 1000), lte: Math.floor(to / 1000) }
  const { complete, items } = yield* stripe.payouts({ arrival_date }, maxPayouts)
  return { complete, payouts: yield* Effect.forEach(items, (payout) => comparePayout(payout, booked)) }
})

/** Stripe lists the lines of automatic payouts only, once it has put them together. */
const comparePayout = Effect.fnUntraced(function* (payout: Stripe.Payout, booked: BookedLines) {
  if (payout.reconciliation_status !== "completed") return { payout, lines: [], sum: null } satisfies PayoutReport
  const stripe = yield* StripeApi
  const { complete, items } = yield* stripe.balanceTransactions({ payout: payout.id }, maxLines)
  const lines = items.filter((line) => sourceOf(line) !== payout.id)
  const bookings = yield* Effect.forEach(lines, bookingOf, { concurrency: 8 })
  const wanted = lines.flatMap(({ id }, i) => (bookings[i] === undefined ? [] : [{ line: id, ...bookings[i] }]))
  const amounts = wanted.length === 0 ? new Map<string, bigint>() : yield* booked(wanted)
  return {
    payout,
    lines: lines.map((line, i) => findingOf(line, bookings[i], amounts.get(line.id) ?? 0n)),
    sum: complete ? lines.reduce((total, { net }) => total + net, 0) : null,
  } satisfies PayoutReport
})

const bookingOf = Effect.fnUntraced(function* (line: Stripe.BalanceTransaction) {
  const metadata = yield* metadataOfLine(line.source)
  if (metadata === undefined) return undefined
  for (const { booking } of yield* StripeSubscribers) {
    const booked = booking === undefined ? undefined : yield* booking(line, metadata)
    if (booked !== undefined) return booked
  }
  return undefined
})

const findingOf = (line: Stripe.BalanceTransaction, booking: LineBooking | undefined, booked: bigint): PayoutLine => {
  const { amount, currency, fee, id, net, type } = line
  const shown = { id, type, currency, amount, fee, net, source: sourceOf(line) }
  if (booking === undefined)
    return { ...shown, payment: null, booked: null, due: null, finding: ofAccount.test(type) ? "account" : "unknown" }
  const { due, kind, payment, reference } = booking
  return { ...shown, payment: { kind, payment, reference }, booked, due, finding: booked === due ? "matches" : "differs" }
}

/** Types of lines that belong to no payment. */
const ofAccount = /^(stripe_fee|stripe_fx_fee|tax_fee|fee_credit_funding|payout|reserve|payment_network_reserve)/

const sourceOf = ({ source }: Stripe.BalanceTransaction): string | null => idOf(source)

/**
 * The amount of a line in hundredths of the currency of its payment. Where Stripe converted it, that is the payment's own amount if the
 * rate of the line leads to it, to one hundredth.
 */
export const centsOfLine = ({ amount, currency, exchange_rate, source }: Stripe.BalanceTransaction): bigint => {
  if (source === null || typeof source === "string" || !("currency" in source) || source.currency === currency || exchange_rate === null)
    return BigInt(amount)
  const paid = "amount" in source && typeof source.amount === "number" ? source.amount : 0
  const isOfPayment = Math.abs(Math.abs(amount) - paid * exchange_rate) <= 1
  return BigInt(isOfPayment ? Math.sign(amount) * paid : Math.round(amount / exchange_rate))
}

/** One sentence for each payout or line that does not match. */
export const payoutBreaks = ({ lines, payout: { amount, currency, id }, sum }: PayoutReport): ReadonlyArray<string> => [
  ...(sum === null || sum === amount ? [] : [`payout ${id}: ${amount} ${currency} cents, its lines are ${sum}`]),
  ...lines.flatMap((line) => {
    const what = `payout ${id}: line ${line.id} (${line.type} ${line.source ?? "of nothing"}, ${line.net} ${line.currency} cents)`
    if (line.finding === "unknown") return [`${what} is of no collection and no top-up`]
    if (line.finding !== "differs" || line.payment === null) return []
    return [`${what} of ${line.payment.kind} ${line.payment.payment}: ${line.booked} micro-USD booked, ${line.due} due`]
  }),
]
