import { Context } from "effect"

/** What the operator sets. Amounts are euro cents. */
export interface SepaTermsShape {
  /** Of the subscription, collected with the month's debit. */
  readonly monthlyFeeCents: bigint
  /** Outstanding from which a debit is made at once. */
  readonly thresholdCents: bigint
  /** What an organisation may owe, unbilled and in flight: at first, and after its first settled debit. */
  readonly exposureCents: bigint
  readonly trustedExposureCents: bigint
  readonly maxAgeDays: number
  /** After which a debit that failed for want of money is tried once more. */
  readonly retryAfterDays: number
  /** Nothing new is claimed at a rate that is older. Undefined: at any. */
  readonly rateMaxAgeDays: number | undefined
  /** Shown in the notice of a debit. */
  readonly creditorId: string
}

export class SepaTerms extends Context.Service<SepaTerms, SepaTermsShape>()("farthing/rails/sepa/SepaTerms") {}

export const leastCents = 50n
/** The scheme's limit for one debit. What is above it waits for the next. */
export const mostCents = 1_000_000n
export const dayMs = 86_400_000
/** A payer may have a debit back without a reason for eight weeks: until then it is not final. */
export const reversibleMs = 56 * dayMs
