import { Schema } from "effect"

export const MarketplaceId = Schema.String.pipe(Schema.brand("MarketplaceId"))
export type MarketplaceId = typeof MarketplaceId.Type

export const MerchantId = Schema.String.pipe(Schema.brand("MerchantId"))
export type MerchantId = typeof MerchantId.Type

/** A checkout's id is also the id of its payment. A UUID v7. */
export const CheckoutId = Schema.String.pipe(Schema.brand("CheckoutId"))
export type CheckoutId = typeof CheckoutId.Type
