import type { Checkout } from "../../../domain/connect/Checkout.ts"
import type { CheckoutRecord } from "../../../domain/connect/Checkouts.ts"

/** A checkout with what its page shows, in a statement that calls the rows of checkout, merchant and marketplace `c`, `s` and `m`. Amounts as text. */
export const checkoutRecordJson = `json_build_object(
  'checkout', json_build_object('id', c.id, 'marketplace', c.marketplace, 'merchant', c.merchant, 'status', c.status, 'amount', c.amount::text,
    'split', json_build_object('seller', c.seller_amount::text, 'marketplaceFee', c.marketplace_fee::text, 'serviceFee', c.service_fee::text),
    'wallets', json_build_object('seller', c.seller_wallet, 'marketplace', c.marketplace_wallet, 'service', c.service_wallet),
    'splitter', c.splitter, 'webhookUrl', c.webhook_url, 'productName', c.product_name, 'description', c.description, 'productImage', c.product_image,
    'returnUrl', c.return_url, 'cancelUrl', c.cancel_url, 'orderRef', c.order_ref, 'buyer', c.buyer, 'transactionHash', c.transaction_hash,
    'blockNumber', c.block_number::text, 'blockHash', c.block_hash, 'logIndex', c.log_index, 'confirmBy', ms(c.confirm_by),
    'createdAt', ms(c.created_at), 'expiresAt', ms(c.expires_at), 'cancelledAt', ms(c.cancelled_at), 'settledAt', ms(c.settled_at),
    'lastError', c.last_error),
  'marketplaceName', m.name, 'marketplaceSuspended', m.status <> 'active',
  'seller', json_build_object('externalSellerId', s.external_seller_id,
    'status', case when s.suspended_at is not null then 'suspended' when s.activated_at is not null then 'active' else 'draft' end,
    'profile', case when s.display_name is null then null else json_build_object('displayName', s.display_name, 'email', s.email,
      'website', s.website, 'country', s.country) end),
  'now', ms(farthing_now()))`

export const checkoutTablesJoined = `checkout c join merchant s on s.marketplace = c.marketplace and s.id = c.merchant join marketplace m on m.id = c.marketplace`

type Amounts = "seller" | "marketplaceFee" | "serviceFee"
interface CheckoutJson extends Omit<Checkout, "amount" | "split" | "blockNumber"> {
  readonly amount: string
  readonly split: Readonly<Record<Amounts, string>>
  readonly blockNumber: string | null
}

export interface CheckoutRow {
  readonly record: Omit<CheckoutRecord, "checkout"> & { readonly checkout: CheckoutJson }
}

export const recordFromRow = ({ record: { checkout, ...record } }: CheckoutRow): CheckoutRecord => ({
  ...record,
  checkout: {
    ...checkout,
    amount: BigInt(checkout.amount),
    split: {
      seller: BigInt(checkout.split.seller),
      marketplaceFee: BigInt(checkout.split.marketplaceFee),
      serviceFee: BigInt(checkout.split.serviceFee),
    },
    blockNumber: checkout.blockNumber === null ? null : BigInt(checkout.blockNumber),
  },
})
