import { Context, type Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** What the spending of each day is summed by, beside the day itself. */
export const spendingDimensions = ["key", "source", "tag", "rail"] as const
export type SpendingDimension = (typeof spendingDimensions)[number]

/** Days of one report, and its rows. */
export const maxSpendingDays = 92
export const maxSpendingRows = 1_000

/** Tags of an organisation and UTC day that are summed one by one. Calls with further tags are summed together, under `otherTags`. */
export const maxDailyTags = 1_000
export const otherTags = "*"

/** Days are `2026-11-23`, those of UTC: from `from` on, before `to`. */
export interface SpendingQuery {
  readonly from: string
  readonly to: string
  readonly groupBy: "day" | SpendingDimension
  /** Only calls of this key, source, tag or rail; of days only. */
  readonly only: { readonly dimension: SpendingDimension; readonly value: string } | null
}

/** Charged calls, with what they cost less what was refunded. */
export interface SpendingSum {
  readonly amount: MicroUsd
  readonly calls: number
}

export interface SpendingReport {
  /** Captures and refunds up to this time are counted, in milliseconds since 1970. */
  readonly asOf: number
  readonly total: SpendingSum
  /** `value`: the day, or the id of the key, source or rail, or the tag. Empty: calls without one. */
  readonly rows: ReadonlyArray<SpendingSum & { readonly value: string }>
  /** There are more rows than `maxSpendingRows`: the largest amounts are shown. */
  readonly cut: boolean
}

/** The spending of organisations by the day, summed beside the paid path from the transfers, which are never changed. */
export class Spending extends Context.Service<
  Spending,
  {
    readonly report: (organisation: OrganisationId, query: SpendingQuery) => Effect.Effect<SpendingReport, StorageUnavailable>
    /**
     * Sums the transfers that were committed before the round before this one. One node does it at a time, and none within `pauseMs` of the last
     * round.
     */
    readonly summarise: (pauseMs: number) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/ledger/Spending") {}
