import { type MicroUsd, microUsd } from "../money/Money.ts"
import type { Variant } from "../catalogue/Source.ts"

/** The most that a call by this variant costs: `per_result` at the most documents that may be delivered. */
export const maximumCost = ({ pricing: { model, price } }: Variant, limit: number): MicroUsd =>
  model === "free" ? microUsd(0n) : model === "per_call" ? price : microUsd(price * BigInt(limit))
