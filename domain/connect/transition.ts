import { Data, Result } from "effect"
import type { Checkout, CheckoutStatus } from "./Checkout.ts"
import type { CheckoutProof } from "./CheckoutChain.ts"
import type { CheckoutEvent } from "./CheckoutEvent.ts"
import { AlreadyPaid, CheckoutCancelled, CheckoutExpired, NotCancellable } from "./refusals.ts"

/** How long a payment can begin, and how long a presented transaction is awaited. */
export const payWithinMs = 20 * 60_000
export const confirmWithinMs = 10 * 60_000
/** How long a presented transaction is awaited while no node has it. The contract pays a checkout once, so another payment does no harm. */
export const unknownWithinMs = 60_000

/** What may change a checkout. That the chain could not be read is no input: it changes nothing. */
export type CheckoutInput = Data.TaggedEnum<{
  /** The buyer's page presents a transaction, or a signature that is relayed: its hash may not be known yet. */
  Presented: { readonly hash: string | null; readonly buyer: string | null }
  /** What the chain shows of one transaction; without a hash, of the whole search for payments of this checkout. */
  Proven: { readonly hash: string | null; readonly proof: CheckoutProof }
  TimePassed: {}
  Cancelled: {}
}>
export const CheckoutInput = Data.taggedEnum<CheckoutInput>()

export type CheckoutOutcome = CheckoutEvent["data"]["status"]

/** The checkout afterwards. An outcome is written with it; the same outcome a second time is no event. */
export interface CheckoutStep {
  readonly checkout: Checkout
  readonly outcome: CheckoutOutcome | null
}

/** Why a presented transaction or signature is not taken. */
export type ClaimProblem = AlreadyPaid | CheckoutCancelled | CheckoutExpired

/** Why an input is refused. What the chain shows never is. */
export type ProblemOf<I extends CheckoutInput> = I["_tag"] extends "Presented"
  ? ClaimProblem
  : I["_tag"] extends "Cancelled"
    ? NotCancellable
    : never

/** The one place where a checkout changes. `now` is the time of the database. */
export const transition = <I extends CheckoutInput>(checkout: Checkout, input: I, now: number): Result.Result<CheckoutStep, ProblemOf<I>> =>
  CheckoutInput.$match(input as CheckoutInput, {
    Presented: (presented): Result.Result<CheckoutStep, ClaimProblem | NotCancellable> => present(checkout, presented, now),
    Proven: ({ hash, proof }) => Result.succeed(prove(checkout, hash, proof, now)),
    TimePassed: () => Result.succeed(statusAt(checkout, now) === checkout.status ? unchanged(checkout) : end(checkout, now, null)),
    Cancelled: () => cancel(checkout, now),
  }) as Result.Result<CheckoutStep, ProblemOf<I>>

/** The status as a reader sees it: nothing can begin after `expiresAt`, also before a worker has written so. */
export const statusAt = ({ expiresAt, status }: Pick<Checkout, "expiresAt" | "status">, now: number): CheckoutStatus =>
  (status === "pending" || status === "failed") && now >= expiresAt ? "expired" : status

const unchanged = (checkout: Checkout): CheckoutStep => ({ checkout, outcome: null })

const noInclusion = { blockNumber: null, blockHash: null, logIndex: null } as const

const present = (
  checkout: Checkout,
  { buyer, hash }: { readonly hash: string | null; readonly buyer: string | null },
  now: number,
): Result.Result<CheckoutStep, ClaimProblem> => {
  const status = statusAt(checkout, now)
  if (status === "paid") return hash === checkout.transactionHash ? Result.succeed(unchanged(checkout)) : Result.fail(alreadyPaid())
  if (status === "cancelled") return Result.fail(checkoutCancelled())
  if (status === "expired") return Result.fail(checkoutExpired())
  // A transaction that is in a block is not replaced by a claim; nor is the same one by itself.
  const isKept = status === "confirming" && (checkout.blockNumber !== null || hash === null || hash === checkout.transactionHash)
  if (isKept) return Result.succeed(unchanged(checkout))
  const confirmBy = Math.min(now, checkout.expiresAt) + confirmWithinMs
  return Result.succeed({
    checkout: {
      ...checkout,
      ...noInclusion,
      status: "confirming",
      transactionHash: hash,
      buyer: buyer ?? checkout.buyer,
      confirmBy,
      lastError: null,
    },
    outcome: null,
  })
}

const prove = (checkout: Checkout, hash: string | null, proof: CheckoutProof, now: number): CheckoutStep => {
  if (proof._tag === "Paid") return pay(checkout, proof, now)
  const { blockNumber, confirmBy, status, transactionHash } = checkout
  if ((status !== "confirming" && status !== "paid") || hash !== transactionHash) return unchanged(checkout)
  if (proof._tag === "NotPaid") return end(checkout, now, proof.reason)
  if (status === "paid" || blockNumber !== null) {
    // The chain has removed the block. The transaction can be included again.
    const again = { status: "confirming", confirmBy: now + confirmWithinMs, settledAt: null, lastError: removedReason } as const
    return { checkout: { ...checkout, ...noInclusion, ...again }, outcome: null }
  }
  const patienceMs = proof._tag === "Unknown" ? unknownWithinMs : confirmWithinMs
  const isOver = confirmBy !== null && now >= confirmBy - confirmWithinMs + patienceMs
  return isOver ? end(checkout, now, proof.reason) : unchanged(checkout)
}

const removedReason = "The chain removed the block with the payment. The transaction is awaited again."

/** Money that is on chain counts, whatever the status was: also after the checkout has expired or was cancelled. */
const pay = (checkout: Checkout, proof: Extract<CheckoutProof, { readonly _tag: "Paid" }>, now: number): CheckoutStep => {
  const { blockHash, blockNumber, buyer, final, logIndex, transactionHash } = proof
  // A checkout is paid once. A second transaction replaces the first only after the chain has removed that one.
  if (checkout.status === "paid" && transactionHash !== checkout.transactionHash) return unchanged(checkout)
  const paid = { buyer, transactionHash, blockNumber, blockHash, logIndex, lastError: null }
  if (final) {
    const settledAt = checkout.status === "paid" ? checkout.settledAt : now
    return {
      checkout: { ...checkout, ...paid, status: "paid", confirmBy: null, settledAt },
      outcome: checkout.status === "paid" ? null : "paid",
    }
  }
  const confirmBy = checkout.confirmBy ?? now + confirmWithinMs
  return { checkout: { ...checkout, ...paid, status: "confirming", confirmBy, settledAt: null }, outcome: null }
}

/** What a checkout is when no payment is under way: cancelled, expired, or open to another attempt. */
const end = (checkout: Checkout, now: number, reason: string | null): CheckoutStep => {
  const before = { ...checkout, ...noInclusion, confirmBy: null, settledAt: null, lastError: reason ?? checkout.lastError }
  if (checkout.cancelledAt !== null) return { checkout: { ...before, status: "cancelled" }, outcome: null }
  if (now >= checkout.expiresAt) return { checkout: { ...before, status: "expired" }, outcome: "failed" }
  return { checkout: { ...before, status: "failed" }, outcome: null }
}

const cancel = (checkout: Checkout, now: number): Result.Result<CheckoutStep, NotCancellable> => {
  const status = statusAt(checkout, now)
  if (status === "pending" || status === "failed") {
    return Result.succeed({ checkout: { ...checkout, status: "cancelled", cancelledAt: now }, outcome: "cancelled" })
  }
  const reasons = {
    confirming: "A payment of this checkout is being confirmed, so it cannot be cancelled. Read its status again shortly.",
    paid: "This checkout is paid, so it cannot be cancelled. A refund is between the buyer and the seller.",
    expired: "This checkout has expired. Nothing more can be paid on its page, so there is nothing to cancel.",
    cancelled: "This checkout was cancelled before. Nothing changed.",
  }
  return Result.fail(new NotCancellable({ message: reasons[status] }))
}

const alreadyPaid = () => new AlreadyPaid({ message: "This checkout is paid. Do not pay again: nothing more was taken." })

const lateCounts = "If you have sent a payment already, it still counts as soon as the chain confirms it."

export const checkoutExpired = () =>
  new CheckoutExpired({
    message: `The 20 minutes to pay this checkout are over. Nothing was taken by this request. ${lateCounts} Otherwise ask the seller for a new checkout.`,
  })

export const checkoutCancelled = () =>
  new CheckoutCancelled({
    message: `This checkout was cancelled. Nothing was taken by this request. ${lateCounts} Otherwise ask the seller for a new checkout.`,
  })

const second = 1_000
const minute = 60 * second

/**
 * When a worker looks at the checkout next; null: never by itself, only when a payment is found on chain. `failures`: how often in a row the
 * chain could not be read.
 */
export const nextLookAt = ({ confirmBy, expiresAt, settledAt, status }: Checkout, now: number, failures: number): number | null => {
  if (failures > 0 && (status === "confirming" || status === "paid")) return now + Math.min(minute, second * 2 ** Math.min(failures, 6))
  switch (status) {
    case "pending":
    case "failed":
      return expiresAt
    case "confirming":
      // Often in the first minute, and then as often as a person who waits looks.
      return now + (confirmBy !== null && now < confirmBy - confirmWithinMs + minute ? second : 5 * second)
    case "paid": {
      // A final block is hardly ever removed: one hour of checks is enough.
      const age = now - (settledAt ?? now)
      return age < 10 * minute ? now + minute : age < 60 * minute ? now + 10 * minute : null
    }
    case "expired":
    case "cancelled":
      return null
  }
}
