import { Effect, Option } from "effect"
import { buyerAccount, outside, payeeAccount, platformFees } from "../../domain/ledger/postings.ts"
import type { Call } from "../../domain/ledger/state.ts"
import type { Post } from "../../domain/ledger/command.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd, share } from "../../domain/money/Money.ts"
import { Chain } from "./evm/Chain.ts"
import { encodeProof, readReference, type Reference } from "./callRecords.ts"
import type { Settlement } from "./settlement/Settlements.ts"

/**
 * Tells the books what became of a settlement for good. It may be told any number of times. What is not one of our calls
 * is left alone.
 *
 * A transfer that was called included and is proven gone (a reorganised chain, and the authorization ran out) is taken back
 * whole: publisher, platform and buyer are as if nothing had been paid, so that the books hold what the chain holds.
 */
export const recordOutcome = Effect.fnUntraced(function* (reference: string, settlement: Settlement) {
  const of = readReference(reference)
  if (Option.isNone(of) || settlement._tag === "Pending" || (settlement._tag === "Included" && !settlement.final)) return
  const ledger = yield* Ledger
  const { call, organisation } = of.value
  const identity = { _tag: "Settle", organisation, call } as const

  if (settlement._tag === "Included") {
    const proof = encodeProof(yield* Chain, of.value, settlement)
    yield* ledger.execute({ ...identity, settlement: "settled", proof, reason: null }).pipe(
      Effect.catchTags({
        CallNotOpen: ({ state }) => alarm("money moved for a call that is not open", of.value, state),
        Impossible: ({ message }) => alarm("money moved for a call whose payment was called failed", of.value, message),
      }),
    )
    return
  }
  const reason = `${settlement.reason}: ${settlement.message}`
  // A call that was released before hears nothing new: it was never paid.
  const failed = yield* ledger
    .execute({ ...identity, settlement: "failed", proof: null, reason })
    .pipe(Effect.catchTag(["CallNotOpen", "Impossible"], () => Effect.undefined))
  if (failed === undefined || failed.state === "reserved" || failed.state === "released") return
  const correction = reversalOf(failed)
  if (correction.transfers.length > 0) yield* ledger.execute(correction)
  yield* alarm("a payment that was booked does not stand on chain: it was taken back", of.value, reason)
})

/** The call's transfers the other way round, under a reference of its own: booked once. */
export const reversalOf = ({ account, amount, deposits, feeBasisPoints, id, max, organisation, payee, rail, remainderTo }: Call): Post => {
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

const alarm = (what: string, { call, organisation }: Reference, detail: string) =>
  Effect.logError(`x402: ${what} (${detail})`).pipe(Effect.annotateLogs({ organisation, call }))
