import type { Pricing } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/Money.ts"
import type { GatewayExtension } from "./Extension.ts"

/** What one way to ask an operation costs; undefined where nobody said it, for nothing is sold by accident. */
export const pricingOf = (said: GatewayExtension, ownPrice: number | undefined): Pricing | undefined => {
  const price = ownPrice ?? said.price_micro_usd
  const model = said.pricing?.model ?? (price === 0 ? "free" : "per_call")
  if (model === "free") return { model, price: microUsd(0n) }
  return price === undefined ? undefined : { model, price: microUsd(BigInt(price)) }
}
