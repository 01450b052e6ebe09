import type { Merchant } from "./Merchant.ts"

/** The body of `merchant.activated`, which reports that a merchant has finished its onboarding. */
export interface MerchantEvent {
  readonly id: string
  readonly event: "merchant.activated"
  readonly marketplace_id: string
  readonly merchant_id: string
  readonly external_seller_id: string
  /** Seconds since 1970. */
  readonly ts: number
}

export const merchantActivatedOf = (
  { externalSellerId, id: merchant, marketplace }: Pick<Merchant, "id" | "marketplace" | "externalSellerId">,
  { at, id }: { readonly id: string; readonly at: number },
): MerchantEvent => ({
  id,
  event: "merchant.activated",
  marketplace_id: marketplace,
  merchant_id: merchant,
  external_seller_id: externalSellerId,
  ts: Math.floor(at / 1000),
})

const minuteMs = 60_000

/** How long after each failed attempt the next one follows: three retries. */
export const merchantActivatedRetries: ReadonlyArray<number> = [minuteMs, 5 * minuteMs, 25 * minuteMs]
