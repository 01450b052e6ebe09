import { Context, type Effect } from "effect"
import type { MicroUsd } from "../money/Money.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { Earning, PublisherBalance, PublisherStatement, ReversalWindow } from "./earnings.ts"
import type { PublisherId } from "./Publisher.ts"

/** Times are milliseconds since 1970: captured from `from` on and before `to`. */
export interface EarningFilter {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only calls with a smaller id. */
  readonly before?: string | undefined
}

/**
 * `correction`: the call was booked at a higher fee than the rate of its settlement. `charge_back`: the payer took the money back and it was given up.
 * `charge_back_void`: it came after all.
 */
export interface EarningAdjustment {
  readonly publisher: PublisherId
  readonly payee: string
  readonly call: string
  readonly amount: MicroUsd
  /** Names the posting: the same one again books nothing. */
  readonly ref: string
  readonly kind: "correction" | "charge_back" | "charge_back_void"
}

/** How the newest calls of the last 24 hours to a listing ended: at most 1,000 of each payee. */
export interface ListingHealth {
  readonly source: string
  readonly calls: number
  /** Answered by the origin with a status below 400, so paid. */
  readonly delivered: number
  readonly lastDeliveredAt: number | null
  readonly lastFailedAt: number | null
}

/** The earnings of publishers, read from the ledger: nothing is copied. What only they know is which adjustments were posted. */
export class PublisherBooks extends Context.Service<
  PublisherBooks,
  {
    /** The newest first. */
    readonly earnings: (id: PublisherId, filter: EarningFilter, limit: number) => Effect.Effect<ReadonlyArray<Earning>, StorageUnavailable>
    readonly balance: (id: PublisherId, windows: ReadonlyArray<ReversalWindow>) => Effect.Effect<PublisherBalance, StorageUnavailable>
    /** Movements of a UTC month, from `from` on and before `to`. */
    readonly statement: (id: PublisherId, month: string, from: number, to: number) => Effect.Effect<PublisherStatement, StorageUnavailable>
    readonly health: (id: PublisherId) => Effect.Effect<ReadonlyArray<ListingHealth>, StorageUnavailable>
    /** Writes down the adjustments that are due. `rails` are those whose payers may take money back: only they charge back. */
    readonly planAdjustments: (rails: ReadonlyArray<string>, limit: number) => Effect.Effect<void, StorageUnavailable>
    /** The oldest first. */
    readonly unpostedAdjustments: (limit: number) => Effect.Effect<ReadonlyArray<EarningAdjustment>, StorageUnavailable>
    readonly markPosted: (adjustment: EarningAdjustment) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/publishing/PublisherBooks") {}
