import { Context } from "effect"
import type { Collection, CollectionStatus } from "./Collection.ts"
import { remedyOf } from "./failure.ts"

/** What Stripe says of a debit now. */
export interface Observation {
  readonly status: "processing" | "failed" | "succeeded"
  readonly paymentIntent: string | null
  readonly charge: string | null
  readonly failureCode: string | null
  /** Taken back by the payer; `feeCents` is what the bank takes from us for it. */
  readonly dispute: { readonly id: string; readonly feeCents: bigint } | null
}

const rank: Record<CollectionStatus, number> = { new: 0, processing: 1, failed: 2, succeeded: 2, disputed: 3 }

/**
 * Brings a debit up to what was observed. Only ever forward: an observation that is older than what we know, as a slow or
 * repeated message is, changes nothing, and so does one of another PaymentIntent. A debit that has failed never succeeds, and
 * only one that succeeded is disputed.
 */
export const apply = (
  collection: Collection,
  seen: Observation,
  { now, retryAfterMs }: { readonly now: number; readonly retryAfterMs: number },
): Collection => {
  const isAnother = collection.paymentIntent !== null && seen.paymentIntent !== null && collection.paymentIntent !== seen.paymentIntent
  if (isAnother) return collection
  const known: Collection = {
    ...collection,
    paymentIntent: collection.paymentIntent ?? seen.paymentIntent,
    charge: collection.charge ?? seen.charge,
  }
  const status = seen.dispute === null ? seen.status : "disputed"
  const backwards = rank[status] <= rank[collection.status] || (collection.status === "failed" && status === "disputed")
  if (backwards) return known
  switch (status) {
    case "processing":
      return { ...known, status }
    case "failed":
      return {
        ...known,
        status,
        failedAt: now,
        failureCode: seen.failureCode,
        ...remedyOf(seen.failureCode, collection.attempt, now, retryAfterMs),
      }
    case "succeeded":
      return { ...known, status, settledAt: now }
    case "disputed":
      return {
        ...known,
        status,
        settledAt: collection.settledAt ?? now,
        disputedAt: now,
        dispute: seen.dispute?.id ?? null,
        disputeFeeCents: seen.dispute?.feeCents ?? 0n,
        ...remedyOf(null, collection.attempt, now, retryAfterMs),
      }
  }
}

/** The rule by which observations are taken: `apply`, unless a simulation shows what happens without it. */
export const ObservationRule = Context.Reference<typeof apply>("farthing/rails/sepa/collection/Applying", { defaultValue: () => apply })
