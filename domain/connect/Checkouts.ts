import { Context, type Effect, type Result } from "effect"
import type { IdempotencyConflict } from "../ledger/errors.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { Checkout } from "./Checkout.ts"
import type { CheckoutRequest } from "./checkoutRequest.ts"
import type { CheckoutId, MarketplaceId } from "./ids.ts"
import type { Merchant } from "./Merchant.ts"
import type { Split } from "./split.ts"
import type { CheckoutStep } from "./transition.ts"

export type NewCheckout = Omit<CheckoutRequest, "seller"> &
  Pick<Checkout, "marketplace" | "merchant" | "splitter" | "wallets" | "webhookUrl"> & { readonly split: Split }

/** A checkout with what its page shows of its parties. */
export interface CheckoutRecord {
  readonly checkout: Checkout
  readonly marketplaceName: string
  readonly marketplaceSuspended: boolean
  readonly seller: Pick<Merchant, "externalSellerId" | "profile" | "status">
  /** The time of the database, in milliseconds since 1970. */
  readonly now: number
}

export interface DueCheckout extends CheckoutRecord {
  /** How often in a row the chain could not be read. */
  readonly failures: number
}

export interface CheckoutFilter {
  readonly status: Checkout["status"] | undefined
  readonly before: string | undefined
  /** Of its creation, in milliseconds since 1970. */
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Checkouts. Their changes are decided by `transition` under a lock, and written with their event in one transaction. */
export class Checkouts extends Context.Service<
  Checkouts,
  {
    /** The same Idempotency-Key with the same request answers the checkout that it created before. */
    readonly create: (
      checkout: NewCheckout,
      idempotency: { readonly key: string; readonly hash: string } | null,
    ) => Effect.Effect<{ readonly record: CheckoutRecord; readonly replayed: boolean }, IdempotencyConflict | StorageUnavailable>
    /** The checkout that this Idempotency-Key created. */
    readonly replay: (
      marketplace: MarketplaceId,
      idempotency: { readonly key: string; readonly hash: string },
    ) => Effect.Effect<CheckoutRecord | undefined, IdempotencyConflict | StorageUnavailable>
    /** For the buyer's page: its id is the credential. */
    readonly find: (id: string) => Effect.Effect<CheckoutRecord | undefined, StorageUnavailable>
    readonly findOf: (marketplace: MarketplaceId, id: string) => Effect.Effect<CheckoutRecord | undefined, StorageUnavailable>
    /** The newest first; null: of all marketplaces, for the operator. */
    readonly list: (
      marketplace: MarketplaceId | null,
      filter: CheckoutFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<CheckoutRecord>, StorageUnavailable>
    /** Decides and writes. A checkout that was deleted meanwhile is undefined. */
    readonly change: <E>(
      id: CheckoutId,
      decide: (checkout: Checkout, now: number) => Result.Result<CheckoutStep, E>,
    ) => Effect.Effect<CheckoutRecord | undefined, E | StorageUnavailable>
    /** The checkout that this transaction has paid, other than the given one. */
    readonly isUsed: (transactionHash: string, except: CheckoutId) => Effect.Effect<boolean, StorageUnavailable>
    /** Checkouts whose time has come. Each is given to one worker, for half a minute. */
    readonly claimDue: (limit: number) => Effect.Effect<ReadonlyArray<DueCheckout>, StorageUnavailable>
    /** The chain could not be read for this checkout: the next attempt is later, and nothing else changes. */
    readonly postpone: (due: DueCheckout) => Effect.Effect<void, StorageUnavailable>
    /** The contracts that pay checkouts, also of settings that have changed since. */
    readonly splitters: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Where the search for payments continues, for one node at a time. Undefined: another node searches. `fromBlock` is null before the first search. */
    readonly claimSearch: (
      network: string,
    ) => Effect.Effect<{ readonly fromBlock: bigint | null; readonly begunAt: number } | undefined, StorageUnavailable>
    /** Everything before `nextBlock` has been searched, at `begunAt`. */
    readonly finishSearch: (network: string, nextBlock: bigint, begunAt: number) => Effect.Effect<void, StorageUnavailable>
    /** Until when payments have been searched for, in milliseconds since 1970. */
    readonly searchedAt: (network: string) => Effect.Effect<number | undefined, StorageUnavailable>
  }
>()("farthing/domain/connect/Checkouts") {}
