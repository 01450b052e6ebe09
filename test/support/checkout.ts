import { randomUUID } from "node:crypto"
import type { Checkout } from "../../domain/connect/Checkout.ts"
import { CheckoutId, MarketplaceId, MerchantId } from "../../domain/connect/ids.ts"
import { splitAmount } from "../../domain/connect/split.ts"
import { payWithinMs } from "../../domain/connect/transition.ts"

/** A checkout that can be paid, of 10 USDC: a tenth for the marketplace. */
export const newCheckout = (over: Partial<Checkout> = {}, amount = 10_000_000n): Checkout => ({
  id: CheckoutId.make(randomUUID()),
  marketplace: MarketplaceId.make(randomUUID()),
  merchant: MerchantId.make(randomUUID()),
  status: "pending",
  amount,
  split: splitAmount(amount, 1_000),
  wallets: { seller: `0x${"1".repeat(40)}`, marketplace: `0x${"2".repeat(40)}`, service: `0x${"3".repeat(40)}` },
  splitter: null,
  webhookUrl: null,
  productName: "A lamp",
  description: null,
  productImage: null,
  returnUrl: null,
  cancelUrl: null,
  orderRef: null,
  buyer: null,
  transactionHash: null,
  blockNumber: null,
  blockHash: null,
  logIndex: null,
  confirmBy: null,
  createdAt: Date.now(),
  expiresAt: Date.now() + payWithinMs,
  cancelledAt: null,
  settledAt: null,
  lastError: null,
  ...over,
})

/** When the outcome of these checkouts was. */
export const at = Date.UTC(2026, 10, 22, 9)

/** A paid checkout of 1.000001 USDC. */
export const checkoutOf = (marketplace: MarketplaceId, webhookUrl: string | null): Checkout =>
  newCheckout({
    marketplace,
    status: "paid",
    amount: 1_000_001n,
    split: splitAmount(1_000_001n, 250),
    webhookUrl,
    orderRef: "order-1",
    buyer: `0x${"4".repeat(40)}`,
    transactionHash: `0x${"5".repeat(64)}`,
    blockNumber: 7n,
    blockHash: `0x${"6".repeat(64)}`,
    logIndex: 0,
    createdAt: at,
    expiresAt: at,
    settledAt: at,
  })
