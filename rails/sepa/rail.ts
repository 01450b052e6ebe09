import { Context, Effect } from "effect"
import { isoTime } from "../../domain/time.ts"
import type { Call, PaymentOption } from "../../domain/ledger/state.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { type Buyer, type Gap, type PaymentDetails, type Quote, type Rail, Unavailable } from "../../domain/rail/Rail.ts"
import { type Collection, debitedAt } from "./store/Collection.ts"
import { missingRequirement } from "./store/Debtor.ts"
import { euros, reversibleMs, SepaTerms, unauthorisedMs } from "./settings.ts"
import { SepaStore, type SepaStoreShape } from "./store/SepaStore.ts"
import type { StripeApi } from "../stripe/StripeApi.ts"
import { checkCall } from "./checkPayment.ts"

/**
 * SEPA direct debit. A call is booked as a receivable on the account `sepa` of its organisation, up to what it may owe, and
 * collected with others in one debit. The publisher gets all of it: the organisation pays a monthly fee instead. Every call
 * asks `debtorOf`: see `cachedDebtors`.
 */
export const sepaRail = (context: Context.Context<SepaStore | StripeApi | SepaTerms>, debtorOf: SepaStoreShape["debtor"]): Rail => ({
  id: "sepa",
  description: "SEPA direct debit: calls are collected from the organisation's bank account.",
  offer: (buyer, quote) => Effect.provide(offer(buyer, quote, debtorOf), context),
  // The call is captured as pending, and its debit settles it: there is nothing to move or to ask about while it is open.
  settle: () => Effect.succeed(collectedLater),
  lookup: () => Effect.succeed(collectedLater),
  details: (call) => Effect.provide(details(call), context),
  verify: (call) => Effect.provide(checkCall(call), context),
  reversible: { withoutReasonMs: reversibleMs, unauthorisedMs },
})

const collectedLater = { _tag: "Pending", reason: "collected by direct debit later" } as const

/** The account was opened with the mandate, with the cap as its credit limit: whether it still pays is the ledger's to say. */
const offer = (
  buyer: Buyer,
  quote: Quote,
  debtorOf: SepaStoreShape["debtor"],
): Effect.Effect<PaymentOption, Gap | Unavailable, SepaTerms> =>
  Effect.gen(function* () {
    const { monthlyFeeCents } = yield* SepaTerms
    const gap = missingRequirement(yield* debtorOf(buyer.organisation), euros(monthlyFeeCents))
    if (gap !== undefined) return yield* gap
    return {
      rail: "sepa",
      account: "sepa",
      settles: "later",
      feeBasisPoints: 0,
      cost: microUsd(quote.max),
      whenSuspended: "read the gaps of GET /v1/me/sepa",
    } satisfies PaymentOption
  }).pipe(Effect.catchTag("RailUnavailable", ({ message }) => Effect.fail(new Unavailable({ message }))))

const noDetails: PaymentDetails = { network: null, buyerAddress: null, txHash: null, blockNumber: null }

/** The debit that collects a call, if one does by now. Nothing is final while the payer can have it back without a reason. */
const details = (call: Call): Effect.Effect<PaymentDetails, never, SepaStore> =>
  Effect.gen(function* () {
    const store = yield* SepaStore
    const [collection] = yield* store.collectionsOfCall(call.organisation, call.id)
    if (collection === undefined)
      return { ...noDetails, stripe: {}, more: { collection: null, final: false, reversible_until: null, unauthorised_until: null } }
    return {
      ...noDetails,
      stripe: stripeIds(collection),
      more: { collection: { id: collection.id, status: collection.status }, ...finality(collection, yield* store.now) },
    }
  }).pipe(Effect.catchTag("RailUnavailable", () => Effect.succeed(noDetails)))

export const stripeIds = ({ charge, customer, dispute, mandate, paymentIntent }: Collection): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ payment_intent: paymentIntent, charge, dispute, customer, mandate }).flatMap(([name, id]) =>
      id === null ? [] : [[name, id]],
    ),
  )

/**
 * Until when a debit can come back, counted from its day: without a reason for eight weeks, as not authorised for 13 months. Then it is final, and
 * so is one that was given up and not paid since.
 */
export const finality = (debit: Collection, now: number) => {
  const isPaid = debit.status === "succeeded"
  const last = isPaid ? debitedAt(debit) + unauthorisedMs : null
  return {
    final: last === null ? debit.writtenOffAt !== null : last <= now,
    reversible_until: isPaid ? isoTime(debitedAt(debit) + reversibleMs) : null,
    unauthorised_until: last === null ? null : isoTime(last),
  }
}
