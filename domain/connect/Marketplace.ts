import type { MarketplaceId } from "./ids.ts"

/** A platform on which merchants sell. It creates checkouts with its secret key. Times are milliseconds since 1970. */
export interface Marketplace {
  readonly id: MarketplaceId
  readonly name: string
  readonly status: "active" | "suspended"
  /** Its share of each checkout, in hundredths of a percent: 0 to 5,000. */
  readonly feeBasisPoints: number
  /** Where its share is paid, in lower case. Null: not set; then it cannot have a fee above 0 paid. */
  readonly wallet: string | null
  /** Requests a minute over all its secret keys and nodes. Its publishable keys have as many of their own. */
  readonly rate: number
  /** Where events of new checkouts are sent. Null: nowhere. */
  readonly webhookUrl: string | null
  readonly createdAt: number
}

export const maxFeeBasisPoints = 5_000
