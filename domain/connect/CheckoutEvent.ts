import { type Checkout, knownPayment } from "./Checkout.ts"
import type { MarketplaceId } from "./ids.ts"

/** How an outcome of a checkout is reported. There is at most one event for each outcome of a checkout. */
export const checkoutEvents = ["payment.paid", "payment.failed", "payment.cancelled"] as const
export type CheckoutEventName = (typeof checkoutEvents)[number]

/** The body of a payment event, as the marketplace's server gets it. Amounts in millionths of USDC. */
export interface CheckoutEvent {
  readonly id: string
  readonly event: CheckoutEventName
  /** Seconds since 1970. */
  readonly ts: number
  readonly data: {
    readonly payment_id: string
    readonly marketplace_id: MarketplaceId
    readonly merchant_id: string
    readonly order_ref: string | null
    readonly status: "paid" | "failed" | "cancelled"
    readonly amount_minor: number
    readonly currency: string
    readonly split: {
      readonly seller_amount_minor: number
      readonly marketplace_fee_minor: number
      readonly service_fee_minor: number
    }
    readonly buyer_address: string | null
    readonly tx_hash: string | null
  }
}

/** The event of a checkout's outcome. An expired checkout has failed: no further payment is accepted from its page. */
export const checkoutEventOf = (
  checkout: Checkout,
  { at, id, status }: { readonly id: string; readonly at: number; readonly status: CheckoutEvent["data"]["status"] },
): CheckoutEvent => {
  const { amount, marketplace, merchant, orderRef, split } = checkout
  const { buyer, transactionHash } = knownPayment(checkout)
  return {
    id,
    event: `payment.${status}`,
    ts: Math.floor(at / 1000),
    data: {
      payment_id: checkout.id,
      marketplace_id: marketplace,
      merchant_id: merchant,
      order_ref: orderRef,
      status,
      amount_minor: Number(amount),
      currency: "USDC",
      split: {
        seller_amount_minor: Number(split.seller),
        marketplace_fee_minor: Number(split.marketplaceFee),
        service_fee_minor: Number(split.serviceFee),
      },
      buyer_address: buyer,
      tx_hash: transactionHash,
    },
  }
}
