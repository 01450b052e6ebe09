import type Stripe from "stripe"
import { Context, Effect } from "effect"
import type { Collection, CollectionStatus } from "../store/Collection.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"

/** What Stripe says of a debit now. */
export interface DebitObservation {
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
  seen: DebitObservation,
  { now, retryAfterMs }: { readonly now: number; readonly retryAfterMs: number },
): Collection => {
  const isAnother = collection.paymentIntent !== null && seen.paymentIntent !== null && collection.paymentIntent !== seen.paymentIntent
  if (isAnother) return collection
  const updated: Collection = {
    ...collection,
    paymentIntent: collection.paymentIntent ?? seen.paymentIntent,
    charge: collection.charge ?? seen.charge,
  }
  const status = seen.dispute === null ? seen.status : "disputed"
  const backwards = rank[status] <= rank[collection.status] || (collection.status === "failed" && status === "disputed")
  if (backwards) return updated
  switch (status) {
    case "processing":
      return { ...updated, status }
    case "failed":
      return {
        ...updated,
        status,
        failedAt: now,
        failureCode: seen.failureCode,
        ...remedyOf(seen.failureCode, collection.attempt, now, retryAfterMs),
      }
    case "succeeded":
      return { ...updated, status, settledAt: now }
    case "disputed":
      return {
        ...updated,
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

/** Codes of a want of money: the same mandate may be debited once more, some days later. */
const passing = new Set(["insufficient_funds", "refer_to_customer", "charge_exceeds_weekly_limit", "charge_exceeds_source_limit"])

export interface Remedy {
  /** `time`: wait until `retryAt`; `mandate`: the payer has to give another mandate first. */
  readonly remedy: "time" | "mandate"
  readonly retryAt: number | null
}

/**
 * What a failed or disputed debit needs before it is claimed again. Every failure suspends the rail meanwhile; a second
 * want of money, like everything that says the mandate or the account is no good, needs a new mandate.
 */
export const remedyOf = (code: string | null, attempt: number, now: number, retryAfterMs: number): Remedy => {
  const again = code !== null && passing.has(code) && attempt === 1
  return again ? { remedy: "time", retryAt: now + retryAfterMs } : { remedy: "mandate", retryAt: null }
}

/** Whether a dispute took the money. An inquiry has not, and what was won or prevented is ours. */
export const isTaken = ({ status }: Pick<Stripe.Dispute, "status">): boolean =>
  !status.startsWith("warning_") && status !== "won" && status !== "prevented"

/** The state of a debit by its PaymentIntent. Its disputes are fetched if its charge was disputed. */
export const observationOf = Effect.fnUntraced(function* (intent: Stripe.PaymentIntent) {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const dispute = charge?.disputed === true ? yield* disputeOf(intent.id) : null
  return {
    status: statusOf(intent),
    paymentIntent: intent.id,
    charge: charge?.id ?? null,
    failureCode: failureOf(intent, charge),
    dispute,
  } satisfies DebitObservation
})

const disputeOf = Effect.fnUntraced(function* (intent: string) {
  const stripe = yield* StripeApi
  const { items } = yield* stripe.disputes({ payment_intent: intent }, 10)
  const dispute = items.find(isTaken)
  if (dispute === undefined) return null
  const feeCents = dispute.balance_transactions.reduce((total, { fee }) => total + fee, 0)
  return { id: dispute.id, feeCents: BigInt(feeCents) }
})

const statusOf = ({ status }: Stripe.PaymentIntent): DebitObservation["status"] => {
  if (status === "succeeded") return "succeeded"
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "processing"
}

const failureOf = (intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): string | null =>
  intent.status === "canceled" ? "canceled" : (charge?.failure_code ?? intent.last_payment_error?.code ?? null)
