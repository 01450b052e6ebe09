import { Context, type Effect } from "effect"
import type { MicroUsd } from "../money/Money.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { PayoutTerms, ReversalWindow } from "./earnings.ts"
import type {
  Payout,
  PayoutDecided,
  PayoutInProgress,
  PayoutItem,
  PayoutNotCovered,
  PayoutNotFound,
  PayoutStatus,
  PayoutTooSmall,
} from "./Payout.ts"
import type { PublisherId } from "./Publisher.ts"

export interface NewPayout {
  readonly publisher: PublisherId
  /** At most this. Null: all that can be paid out. */
  readonly amount: MicroUsd | null
  readonly wallet: string
  readonly proofs: ReadonlyArray<string>
}

export interface PayoutFilter {
  readonly status?: PayoutStatus | undefined
  readonly before?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** How a payment on chain ended. */
export type PayoutEnd =
  | { readonly _tag: "Paid"; readonly transactionHash: string; readonly blockNumber: number; readonly proof: string }
  | { readonly _tag: "Failed"; readonly reason: string }

/** Payouts with the calls they pay. Every change of a status is conditional on the one before it, so that two nodes or operators make it once. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /** Chooses the calls and writes the request in one transaction, under the publisher's lock. */
    readonly request: (
      payout: NewPayout,
      windows: ReadonlyArray<ReversalWindow>,
      terms: PayoutTerms,
    ) => Effect.Effect<Payout, PayoutInProgress | PayoutTooSmall | StorageUnavailable>
    /** Of one publisher, or of all if it is null. */
    readonly find: (publisher: PublisherId | null, id: string) => Effect.Effect<Payout, PayoutNotFound | StorageUnavailable>
    /** The newest first, with smaller ids than `before`, requested at `from` or later and before `to`. */
    readonly list: (
      publisher: PublisherId | null,
      filter: PayoutFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Payout>, StorageUnavailable>
    /** Of at most `limit` calls with larger ids than `after`, each with its correction. */
    readonly items: (id: string, after: string | null, limit: number) => Effect.Effect<ReadonlyArray<PayoutItem>, StorageUnavailable>
    /** What the payout takes from each payee, for its posting. */
    readonly byPayee: (
      id: string,
    ) => Effect.Effect<ReadonlyArray<{ readonly payee: string; readonly amount: MicroUsd }>, StorageUnavailable>
    /** Refuses a payout whose earnings were taken back since it was requested. */
    readonly approve: (
      id: string,
      by: string,
      reason: string,
    ) => Effect.Effect<Payout, PayoutDecided | PayoutNotCovered | PayoutNotFound | StorageUnavailable>
    /** Frees the calls of a payout that is not sent yet. */
    readonly reject: (id: string, by: string, reason: string) => Effect.Effect<Payout, PayoutDecided | PayoutNotFound | StorageUnavailable>
    /** Payouts that are approved or being sent, the oldest first. */
    readonly unfinished: (limit: number) => Effect.Effect<ReadonlyArray<Payout>, StorageUnavailable>
    /** Written before anything is handed to the chain. False: it is not approved, or being sent, any more. */
    readonly beginSending: (id: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly end: (id: string, end: PayoutEnd) => Effect.Effect<void, StorageUnavailable>
    readonly noteProblem: (id: string, problem: string) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/publishing/Payouts") {}
