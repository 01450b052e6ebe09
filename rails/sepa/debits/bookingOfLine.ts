import { Effect } from "effect"
import type Stripe from "stripe"
import { outside } from "../../../domain/ledger/postings.ts"
import type { LineBooking } from "../../stripe/events.ts"
import { centsOfLine } from "../../stripe/payouts.ts"
import { centsToMicro, microOf } from "../rates.ts"
import { type Collection, collectionReference } from "../store/Collection.ts"
import { SepaStore } from "../store/SepaStore.ts"
import { moveRef } from "./book.ts"

/** What the ledger should have of a line of our balance that is of a debit, its refund or its dispute. */
export const bookingOfLine = Effect.fnUntraced(function* (line: Stripe.BalanceTransaction, metadata: Stripe.Metadata) {
  const store = yield* SepaStore
  const collection = yield* store.collection(metadata["collection_id"] ?? "")
  if (collection === undefined) return undefined
  const { id, organisation, rate } = collection
  const cents = centsOfLine(line)
  const [amount, fee] = [worthOf(cents < 0n ? -cents : cents, collection), centsToMicro(BigInt(Math.abs(line.fee)), line.currency, rate)]
  return {
    kind: "collection",
    payment: id,
    reference: collectionReference(id),
    organisation,
    account: outside("sepa"),
    refs: [...refsOf(line, collection), `fee:${line.id}`].map((what) => `collection:${id}:${what}`),
    due: (cents < 0n ? -amount : amount) - (line.fee < 0 ? -fee : fee),
  } satisfies LineBooking
})

/** As `book` books it: all of the cents are the whole debit, whose fees have a rate of their own. More cents than were debited are worth more. */
const worthOf = (cents: bigint, { cents: all, micro, rate }: Collection): bigint =>
  cents < all ? microOf(cents, rate) : micro + microOf(cents - all, rate)

const refsOf = ({ amount, id, source }: Stripe.BalanceTransaction, { charge, moves }: Collection): ReadonlyArray<string> => {
  if (source === null || typeof source === "string") return []
  // A second charge of the same debit is not booked, so it is found as one that differs.
  if (source.object === "charge") return amount > 0 && (charge === null || charge === source.id) ? ["paid"] : []
  if (source.object === "refund") return [`refund:${source.id}${amount < 0 ? "" : ":void"}`]
  const index = moves.findIndex((move) => move.id === id)
  return index < 0 ? [] : [moveRef(index, moves[index]!)]
}
