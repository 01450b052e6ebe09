import { Effect } from "effect"
import { buyerAccount, outside, platformFees } from "../../../domain/ledger/postings.ts"
import type { Settlement } from "../../../domain/ledger/state.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { CallId } from "../../../domain/money/ids.ts"
import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { configureAccount } from "../mandates/configureAccount.ts"
import { microOf } from "../rates.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { type Collection, inFlight, mayBeWrittenOff } from "../store/Collection.ts"

const batch = 500

/**
 * Books the status of a debit in the ledger. Every step has its own reference and is repeated until the status is stored as booked, so
 * that a crash at any point leaves nothing half booked.
 */
export const book = Effect.fnUntraced(function* (collection: Collection) {
  const store = yield* SepaStore
  if (collection.booked === collection.status) return collection
  if (inFlight(collection))
    return (yield* store.changeCollection(collection.id, (now) => ({ ...now, booked: collection.status }))) ?? collection
  if (collection.writtenOffAt !== null) yield* bookWriteOff(collection)
  else if (collection.status === "succeeded") yield* bookPaid(collection)
  else if (collection.status === "disputed") yield* bookDispute(collection)
  yield* store.changeDebtor(collection.organisation, (debtor) => ({
    ...debtor,
    trusted: collection.status === "succeeded" || (debtor.trusted && collection.status !== "disputed" && collection.writtenOffAt === null),
  }))
  yield* configureAccount(collection.organisation)
  // Where it has moved on meanwhile, somebody may have booked that before we were done: then it is booked once more.
  return (yield* store.changeCollection(collection.id, (now) => ({ ...now, booked: collection.status }))) ?? collection
})

const paid = (collection: Collection) =>
  post(collection, "paid", [{ debit: outside("sepa"), credit: buyerAccount("sepa"), amount: microUsd(collection.micro) }])

const bookPaid = Effect.fnUntraced(function* (collection: Collection) {
  yield* paid(collection)
  yield* settleCalls(collection, "settled", `collected by debit ${collection.id}`)
})

/** The money went back, and the bank's fee with it: the fee is ours, the amount is owed again. */
const bookDispute = Effect.fnUntraced(function* (collection: Collection) {
  yield* paid(collection)
  const back = { debit: buyerAccount("sepa"), credit: outside("sepa"), amount: microUsd(collection.micro) }
  const fee = microOf(collection.disputeFeeCents, collection.rate)
  yield* post(collection, "disputed", fee > 0n ? [back, { debit: platformFees, credit: outside("sepa"), amount: fee }] : [back])
  yield* settleCalls(collection, "pending", `the debit ${collection.id} was disputed: it is owed again`)
})

const bookWriteOff = Effect.fnUntraced(function* (collection: Collection) {
  yield* post(collection, "written_off", [
    { debit: outside("sepa_written_off"), credit: buyerAccount("sepa"), amount: microUsd(collection.micro) },
  ])
  yield* settleCalls(collection, "failed", `given up: ${collection.writtenOffFor ?? "the debit could not be collected"}`)
})

type Transfers = ReadonlyArray<{ readonly debit: string; readonly credit: string; readonly amount: MicroUsd }>

const post = Effect.fnUntraced(function* ({ id, organisation }: Collection, what: string, transfers: Transfers) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "Post", organisation, ref: `collection:${id}:${what}`, transfers })
})

/** Settles the calls of the claim that are not marked as settled yet. */
const settleCalls = Effect.fnUntraced(function* (
  { claim, id, organisation, paymentIntent }: Collection,
  settlement: Settlement,
  reason: string,
) {
  const store = yield* SepaStore
  const ledger = yield* Ledger
  const settled = settlement !== "pending"
  const proof = settlement === "settled" ? JSON.stringify({ collection: id, payment_intent: paymentIntent }) : null
  for (;;) {
    const calls = yield* store.callsOf(claim, !settled, batch)
    if (calls.length === 0) return
    yield* Effect.forEach(
      calls,
      (call) =>
        ledger.execute({ _tag: "Settle", organisation, call: CallId.make(call), settlement, proof, reason }).pipe(
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
    mayBeWrittenOff(collection) ? { ...collection, writtenOffAt: at, writtenOffBy: by, writtenOffFor: reason, booked: "new" } : collection,
  )
  return given === undefined ? now : yield* book(given)
})
