import { Effect, Option } from "effect"
import type { Post } from "../../domain/ledger/command.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { buyerAccount, outside, payeeAccount, platformFees } from "../../domain/ledger/postings.ts"
import type { Call } from "../../domain/ledger/state.ts"
import { microUsd, share } from "../../domain/money/Money.ts"
import { encodeProof, readReference, type Reference } from "./callRecords.ts"
import { Chain } from "./evm/Chain.ts"
import type { SettlementState } from "./settlement/Settlements.ts"

/**
 * Records the final outcome of a settlement in the ledger. It may be called any number of times, and ignores settlements of the facilitator.
 *
 * If a transfer that was included is gone for good (a reorg, and the authorization expired), its bookings are reversed: publisher, platform
 * and buyer are as if nothing had been paid, so that ledger and chain agree.
 */
export const recordOutcome = Effect.fnUntraced(function* (reference: string, settlement: SettlementState) {
  const purchase = readReference(reference)
  if (Option.isNone(purchase) || settlement._tag === "Pending" || (settlement._tag === "Included" && !settlement.final)) return
  const ledger = yield* Ledger
  const { call, organisation } = purchase.value
  const identity = { _tag: "Settle", organisation, call } as const

  if (settlement._tag === "Included") {
    const proof = encodeProof(yield* Chain, purchase.value, settlement)
    yield* ledger.execute({ ...identity, settlement: "settled", proof, reason: null }).pipe(
      Effect.catchTags({
        CallNotOpen: ({ state }) => logProblem("money moved for a call that is not open", purchase.value, state),
        Impossible: ({ message }) => logProblem("money moved for a call whose payment is recorded as failed", purchase.value, message),
      }),
    )
    return
  }
  const reason = `${settlement.reason}: ${settlement.message}`
  // A call that was released earlier was never paid: nothing changes for it.
  const failed = yield* ledger
    .execute({ ...identity, settlement: "failed", proof: null, reason })
    .pipe(Effect.catchTag(["CallNotOpen", "Impossible"], () => Effect.undefined))
  if (failed === undefined || failed.state === "reserved" || failed.state === "released") return
  const reversal = reversalOf(failed)
  if (reversal.transfers.length > 0) yield* ledger.execute(reversal)
  yield* logProblem("a booked payment is not on chain: its bookings were reversed", purchase.value, reason)
})

/** The call's transfers in the opposite direction, under one reference, so that they are booked once. */
const reversalOf = ({ account, amount, deposits, feeBasisPoints, id, max, organisation, payee, rail, remainderTo }: Call): Post => {
  const payer = buyerAccount(account)
  const fee = share(amount, BigInt(feeBasisPoints))
  const moves: Array<readonly [debit: string, credit: string, amount: bigint]> = [
    [payeeAccount(payee), payer, amount - fee],
    [platformFees, payer, fee],
  ]
  if (deposits) {
    if (remainderTo !== account) moves.push([buyerAccount(remainderTo), payer, max - amount])
    moves.push([payer, outside(rail), max])
  }
  const transfers = moves.filter(([, , n]) => n > 0n).map(([debit, credit, n]) => ({ debit, credit, amount: microUsd(n) }))
  return { _tag: "Post", organisation, ref: `unpaid:${id}`, transfers }
}

const logProblem = (problem: string, { call, organisation }: Reference, detail: string) =>
  Effect.logError(`x402: ${problem} (${detail})`).pipe(Effect.annotateLogs({ organisation, call }))
