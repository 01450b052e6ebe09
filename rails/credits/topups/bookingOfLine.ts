import { Effect } from "effect"
import type Stripe from "stripe"
import { outside } from "../../../domain/ledger/postings.ts"
import type { LineBooking } from "../../stripe/events.ts"
import { centsOfLine } from "../../stripe/payouts.ts"
import { disputeRef, feeOf, microPerCent } from "./checkout.ts"
import { TopupStore } from "./TopupStore.ts"

/** The top-up of a payment. Nodes of the release before ignore automatic ones, which have a name of their own. */
export const topupOf = (metadata: Stripe.Metadata): string | undefined => metadata["topup_id"] ?? metadata["auto_topup_id"]

/** What the ledger should have of a line of our balance that is of a top-up, its refund or its dispute. */
export const bookingOfLine = Effect.fnUntraced(function* (line: Stripe.BalanceTransaction, metadata: Stripe.Metadata) {
  const store = yield* TopupStore
  const topup = yield* store.find(topupOf(metadata) ?? "")
  if (topup === undefined) return undefined
  const fee = feeOf(line) ?? 0n
  return {
    kind: "topup",
    payment: topup.id,
    reference: null,
    organisation: topup.organisation,
    account: outside("card"),
    refs: [...refsOf(line, topup.paymentIntent), `topup:fee:${line.id}`],
    due: centsOfLine(line) * microPerCent - (line.fee < 0 ? -fee : fee),
  } satisfies LineBooking
})

const refsOf = ({ amount, id, source }: Stripe.BalanceTransaction, paymentIntent: string | null): ReadonlyArray<string> => {
  if (source === null || typeof source === "string") return []
  if (source.object === "charge") return amount > 0 && paymentIntent !== null ? [`topup:${paymentIntent}`] : []
  if (source.object === "refund") return [`topup:refund:${source.id}${amount < 0 ? "" : ":void"}`]
  if (source.object !== "dispute") return []
  const index = source.balance_transactions.findIndex((moved) => moved.id === id)
  return index < 0 ? [] : [disputeRef(source.id, index, id)]
}
