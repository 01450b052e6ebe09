import { type MicroUsd, maxOf, microUsd, sum, toDecimal, zero } from "../money/Money.ts"
import { Result } from "effect"
import { Refusal } from "../Refusal.ts"
import type { PublisherId } from "./Publisher.ts"

/**
 * `requested`: waits for an operator. `approved`: is sent next. `sending`: written before the payment is handed to the chain; only the chain's answer ends it.
 * `paid`: proven on chain and booked. `rejected`: by an operator, before it was sent. `failed`: proven that it was not paid and never will be.
 */
export const payoutStatuses = ["requested", "approved", "sending", "paid", "rejected", "failed"] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A publisher has one payout at a time that may still be paid. */
export const openPayoutStatuses: ReadonlyArray<PayoutStatus> = ["requested", "approved", "sending"]

/** Part of a payout: a call, or the correction of its fee. Each is in one payout that is open or paid, at most. */
export interface PayoutItem {
  readonly call: string
  readonly payee: string
  readonly kind: "call" | "correction"
  readonly amount: MicroUsd
}

/** A payment of earnings to a publisher. Its amount is the sum of its items. Times are milliseconds since 1970. */
export interface Payout {
  readonly id: string
  readonly publisher: PublisherId
  readonly status: PayoutStatus
  readonly amount: MicroUsd
  readonly calls: number
  /** In lower case, from the wallet proof that the request named. */
  readonly wallet: string
  readonly proofs: ReadonlyArray<string>
  readonly requestedAt: number
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly sentAt: number | null
  readonly endedAt: number | null
  readonly transactionHash: string | null
  readonly blockNumber: number | null
  readonly lastError: string | null
}

/** 404: none of the publisher's payouts has this id. */
export class PayoutNotFound extends Refusal("payout_not_found", 404) {}
/** 409: a proof is missing, waits for approval, has expired, or is of another publisher. */
export class PublisherNotVerified extends Refusal("publisher_not_verified", 409) {}
/** 409: the publisher has another payout that may still be paid. */
export class PayoutInProgress extends Refusal("payout_in_progress", 409) {}
/** 409: fewer earnings can be paid out than the smallest payout. */
export class PayoutTooSmall extends Refusal("payout_too_small", 409) {}
/** 409: the payout has gone further than this decision. */
export class PayoutDecided extends Refusal("payout_already_decided", 409) {}
/** 409: earnings in the payout were taken back since it was requested. */
export class PayoutNotCovered extends Refusal("payout_not_covered", 409) {}

/** What a payout is chosen from. */
export interface PayoutCandidates {
  /** Mature and in no payout, oldest first. */
  readonly items: ReadonlyArray<PayoutItem & { readonly reversible: boolean }>
  /** The balance that can be paid out. Less than the items together where paid calls were taken back since. */
  readonly available: MicroUsd
  /** How much of reversible items may be paid now. */
  readonly reversibleRoom: MicroUsd
}

/** The calls of one payout at most: the next payout pays the rest. */
export const maxPayoutItems = 10_000

/** Takes whole items, oldest first, as far as the balance, the requested amount and the bound of what may be taken back allow. */
export const choosePayout = (
  { available, items, reversibleRoom }: PayoutCandidates,
  requested: MicroUsd | null,
  minimum: MicroUsd,
): Result.Result<ReadonlyArray<PayoutItem>, PayoutTooSmall> => {
  const limit = requested === null || requested > available ? available : requested
  const chosen: Array<PayoutItem> = []
  let total = 0n
  let reversibleTotal = 0n
  for (const { reversible, ...item } of items) {
    if (chosen.length === maxPayoutItems) break
    if (total + item.amount > limit) continue
    if (reversible && reversibleTotal + item.amount > reversibleRoom) continue
    chosen.push(item)
    total += item.amount
    if (reversible) reversibleTotal += item.amount
  }
  if (total >= minimum && chosen.length > 0) return Result.succeed(chosen)
  return Result.fail(new PayoutTooSmall({ message: tooSmall({ available, items, reversibleRoom }, requested, minimum, microUsd(total)) }))
}

const tooSmall = ({ available, items }: PayoutCandidates, requested: MicroUsd | null, minimum: MicroUsd, total: MicroUsd): string => {
  const smallest = `The smallest payout is ${toDecimal(minimum)} USD. No money moved.`
  if (requested !== null && requested < minimum) return `You requested ${toDecimal(requested)} USD. ${smallest}`
  const now = `${toDecimal(maxOf(total, zero))} USD can be paid out now.`
  if (available < sum(items.map(({ amount }) => amount)))
    return `${now} Earlier payouts paid for calls that were refunded or charged back since. ${smallest}`
  return `${now} Calls can be paid out once their rail has settled them. ${smallest}`
}
