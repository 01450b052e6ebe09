import { Effect } from "effect"
import type { StripeSubscriber } from "../../stripe/events.ts"
import { hourMs } from "../../../domain/time.ts"
import { runEvery } from "../../stripe/jobs.ts"
import { eachItem } from "../../stripe/retries.ts"
import { bookingOfLine, topupOf } from "./bookingOfLine.ts"
import { bookStripeFee, refreshTopup } from "./checkout.ts"
import { TopupStore } from "./TopupStore.ts"
import type { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { StripeStore } from "../../stripe/store.ts"
import type { StripeApi } from "../../stripe/StripeApi.ts"

const maxTopups = 5_000

/** Every hour the open top-ups are read again at Stripe, in case an event was lost. */
export const runTopupJobs = runEvery(
  "top-ups",
  hourMs,
  Effect.fnUntraced(function* () {
    const store = yield* TopupStore
    yield* eachItem("topup", yield* store.open(maxTopups), ({ id }) => id, refreshTopup)
  }),
)

/** A top-up is found by the id that its checkout session and its PaymentIntent carry as metadata. */
export const topupSubscriber: StripeSubscriber<TopupServices> = {
  session: (session) => refreshById(session.metadata?.["topup_id"]),
  paymentIntent: (intent) => refreshById(intent.metadata["topup_id"]),
  booking: bookingOfLine,
  fee: Effect.fnUntraced(function* (line, metadata) {
    const store = yield* TopupStore
    const topup = yield* store.find(topupOf(metadata) ?? "")
    if (topup !== undefined) yield* bookStripeFee(topup, line)
  }),
}

const refreshById = Effect.fnUntraced(function* (id: string | undefined) {
  if (id === undefined) return
  const store = yield* TopupStore
  const topup = yield* store.find(id)
  if (topup !== undefined) yield* refreshTopup(topup)
})
export type TopupServices = TopupStore | StripeApi | StripeStore | Ledger | LedgerQueries
