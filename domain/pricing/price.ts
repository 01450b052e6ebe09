import type { Pricing } from "../catalogue/Source.ts"
import { type MicroUsd, microUsd, zero } from "../money/Money.ts"

/** What one unit costs, and what a unit is: the call (`per_call`), a delivered document (`per_result`), or nothing (`free`). */
export type UnitPrice = Pick<Pricing, "model" | "price">

/** The maximum that one call costs. `per_result` is quoted at the most documents that the source may deliver. */
export const maximumCost = ({ model, price }: UnitPrice, maxDocuments: number): MicroUsd =>
  model === "free" ? zero : model === "per_call" ? price : microUsd(price * BigInt(maxDocuments))

/** What a delivery of `documents` costs: never more than `maximumCost` of the same call. */
export const costOf = (unit: UnitPrice, documents: number, maxDocuments: number): MicroUsd =>
  maximumCost(unit, Math.min(documents, maxDocuments))
