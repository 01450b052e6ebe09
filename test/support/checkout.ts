import { randomUUID } from "node:crypto"
import type { Checkout } from "../../domain/connect/Checkout.ts"
import { CheckoutId, MerchantId, type MarketplaceId } from "../../domain/connect/ids.ts"
import { splitAmount } from "../../domain/connect/split.ts"

/** When the outcome of these checkouts was. */
export const at = Date.UTC(2026, 10, 22, 9)

/** A paid checkout of 1.000001 USDC. */
export const checkoutOf = (marketplace: MarketplaceId, webhookUrl: string | null): Checkout => ({
  id: CheckoutId.make(randomUUID()),
  marketplace,
  merchant: MerchantId.make(randomUUID()),
  status: "paid",
  amount: 1_000_001n,
  split: splitAmount(1_000_001n, 250),
  wallets: { seller: `0x${"1".repeat(40)}`, marketplace: `0x${"2".repeat(40)}`, service: `0x${"3".repeat(40)}` },
  webhookUrl,
  productName: "Lamp",
  description: null,
  productImage: null,
  returnUrl: null,
  cancelUrl: null,
  orderRef: "order-1",
  buyer: `0x${"4".repeat(40)}`,
  transactionHash: `0x${"5".repeat(64)}`,
  blockNumber: 7n,
  blockHash: `0x${"6".repeat(64)}`,
  logIndex: 0,
  cancelledAt: null,
  confirmBy: null,
  createdAt: at,
  expiresAt: at,
  settledAt: at,
  lastError: null,
})
