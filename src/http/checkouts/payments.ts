import { Effect, Schema } from "effect"
import { type Checkout, checkoutStatuses, knownPayment } from "../../../domain/connect/Checkout.ts"
import { CheckoutChain } from "../../../domain/connect/CheckoutChain.ts"
import { type CheckoutRecord, Checkouts } from "../../../domain/connect/Checkouts.ts"
import type { MarketplaceId } from "../../../domain/connect/ids.ts"
import { statusAt } from "../../../domain/connect/transition.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { Money, microUsd, toMoney } from "../../../domain/money/Money.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import { CheckoutStatusView, SplitView, splitView } from "./views.ts"

/** A checkout as a payment of its marketplace. `amount_minor` is in millionths of USDC. */
export const CheckoutPaymentView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("checkout"),
  status: CheckoutStatusView,
  rail: Schema.Literal("x402"),
  amount: Schema.toEncoded(Money),
  amount_minor: Schema.Int,
  currency: Schema.Literal("USDC"),
  currency_decimals: Schema.Literal(6),
  split: SplitView,
  run_id: Schema.Null,
  order_ref: Schema.NullOr(Schema.String),
  key_id: Schema.Null,
  merchant_id: Schema.String,
  network: Schema.NullOr(Schema.String),
  buyer_address: Schema.NullOr(Schema.String),
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  stripe: Schema.Record(Schema.String, Schema.String),
  attempts: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  events: Schema.Array(Schema.Struct({ type: Schema.String, at: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })),
  created_at: Schema.String,
  expires_at: Schema.String,
  settled_at: Schema.NullOr(Schema.String),
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CheckoutPayment" })

const paymentOf = ({ checkout, now }: CheckoutRecord, network: string | null): typeof CheckoutPaymentView.Encoded => ({
  id: checkout.id,
  kind: "checkout",
  status: statusAt(checkout, now),
  rail: "x402",
  amount: toMoney(microUsd(checkout.amount)),
  amount_minor: Number(checkout.amount),
  currency: "USDC",
  currency_decimals: 6,
  split: splitView(checkout.split),
  run_id: null,
  order_ref: checkout.orderRef,
  key_id: null,
  merchant_id: checkout.merchant,
  network,
  buyer_address: knownPayment(checkout).buyer,
  tx_hash: knownPayment(checkout).transactionHash,
  block_number: checkout.blockNumber === null ? null : Number(checkout.blockNumber),
  stripe: {},
  attempts: [],
  events: checkoutTimeline(checkout, now).map(({ at, type }) => ({ type, at: isoTime(at), data: {} })),
  created_at: isoTime(checkout.createdAt),
  expires_at: isoTime(checkout.expiresAt),
  settled_at: isoTimeOrNull(checkout.settledAt),
  last_error: checkout.lastError,
})

/** What happened to a checkout, in milliseconds since 1970. */
export const checkoutTimeline = (checkout: Checkout, now: number) => [
  { type: "created", at: checkout.createdAt },
  ...(statusAt(checkout, now) === "expired" ? [{ type: "expired", at: checkout.expiresAt }] : []),
  ...(checkout.cancelledAt === null ? [] : [{ type: "cancelled", at: checkout.cancelledAt }]),
  ...(checkout.settledAt === null ? [] : [{ type: "paid", at: checkout.settledAt }]),
]

export const readCheckoutPayment = Effect.fnUntraced(function* (marketplace: MarketplaceId, id: string) {
  const record = yield* (yield* Checkouts).findOf(marketplace, id.toLowerCase())
  if (record === undefined) return yield* new PaymentNotFound({ message: "Your marketplace has no payment with this id." })
  return paymentOf(record, (yield* CheckoutChain)?.network ?? null)
})

interface Filter {
  readonly status?: string | undefined
  readonly kind?: string | undefined
  readonly rail?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly cursor?: string | undefined
}

/** All payments of a marketplace are checkouts on x402: a filter for others brings up nothing. */
export const listCheckoutPayments = Effect.fnUntraced(function* (
  marketplace: MarketplaceId,
  { cursor, from, kind, rail, status: wanted, to, ...others }: Filter,
  limit: number,
) {
  const other = Object.keys(others)[0]
  if (other !== undefined) {
    return yield* new InvalidRequest({ message: `\`${other}\` is for the payments of organisations. Remove it.` })
  }
  const status = checkoutStatuses.find((one) => one === wanted)
  const matches = (kind ?? "checkout") === "checkout" && (rail ?? "x402") === "x402" && status === wanted
  if (!matches) return { payments: [], next_cursor: null }
  const all = yield* (yield* Checkouts).list(marketplace, { status, before: cursor, from, to }, limit + 1)
  const network = (yield* CheckoutChain)?.network ?? null
  const page = all.slice(0, limit)
  return {
    payments: page.map((record) => paymentOf(record, network)),
    next_cursor: all.length > limit ? page.at(-1)!.checkout.id : null,
  }
})
