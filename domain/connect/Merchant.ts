import type { MarketplaceId, MerchantId } from "./ids.ts"

/**
 * A seller of one marketplace. `draft`: onboarding has begun. `active`: the merchant has finished it. A draft whose wallet is verified can be paid; a
 * suspended merchant cannot. Times are milliseconds since 1970.
 */
export interface Merchant {
  readonly id: MerchantId
  readonly marketplace: MarketplaceId
  /** The marketplace's own name for this merchant, unique within the marketplace. */
  readonly externalSellerId: string
  /** `link`: the marketplace's server named it. `embed`: a page did, with a public key, so nothing is paid under the marketplace's name for it. */
  readonly origin: "link" | "embed"
  readonly status: "draft" | "active" | "suspended"
  readonly profile: MerchantProfile | null
  /** Proven by Sign-In-With-Ethereum, in lower case. */
  readonly wallet: string | null
  readonly walletVerifiedAt: number | null
  readonly createdAt: number
  readonly activatedAt: number | null
}

/** What the merchant entered about itself. */
export interface MerchantProfile {
  readonly displayName: string
  readonly email: string
  readonly website: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}
