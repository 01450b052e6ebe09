import { Schema } from "effect"
import { type Checkout, checkoutStatuses, knownPayment } from "../../../domain/connect/Checkout.ts"
import type { CheckoutRecord } from "../../../domain/connect/Checkouts.ts"
import type { Split } from "../../../domain/connect/split.ts"
import { statusAt } from "../../../domain/connect/transition.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

export const CheckoutStatusView = Schema.Literals(checkoutStatuses)

/** In millionths of USDC. The three add up to the amount. */
export const SplitView = Schema.Struct({
  seller_amount_minor: Schema.Int,
  marketplace_fee_minor: Schema.Int,
  service_fee_minor: Schema.Int,
})

export const CheckoutView = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  status: CheckoutStatusView,
  amount: Schema.String,
  amount_minor: Schema.Int,
  currency: Schema.Literal("USDC"),
  order_ref: Schema.NullOr(Schema.String),
  merchant_id: Schema.String,
  expires_at: Schema.String,
  marketplace: Schema.Struct({ id: Schema.String, name: Schema.String }),
  seller: Schema.Struct({ external_seller_id: Schema.String, display_name: Schema.NullOr(Schema.String) }),
  split: SplitView,
}).annotate({ identifier: "Checkout" })

/** `message` is a sentence for the buyer. Times of the server, so that a page with a wrong clock counts right. */
export const PaymentStatusView = Schema.Struct({
  id: Schema.String,
  status: CheckoutStatusView,
  message: Schema.String,
  /** Null until a block has the payment. */
  tx_hash: Schema.NullOr(Schema.String),
  /** The hash that was presented last: a claim. */
  presented_tx_hash: Schema.NullOr(Schema.String),
  now: Schema.String,
  expires_at: Schema.String,
  confirm_by: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "CheckoutPaymentStatus" })

export const SessionView = Schema.Struct({
  ...PaymentStatusView.fields,
  amount: Schema.String,
  amount_minor: Schema.Int,
  currency: Schema.Literal("USDC"),
  product_name: Schema.String,
  description: Schema.NullOr(Schema.String),
  product_image: Schema.NullOr(Schema.String),
  order_ref: Schema.NullOr(Schema.String),
  marketplace: Schema.Struct({ name: Schema.String }),
  seller: Schema.Struct({ display_name: Schema.String }),
  network: Schema.NullOr(Schema.String),
  return_url: Schema.NullOr(Schema.String),
  cancel_url: Schema.NullOr(Schema.String),
  test_money: Schema.Boolean,
}).annotate({ identifier: "CheckoutSession" })

/** `10.5` from millionths, with 2 to 6 places. */
export const decimalOf = (amount: bigint): string => {
  const places = (amount % 1_000_000n)
    .toString()
    .padStart(6, "0")
    .replace(/0{1,4}$/, "")
  return `${amount / 1_000_000n}.${places}`
}

export const splitView = ({ marketplaceFee, seller, serviceFee }: Split) => ({
  seller_amount_minor: Number(seller),
  marketplace_fee_minor: Number(marketplaceFee),
  service_fee_minor: Number(serviceFee),
})

export const checkoutView = ({ checkout, marketplaceName, now, seller }: CheckoutRecord, base: string): typeof CheckoutView.Encoded => ({
  id: checkout.id,
  url: `${base}/pay/${checkout.id}`,
  status: statusAt(checkout, now),
  amount: decimalOf(checkout.amount),
  amount_minor: Number(checkout.amount),
  currency: "USDC",
  order_ref: checkout.orderRef,
  merchant_id: checkout.merchant,
  expires_at: isoTime(checkout.expiresAt),
  marketplace: { id: checkout.marketplace, name: marketplaceName },
  seller: { external_seller_id: seller.externalSellerId, display_name: seller.profile?.displayName ?? null },
  split: splitView(checkout.split),
})

export const statusView = ({ checkout, now }: Pick<CheckoutRecord, "checkout" | "now">): typeof PaymentStatusView.Encoded => ({
  id: checkout.id,
  status: statusAt(checkout, now),
  message: messageFor(checkout, now),
  tx_hash: knownPayment(checkout).transactionHash,
  presented_tx_hash: checkout.transactionHash,
  now: isoTime(now),
  expires_at: isoTime(checkout.expiresAt),
  confirm_by: isoTimeOrNull(checkout.confirmBy),
  settled_at: isoTimeOrNull(checkout.settledAt),
})

const messageFor = (checkout: Checkout, now: number): string => {
  switch (statusAt(checkout, now)) {
    case "pending":
      return "Nothing has been paid yet."
    case "confirming":
      if (checkout.blockNumber !== null) return "The payment is in a block. It is final after a few more blocks."
      return checkout.lastError ?? "A payment was reported. The network has not confirmed it yet. Do not pay again."
    case "paid":
      return "Paid. The payment is final on chain."
    case "failed":
      return `${checkout.lastError ?? "The payment did not succeed."} You can try again.`
    case "expired":
      return "The time to pay is over. A payment that was sent already still counts as soon as the network confirms it."
    case "cancelled":
      return "This checkout was cancelled. A payment that was sent already still counts as soon as the network confirms it."
  }
}

export const sessionView = (
  record: CheckoutRecord,
  { network, testMoney }: { readonly network: string | null; readonly testMoney: boolean },
): typeof SessionView.Encoded => {
  const { checkout, marketplaceName, seller } = record
  return {
    ...statusView(record),
    amount: decimalOf(checkout.amount),
    amount_minor: Number(checkout.amount),
    currency: "USDC",
    product_name: checkout.productName,
    description: checkout.description,
    product_image: checkout.productImage,
    order_ref: checkout.orderRef,
    marketplace: { name: marketplaceName },
    // The marketplace's own name for the seller is not for buyers: it may be a number or an e-mail address.
    seller: { display_name: seller.profile?.displayName ?? `A seller of ${marketplaceName}` },
    network,
    return_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    test_money: testMoney,
  }
}
