import { Effect } from "effect"
import type Stripe from "stripe"
import { buyerAccount, outside, platformFees } from "../../../domain/ledger/postings.ts"
import type { Settlement } from "../../../domain/ledger/state.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { CallId } from "../../../domain/money/ids.ts"
import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { configureAccount } from "../mandates/configureAccount.ts"
import { centsToMicro, microOf } from "../rates.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { type Collection, type DisputeMove, inFlight, mayBeWrittenOff, takenCents } from "../store/Collection.ts"
import { payOnce } from "./claim.ts"

const batch = 500

/**
 * Books the status of a debit in the ledger. Every step has its own reference and is repeated until the status is stored as booked, so
 * that a crash at any point leaves nothing half booked.
 */
export const book = Effect.fnUntraced(function* (learned: Collection) {
  const store = yield* SepaStore
  if (learned.booked === learned.status) return learned
  if (inFlight(learned)) return (yield* store.changeCollection(learned.id, (now) => ({ ...now, booked: learned.status }))) ?? learned
  const collection = yield* payOnce(learned)
  if (collection.status !== "failed") yield* bookMoney(collection)
  if (collection.writtenOffAt !== null) yield* bookWriteOff(collection)
  if (collection.voidedAt === null) yield* settleCalls(collection)
  yield* store.changeDebtor(collection.organisation, (debtor) => ({
    ...debtor,
    trusted: collection.status === "succeeded" || (debtor.trusted && collection.status !== "disputed" && collection.writtenOffAt === null),
  }))
  yield* configureAccount(collection.organisation)
  // Where it has moved on meanwhile, somebody may have booked that before we were done: then it is booked once more.
  const isSame = (now: Collection) => now.moves.length === collection.moves.length && now.voidedAt === collection.voidedAt
  return (yield* store.changeCollection(collection.id, (now) => (isSame(now) ? { ...now, booked: collection.status } : now))) ?? collection
})

/** That it was paid, and how its disputes moved that money since. */
const bookMoney = Effect.fnUntraced(function* (collection: Collection) {
  const { micro, moves } = collection
  yield* post(collection, "paid", [{ debit: outside("sepa"), credit: buyerAccount("sepa"), amount: microUsd(micro) }])
  for (const [index, move] of moves.entries()) {
    yield* post(collection, moveRef(index, move), [...movedFunds(collection, index, move), ...disputeFee(collection, move)])
  }
})

/** The first release booked one withdrawal of a debit, under the first of these references. */
export const moveRef = (index: number, { dispute, id }: Pick<DisputeMove, "dispute" | "id">): string =>
  index === 0 ? "disputed" : `dispute:${dispute}:${id}`

/** What was withdrawn is owed again, what was reinstated is paid. After a write-off, or a refund of what was paid twice, it is our loss or gain. */
const movedFunds = (collection: Collection, index: number, { cents }: DisputeMove): Transfers => {
  if (cents === 0n) return []
  const isWrittenOff = collection.writtenOffAt !== null && collection.voidedAt === null && index >= collection.writtenOffMoves
  const isGivenBack = collection.voidedAt !== null && collection.refundedCents > 0n
  const other = isWrittenOff ? outside("sepa_written_off") : isGivenBack ? outside("sepa_refunded") : buyerAccount("sepa")
  const size = cents < 0n ? -cents : cents
  const amount = microUsd(size >= collection.cents ? collection.micro : microOf(size, collection.rate))
  return [cents < 0n ? { debit: other, credit: outside("sepa"), amount } : { debit: outside("sepa"), credit: other, amount }]
}

/** The fee of a dispute is the platform's cost, and given back where the dispute is won. */
const disputeFee = ({ rate }: Collection, { feeCents, feeCurrency }: DisputeMove): Transfers => stripeFee(feeCents, feeCurrency, rate)

const stripeFee = (cents: bigint, currency: string, rate: Collection["rate"]): Transfers => {
  const amount = centsToMicro(cents < 0n ? -cents : cents, currency, rate)
  if (amount === 0n) return []
  const [ours, bank] = [platformFees, outside("sepa")]
  return [cents > 0n ? { debit: ours, credit: bank, amount } : { debit: bank, credit: ours, amount }]
}

/**
 * What Stripe keeps of a debit or a refund is the platform's cost, in the currency of our balance, once for each line of it: some appear
 * days after the payment. The fee of a dispute is booked with the money that the dispute moved.
 */
export const bookStripeFee = Effect.fnUntraced(function* (collection: Collection, line: Stripe.BalanceTransaction) {
  if (typeof line.source === "object" && line.source?.object === "dispute") return
  yield* post(collection, `fee:${line.id}`, stripeFee(BigInt(line.fee), line.currency, collection.rate))
})

/** The loss is what is owed. Another debit of the claim may be paid after all: then this one is voided, and the loss is booked back. */
const bookWriteOff = Effect.fnUntraced(function* (collection: Collection) {
  const [loss, buyer, amount] = [outside("sepa_written_off"), buyerAccount("sepa"), microUsd(lostMicro(collection))]
  yield* post(collection, "written_off", [{ debit: loss, credit: buyer, amount }])
  if (collection.voidedAt !== null) yield* post(collection, "written_off:void", [{ debit: buyer, credit: loss, amount }])
})

/** All of it, or what the payer had taken back of one that was paid when it was given up. */
const lostMicro = ({ cents, micro, moves, rate, writtenOffMoves }: Collection): bigint => {
  const taken = takenCents(moves.slice(0, writtenOffMoves))
  return taken > 0n && taken < cents ? microOf(taken, rate) : micro
}

type Transfers = ReadonlyArray<{ readonly debit: string; readonly credit: string; readonly amount: MicroUsd }>

const post = Effect.fnUntraced(function* ({ id, organisation }: Collection, what: string, transfers: Transfers) {
  if (transfers.length === 0) return
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "Post", organisation, ref: `collection:${id}:${what}`, transfers })
})

/** Settles the calls of the claim as its debit ended, as far as they are not marked as settled so. */
const settleCalls = Effect.fnUntraced(function* (collection: Collection) {
  const { claim, id, paymentIntent, writtenOffFor } = collection
  if (collection.status === "succeeded") {
    // Calls that were given up count as settled: when the money came back, they are settled anew.
    const debits = yield* Effect.flatMap(SepaStore, (store) => store.claimOf(claim))
    if (debits.some(({ writtenOffAt }) => writtenOffAt !== null)) yield* unmark(claim)
    return yield* settleCallsOf(
      collection,
      "settled",
      `collected by debit ${id}`,
      JSON.stringify({ collection: id, payment_intent: paymentIntent }),
      paidAt(collection),
    )
  }
  if (collection.writtenOffAt !== null) {
    if (collection.moves.length > collection.writtenOffMoves) yield* unmark(claim)
    return yield* settleCallsOf(
      collection,
      "failed",
      `given up: ${writtenOffFor ?? "the debit could not be collected"}`,
      null,
      collection.writtenOffAt,
    )
  }
  if (collection.status === "disputed")
    yield* settleCallsOf(collection, "pending", `the debit ${id} was disputed: it is owed again`, null, collection.disputedAt)
})

/** The date of Stripe's balance transaction that brought the money, or that brought it back after a dispute. */
const paidAt = ({ moves, settledAt }: Collection): number | null => moves.findLast(({ cents }) => cents > 0n)?.at ?? settledAt

export const settleCallsOf = Effect.fnUntraced(function* (
  { claim, organisation }: Pick<Collection, "claim" | "organisation">,
  settlement: Settlement,
  reason: string,
  proof: string | null,
  at: number | null,
) {
  const store = yield* SepaStore
  const ledger = yield* Ledger
  const settled = settlement !== "pending"
  for (;;) {
    const calls = yield* store.callsOf(claim, !settled, batch)
    if (calls.length === 0) return
    yield* Effect.forEach(
      calls,
      (call) =>
        ledger
          .execute({ _tag: "Settle", organisation, call: CallId.make(call), settlement, proof, reason, ...(at !== null && { at }) })
          .pipe(
            // It came to another end: then that is how it stays.
            Effect.catchTag(["CallNotOpen", "Impossible"], (error) =>
              Effect.logWarning(`call ${call} cannot be settled as ${settlement}`, error),
            ),
          ),
      { concurrency: 16, discard: true },
    )
    yield* store.mark(claim, calls, settled)
  }
})

const unmark = Effect.fnUntraced(function* (claim: string) {
  const store = yield* SepaStore
  for (;;) {
    const calls = yield* store.callsOf(claim, true, batch)
    if (calls.length === 0) return
    yield* store.mark(claim, calls, false)
  }
})

export interface WriteOff {
  readonly by: string
  readonly reason: string
}

/**
 * Gives a debit up that failed or was disputed: the operator's decision, booked as a loss. Answers the debit as it is then, given
 * up or not; undefined where there is none.
 */
export const writeOff = Effect.fnUntraced(function* (id: string, { by, reason }: WriteOff) {
  const store = yield* SepaStore
  const collection = yield* store.collection(id)
  if (collection === undefined) return undefined
  // Repeating an interrupted write-off is safe. A debit that is not booked yet is booked first.
  const now = yield* book(collection)
  if (now.writtenOffAt !== null) return now
  const at = yield* store.now
  const given = yield* store.changeCollection(id, (collection) =>
    mayBeWrittenOff(collection)
      ? {
          ...collection,
          writtenOffAt: at,
          writtenOffBy: by,
          writtenOffFor: reason,
          writtenOffMoves: collection.moves.length,
          booked: "new",
        }
      : collection,
  )
  return given === undefined ? now : yield* book(given)
})
