import { dayMs } from "../../../domain/time.ts"
import { reversibleMs, type SepaTermsShape } from "../settings.ts"
import type { Collection } from "../store/Collection.ts"
import type { Debtor } from "../store/Debtor.ts"

/** One debit is in flight at a time, so eight weeks hold about ten. The rest only raises the cap. */
export const maxPastDebits = 50

/** What a collected euro adds to the cap once the payer cannot take it back without a reason any more. */
const growth = 2n
const reversibleDays = BigInt(reversibleMs / dayMs)

export interface Exposure {
  /** What may be owed and reversible together. */
  readonly capCents: bigint
  /** Collected, and the payer can still take it back without a reason. */
  readonly reversibleCents: bigint
  /** What may be owed now. */
  readonly owedLimitCents: bigint
}

/**
 * How much an organisation may owe. Money of the last eight weeks can come back to the payer, so it counts as owed does. The cap grows with what
 * was collected and with its age in whole days, from the first debit after the last loss: a debit that was taken back or given up begins
 * it anew. `debits` are the newest first.
 */
export const exposureOf = (
  debits: ReadonlyArray<Collection>,
  now: number,
  { exposureCents, trustedExposureCents }: Pick<SepaTermsShape, "exposureCents" | "trustedExposureCents">,
): Exposure => {
  let reversibleCents = 0n
  let proven = 0n
  let isBeforeLoss = false
  for (const debit of debits) {
    if (isLost(debit)) isBeforeLoss = true
    if (debit.status !== "succeeded" || debit.settledAt === null || debit.voidedAt !== null) continue
    const cents = debit.cents - debit.refundedCents
    const days = BigInt(Math.max(0, Math.floor((now - debit.settledAt) / dayMs)))
    if (days < reversibleDays) reversibleCents += cents
    if (!isBeforeLoss) proven += (growth * cents * (days < reversibleDays ? days : reversibleDays)) / reversibleDays
  }
  const grown = exposureCents + proven
  const capCents = grown < trustedExposureCents ? grown : trustedExposureCents
  return { capCents, reversibleCents, owedLimitCents: capCents > reversibleCents ? capCents - reversibleCents : 0n }
}

/** The payer has the money: of a debit that was taken back, or of one that was given up and neither paid since nor by another debit. */
const isLost = ({ status, voidedAt, writtenOffAt }: Collection): boolean =>
  status === "disputed" || (writtenOffAt !== null && voidedAt === null && status !== "succeeded")

/** A debit of this mandate was given up. It suspends the rail until there is a new mandate, or the operator resumes it. */
export const isBarred = ({ mandate, resumedAt }: Debtor, debits: ReadonlyArray<Collection>): boolean =>
  debits.some(
    (debit) =>
      isLost(debit) &&
      debit.writtenOffAt !== null &&
      debit.voidedAt === null &&
      debit.writtenOffAt > (resumedAt ?? 0) &&
      debit.mandate === mandate?.id,
  )
