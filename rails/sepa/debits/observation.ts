import type Stripe from "stripe"
import { Context, Effect } from "effect"
import { canceledByOperator, type Collection, type CollectionStatus, debitedAt, type DisputeMove, takenCents } from "../store/Collection.ts"
import { paidAtOf, StripeApi } from "../../stripe/StripeApi.ts"
import { StripeUncertain } from "../../stripe/StripeFailure.ts"

/** What Stripe says of a debit now. */
export interface DebitObservation {
  readonly status: "processing" | "failed" | "succeeded"
  readonly paymentIntent: string | null
  readonly charge: string | null
  readonly failureCode: string | null
  /** `YYYY-MM-DD`, on which Stripe expects the bank to debit. */
  readonly expectedDebitOn?: string | null
  /** The date of Stripe's balance transaction: when the money came, however late we learn of it. */
  readonly settledAt?: number | null
  /** Every movement of money by its disputes, oldest first. */
  readonly moves: ReadonlyArray<DisputeMove>
  /** The dispute that took the money last; null where none did. */
  readonly dispute: { readonly id: string; readonly reason: string } | null
}

const rank: Record<CollectionStatus, number> = { new: 0, processing: 1, failed: 2, succeeded: 2, disputed: 2 }

interface When {
  readonly now: number
  readonly retryAfterMs: number
}

/**
 * Brings a debit up to what was observed. Only ever forward: an observation that is older than what we know, as a slow or
 * repeated message is, changes nothing, and so does one of another PaymentIntent. A debit that has failed never succeeds. One that
 * succeeded is disputed or not by the balance transactions of its disputes, whose number only grows.
 */
export const apply = (collection: Collection, seen: DebitObservation, when: When): Collection => {
  const isAnother = collection.paymentIntent !== null && seen.paymentIntent !== null && collection.paymentIntent !== seen.paymentIntent
  if (isAnother) return collection
  const updated: Collection = {
    ...collection,
    paymentIntent: collection.paymentIntent ?? seen.paymentIntent,
    charge: collection.charge ?? seen.charge,
    ...(seen.expectedDebitOn != null && { expectedDebitOn: seen.expectedDebitOn }),
  }
  const moved = rank[seen.status] > rank[collection.status] ? withOutcome(updated, seen, when) : updated
  const isPaid = moved.status === "succeeded" || moved.status === "disputed"
  return isPaid && seen.moves.length > moved.moves.length ? withMoves(moved, seen, when) : moved
}

const withOutcome = (
  collection: Collection,
  { failureCode, settledAt, status }: DebitObservation,
  { now, retryAfterMs }: When,
): Collection => {
  if (status === "processing") return { ...collection, status }
  if (status === "succeeded") return { ...collection, status, settledAt: settledAt ?? now }
  return { ...collection, status, failedAt: now, failureCode, ...remedyOf(failureCode, collection, { now, retryAfterMs }) }
}

/** `booked` becomes `new`, so that funds which came and went between two bookings are booked as well. */
const withMoves = (collection: Collection, { dispute, moves }: DebitObservation, { now, retryAfterMs }: When): Collection => {
  const disputeFeeCents = moves.reduce((sum, { feeCents }) => sum + feeCents, 0n)
  const updated: Collection = { ...collection, moves, disputeFeeCents, booked: "new" }
  if (takenCents(moves) <= 0n) return { ...updated, status: "succeeded", remedy: null, retryAt: null }
  return {
    ...updated,
    status: "disputed",
    disputedAt: moves.findLast(({ cents }) => cents < 0n)?.at ?? now,
    dispute: dispute?.id ?? collection.dispute,
    disputeReason: dispute?.reason ?? null,
    ...remedyOf(dispute?.reason ?? null, collection, { now, retryAfterMs }),
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
 * What a failed or disputed debit needs before it is claimed again. A first want of money passes with time, counted from the day of the debit. A
 * debit that the operator cancelled is made again too, counted from now. A second want of money, like everything that says the mandate
 * or the account is no good, needs a new mandate.
 */
export const remedyOf = (code: string | null, debit: Collection, { now, retryAfterMs }: When): Remedy => {
  if (code === canceledByOperator) return { remedy: "time", retryAt: now + retryAfterMs }
  const again = code !== null && passing.has(code) && debit.attempt === 1
  return again ? { remedy: "time", retryAt: Math.max(now, debitedAt(debit) + retryAfterMs) } : { remedy: "mandate", retryAt: null }
}

/**
 * The state of a debit by its PaymentIntent. Its disputes are fetched if its charge was disputed, or if `isDisputed`: Stripe listed a dispute
 * before.
 */
export const observationOf = Effect.fnUntraced(function* (intent: Stripe.PaymentIntent, isDisputed = false) {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null
  const disputes = isDisputed || charge?.disputed === true ? yield* disputesOf(intent.id) : []
  const moves = disputes.flatMap(movesOf).sort((a, b) => a.at - b.at)
  const taking = disputes.findLast((dispute) => takenCents(movesOf(dispute)) > 0n)
  return {
    status: statusOf(intent),
    paymentIntent: intent.id,
    charge: charge?.id ?? null,
    failureCode: failureOf(intent, charge),
    expectedDebitOn: charge?.payment_method_details?.sepa_debit?.expected_debit_date ?? null,
    settledAt: paidAtOf(charge),
    moves,
    dispute: taking === undefined ? null : { id: taking.id, reason: taking.reason },
  } satisfies DebitObservation
})

const maxDisputes = 100

/** Oldest first. */
const disputesOf = Effect.fnUntraced(function* (intent: string) {
  const stripe = yield* StripeApi
  const { complete, items } = yield* stripe.disputes({ payment_intent: intent }, maxDisputes)
  if (!complete) return yield* new StripeUncertain({ message: `The PaymentIntent ${intent} has more than ${maxDisputes} disputes.` })
  return items.toReversed()
})

/**
 * How the money of a dispute moved. Neither an inquiry nor a dispute that was prevented has such a movement, and one that was won has
 * two. The amount is the dispute's, in the currency of the payment; a balance transaction is in the currency of the account.
 */
export const movesOf = ({ amount, balance_transactions, id: dispute }: Stripe.Dispute): ReadonlyArray<DisputeMove> =>
  balance_transactions.map(({ amount: moved, created, currency, fee, id }) => ({
    id,
    dispute,
    cents: BigInt(Math.sign(moved) * amount),
    feeCents: BigInt(fee),
    feeCurrency: currency,
    at: created * 1000,
  }))

const statusOf = ({ status }: Stripe.PaymentIntent): DebitObservation["status"] => {
  if (status === "succeeded") return "succeeded"
  return status === "requires_payment_method" || status === "canceled" ? "failed" : "processing"
}

const failureOf = (intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): string | null =>
  intent.status === "canceled" ? canceledByOperator : (charge?.failure_code ?? intent.last_payment_error?.code ?? null)
