import { Effect } from "effect"
import { OrganisationId } from "../money/ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { outside, payeeAccount, platformFees } from "../ledger/postings.ts"
import type { Payout } from "./Payout.ts"
import { type ChainPayout, PayoutChain, type PayoutState } from "./PayoutChain.ts"
import { Payouts } from "./Payouts.ts"
import { type EarningAdjustment, PublisherBooks } from "./PublisherBooks.ts"
import { reversalWindows } from "./requestPayout.ts"

/** The platform's loss by payers that took money back is smaller by what publishers give back for it. */
export const platformChargeBacks = "platform:chargebacks"

/** The postings of a publisher are under its own id: no buyer is part of them. */
const bookOf = (publisher: string) => OrganisationId.make(publisher)

const perRound = 100

/** Sends what operators approved, and books what the chain has proven. Every step may be repeated by any node: the chain pays an id once, the ledger books a reference once. */
export const settlePayouts = Effect.gen(function* () {
  const chain = yield* PayoutChain
  const payouts = yield* Payouts
  for (const payout of yield* payouts.unfinished(perRound)) {
    const step =
      chain === undefined
        ? payouts.noteProblem(payout.id, "This gateway has no wallet for payouts: set FARTHING_X402_PAYOUT_KEY.")
        : settle(payout)
    yield* Effect.catch(step, (error) => Effect.logWarning(`the payout ${payout.id} could not be settled yet`, error))
  }
})

const settle = Effect.fnUntraced(function* (payout: Payout) {
  const chain = yield* PayoutChain
  const payouts = yield* Payouts
  if (chain === undefined || !(yield* payouts.beginSending(payout.id))) return
  const { amount, decidedAt, id, wallet } = payout
  const payment: ChainPayout = { id, wallet, amount, approvedAt: decidedAt ?? payout.requestedAt }
  // It joins the payment that was handed over before, and hands it over again where the chain has lost it.
  const seen = yield* Effect.result(chain.pay(payment))
  if (seen._tag === "Failure") return yield* payouts.noteProblem(id, seen.failure.message)
  yield* record(payout, seen.success)
})

const record = Effect.fnUntraced(function* (payout: Payout, state: PayoutState) {
  const payouts = yield* Payouts
  if (state._tag === "Refused") {
    yield* Effect.logError(`the payout ${payout.id} was not paid and never will be: ${state.reason}`)
    return yield* payouts.end(payout.id, { _tag: "Failed", reason: state.reason })
  }
  if (state._tag === "Pending") return yield* payouts.noteProblem(payout.id, state.reason)
  if (state._tag === "Unknown" || !state.final) return
  const ledger = yield* Ledger
  const transfers = (yield* payouts.byPayee(payout.id)).map(({ amount, payee }) => ({
    debit: payeeAccount(payee),
    credit: outside("payout"),
    amount,
  }))
  yield* ledger.execute({ _tag: "Post", organisation: bookOf(payout.publisher), ref: `payout:${payout.id}`, transfers })
  const { blockNumber, logIndex, transactionHash } = state
  const proof = JSON.stringify({ transaction: transactionHash, block: Number(blockNumber), log: logIndex })
  yield* payouts.end(payout.id, { _tag: "Paid", transactionHash, blockNumber: Number(blockNumber), proof })
})

/** Posts what is due for calls after their capture: corrections of fees, chargebacks, and chargebacks that were given back. */
export const postAdjustments = Effect.gen(function* () {
  const books = yield* PublisherBooks
  const ledger = yield* Ledger
  const rails = (yield* reversalWindows).map(({ rail }) => rail)
  yield* books.planAdjustments(rails, perAdjustmentRound)
  for (const adjustment of yield* books.unpostedAdjustments(perAdjustmentRound)) {
    const { publisher, ref } = adjustment
    const step = Effect.andThen(
      ledger.execute({ _tag: "Post", organisation: bookOf(publisher), ref, transfers: [transferOf(adjustment)] }),
      books.markPosted(adjustment),
    )
    yield* Effect.catch(step, (error) => Effect.logWarning(`the adjustment ${ref} could not be posted yet`, error))
  }
})

const perAdjustmentRound = 1000

const transferOf = ({ amount, kind, payee }: EarningAdjustment) => {
  const account = payeeAccount(payee)
  if (kind === "correction") return { debit: platformFees, credit: account, amount }
  return kind === "charge_back"
    ? { debit: account, credit: platformChargeBacks, amount }
    : { debit: platformChargeBacks, credit: account, amount }
}
