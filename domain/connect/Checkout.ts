import type { CheckoutId, MarketplaceId, MerchantId } from "./ids.ts"
import type { Split } from "./split.ts"

/**
 * `pending`: it can be paid. `confirming`: a transaction was presented and is not proven yet. `paid`: proven on chain. `failed`: the transaction that was presented
 * did not pay; another one can, until `expiresAt`. `expired` and `cancelled`: no page offers it any more; a transaction that pays it all the same still counts.
 */
export const checkoutStatuses = ["pending", "confirming", "paid", "failed", "expired", "cancelled"] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** One sale. All but the status, the payment and its times is frozen at creation. Times are milliseconds since 1970. */
export interface Checkout {
  readonly id: CheckoutId
  readonly marketplace: MarketplaceId
  readonly merchant: MerchantId
  readonly status: CheckoutStatus
  /** In millionths of USDC. */
  readonly amount: bigint
  readonly split: Split
  /** Where each part is paid, in lower case. No answer of the API holds one of these. */
  readonly wallets: { readonly seller: string; readonly marketplace: string | null; readonly service: string }
  /** The contract that pays all parts. Null: it was created before this was kept, and the contract of the settings pays it. */
  readonly splitter: string | null
  readonly webhookUrl: string | null
  readonly productName: string
  readonly description: string | null
  readonly productImage: string | null
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
  readonly orderRef: string | null
  /** The wallet that paid, or that presented a signature last. Until a block has the payment, this and the hash are claims: see `knownPayment`. */
  readonly buyer: string | null
  readonly transactionHash: string | null
  /** Where the split event of this checkout is on chain. All three are null until a block has the payment. */
  readonly blockNumber: bigint | null
  readonly blockHash: string | null
  readonly logIndex: number | null
  /** The end of the 10 minutes in which a presented transaction is awaited. Null unless `confirming`. */
  readonly confirmBy: number | null
  readonly createdAt: number
  /** 20 minutes after its creation. */
  readonly expiresAt: number
  readonly cancelledAt: number | null
  readonly settledAt: number | null
  readonly lastError: string | null
}

/** Who pays by which transaction, once a block has the payment. Before, anybody who has the page can claim any hash. */
export const knownPayment = ({ blockNumber, buyer, transactionHash }: Checkout) =>
  blockNumber === null ? { buyer: null, transactionHash: null } : { buyer, transactionHash }
