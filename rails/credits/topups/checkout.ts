import { Effect } from "effect"
import type Stripe from "stripe"
import { buyerAccount, outside, platformFees } from "../../../domain/ledger/postings.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { createOnce } from "../../stripe/createOnce.ts"
import { idOf, paidAtOf, StripeApi } from "../../stripe/StripeApi.ts"
import { StripeUncertain } from "../../stripe/StripeFailure.ts"
import type { Topup } from "./Topup.ts"
import { TopupStore } from "./TopupStore.ts"

export const microPerCent = 10_000n
const maxReversals = 100
const maxListed = 2_000

/** Opens Stripe's payment page. Cards only: the credits can be spent at once, and a direct debit could be returned eight weeks later. */
export const openPage = Effect.fnUntraced(function* (topup: Topup) {
  if (topup.session !== null) return topup
  const stripe = yield* StripeApi
  const metadata = { topup_id: topup.id, org: topup.organisation }
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    client_reference_id: topup.organisation,
    line_items: [
      { quantity: 1, price_data: { currency: "usd", unit_amount: Number(topup.cents), product_data: { name: "Prepaid credits" } } },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: topup.successUrl,
    cancel_url: topup.cancelUrl,
  }
  const session = yield* createOnce({
    key: `topup:${topup.id}`,
    create: (idempotencyKey) => stripe.createSession(params, { idempotencyKey }),
    find: findPage(topup),
  })
  return yield* keepPage(topup, session)
})

const keepPage = Effect.fnUntraced(function* (topup: Topup, session: Stripe.Checkout.Session) {
  const store = yield* TopupStore
  const opened = { session: session.id, url: session.url, expiresAt: session.expires_at * 1000 }
  return (yield* store.change(topup.id, (now) => (now.session === null ? { ...now, ...opened } : now))) ?? { ...topup, ...opened }
})

/** The page of a top-up among the pages that were opened in the day after it was written. */
const findPage = Effect.fnUntraced(function* ({ createdAt, id }: Topup) {
  const stripe = yield* StripeApi
  const seconds = Math.floor(createdAt / 1000)
  const { items } = yield* stripe.sessions({ created: { gte: seconds - 3_600, lte: seconds + 25 * 3_600 } }, maxListed)
  return items.find(({ metadata }) => metadata?.["topup_id"] === id)
})

/** Stripe may forget the idempotency key of a page after 24 hours. A page that could not be opened for so long is not opened any more. */
const givenUpAfterMs = 23 * 3_600_000

/** The page whose opening had no known outcome. An old one is looked for and not opened again. */
const recoverPage = Effect.fnUntraced(function* (topup: Topup) {
  const store = yield* TopupStore
  if ((yield* store.now) - topup.createdAt < givenUpAfterMs) return yield* openPage(topup)
  const session = yield* findPage(topup)
  return session === undefined ? yield* end(topup, null) : yield* keepPage(topup, session)
})

/** It was not paid and cannot be paid any more. `failure` is Stripe's code where a payment was tried and failed. */
const end = Effect.fnUntraced(function* (topup: Topup, failure: string | null) {
  const store = yield* TopupStore
  const ended = { status: "expired", url: null, failure } as const
  return (yield* store.change(topup.id, (current) => (current.status === "open" ? { ...current, ...ended } : current))) ?? topup
})

/** Reads a top-up again at Stripe and books what changed. Each PaymentIntent, refund and dispute is booked once, however often this runs. */
export const refreshTopup = Effect.fnUntraced(function* (topup: Topup) {
  const stripe = yield* StripeApi
  const opened = topup.session === null ? yield* recoverPage(topup) : topup
  if (opened.session === null) return opened
  const paid = opened.status === "open" ? yield* takeSession(opened, yield* stripe.session(opened.session)) : opened
  return paid.status === "open" || paid.status === "expired" ? paid : yield* credit(paid)
})

const takeSession = Effect.fnUntraced(function* (topup: Topup, session: Stripe.Checkout.Session) {
  const store = yield* TopupStore
  const now = yield* store.now
  const intent = session.payment_intent
  if (session.status === "complete" && session.payment_status === "paid" && intent !== null) {
    const id = typeof intent === "string" ? intent : intent.id
    const charge = typeof intent === "string" ? null : intent.latest_charge
    const paidAt = (typeof charge === "object" ? paidAtOf(charge) : null) ?? now
    const paid = { status: "paid", paymentIntent: id, charge: charge === null ? null : idOf(charge), paidAt, url: null } as const
    return (yield* store.change(topup.id, (current) => (current.status === "open" ? { ...current, ...paid } : current))) ?? topup
  }
  if (session.status === "expired") return yield* end(topup, null)
  const failure = session.status === "complete" ? failureOf(session) : undefined
  return failure === undefined ? topup : yield* end(topup, failure)
})

/** Why the payment of a completed page failed for good. Undefined while it is on its way. */
const failureOf = ({ payment_intent: intent }: Stripe.Checkout.Session): string | undefined => {
  if (intent === null || typeof intent === "string") return undefined
  if (intent.status === "canceled") return "canceled"
  return intent.status === "requires_payment_method" ? (intent.last_payment_error?.code ?? "payment_failed") : undefined
}

/** Credits the account for the payment, and debits it for what was returned to the card. */
export const credit = Effect.fnUntraced(function* (topup: Topup) {
  const store = yield* TopupStore
  const { cents, paymentIntent } = topup
  if (paymentIntent === null) return topup
  yield* move(topup, `topup:${paymentIntent}`, "card", cents)
  const { disputed, refunded } = yield* takeReversals(topup, paymentIntent)
  const returned = disputed + refunded
  const excess = returned > cents ? returned - cents : 0n
  yield* bookExcess(topup, paymentIntent, excess)
  const reversedCents = returned - excess
  yield* suspendIfNegative(topup, reversedCents < topup.reversedCents)
  const now = yield* store.now
  return (
    (yield* store.change(topup.id, (current) => ({
      ...current,
      creditedAt: current.creditedAt ?? now,
      reversedCents,
      reversedAt: reversedCents === 0n ? null : (current.reversedAt ?? now),
      status: disputed > 0n ? "disputed" : refunded >= cents ? "refunded" : "paid",
    }))) ?? topup
  )
})

/** Each refund and each movement of a dispute's money is booked under its own id. A failed refund is booked back under another id. */
const takeReversals = Effect.fnUntraced(function* (topup: Topup, intent: string) {
  const stripe = yield* StripeApi
  const refunds = yield* stripe.refunds({ payment_intent: intent }, maxReversals)
  const disputes = yield* stripe.disputes({ payment_intent: intent }, maxReversals)
  if (!refunds.complete || !disputes.complete)
    return yield* new StripeUncertain({ message: `The top-up ${topup.id} has more than ${maxReversals} refunds or disputes.` })
  let refunded = 0n
  for (const { amount, id, status } of refunds.items) {
    const ref = `topup:refund:${id}`
    yield* move(topup, ref, "card", -BigInt(amount))
    if (status === "failed" || status === "canceled") yield* move(topup, `${ref}:void`, "card", BigInt(amount))
    else refunded += BigInt(amount)
  }
  let disputed = 0n
  for (const dispute of disputes.items) disputed += yield* takeDispute(topup, dispute)
  return { refunded, disputed }
})

/** The first release booked one withdrawal and one return, under the first two of these references. */
export const disputeRef = (dispute: string, index: number, line: string): string =>
  `topup:dispute:${dispute}${index === 0 ? "" : index === 1 ? ":void" : `:${line}`}`

/**
 * The status of a dispute does not say who has the money: its balance transactions do. An inquiry has none, one that was won has two.
 */
const takeDispute = Effect.fnUntraced(function* (topup: Topup, { amount, balance_transactions, id: dispute }: Stripe.Dispute) {
  let disputed = 0n
  for (const [index, { amount: moved, id }] of balance_transactions.entries()) {
    const cents = BigInt(Math.sign(moved) * amount)
    yield* move(topup, disputeRef(dispute, index, id), "card", cents)
    disputed -= cents
  }
  return disputed
})

/** The buyer loses what the top-up brought and no more: the rest is our loss. */
const bookExcess = Effect.fnUntraced(function* (topup: Topup, intent: string, excess: bigint) {
  const store = yield* TopupStore
  const changed = yield* store.change(topup.id, (current) => {
    const change = excess - current.excessCents.reduce((sum, cents) => sum + cents, 0n)
    return change === 0n ? current : { ...current, excessCents: [...current.excessCents, change] }
  })
  for (const [index, cents] of (changed ?? topup).excessCents.entries())
    yield* move(topup, `topup:${intent}:excess:${index}`, "card_loss", cents)
})

/** Moves money between the card, or our loss, and the credits. */
const move = Effect.fnUntraced(function* ({ organisation }: Topup, ref: string, other: "card" | "card_loss", cents: bigint) {
  if (cents === 0n) return
  const ledger = yield* Ledger
  const [there, account] = [outside(other), buyerAccount("credits")]
  const amount = microUsd((cents < 0n ? -cents : cents) * microPerCent)
  const transfer = cents < 0n ? { debit: account, credit: there, amount } : { debit: there, credit: account, amount }
  yield* ledger.execute({ _tag: "Post", organisation, ref, transfers: [transfer] })
})

/**
 * What Stripe keeps of a payment, a refund or a dispute is the platform's cost, once for each line of our balance. A balance in euros has the rate
 * at which Stripe converted the payment.
 */
export const bookStripeFee = Effect.fnUntraced(function* ({ organisation }: Topup, line: Stripe.BalanceTransaction) {
  const ledger = yield* Ledger
  const { currency, fee, id } = line
  const amount = feeOf(line)
  if (amount === undefined)
    return yield* Effect.logWarning(`credits: the fee ${id} of ${fee} ${currency} cents has no exchange rate and is not booked`)
  const [ours, card] = [platformFees, outside("card")]
  const transfer = fee > 0 ? { debit: ours, credit: card, amount } : { debit: card, credit: ours, amount }
  yield* ledger.execute({ _tag: "Post", organisation, ref: `topup:fee:${id}`, transfers: [transfer] })
})

/** The size of a line's fee in micro-USD. Undefined if it is in another currency and has no exchange rate. */
export const feeOf = ({ currency, exchange_rate, fee }: Stripe.BalanceTransaction): MicroUsd | undefined => {
  const rate = currency === "usd" ? 1 : exchange_rate
  return rate === null ? undefined : microUsd(BigInt(Math.round((Math.abs(fee) / rate) * Number(microPerCent))))
}

/** An account below zero is suspended. A new top-up, or money that came back, makes it active again. */
const suspendIfNegative = Effect.fnUntraced(function* ({ creditedAt, organisation }: Topup, moneyCameBack: boolean) {
  const ledger = yield* Ledger
  const reading = yield* LedgerQueries
  const account = (yield* reading.accounts(organisation)).find(({ id }) => id === "credits")
  if (account === undefined) return
  const status = account.posted < 0n ? "suspended" : creditedAt === null || moneyCameBack ? "active" : account.status
  if (account.status !== status)
    yield* ledger.execute({ _tag: "ConfigureAccount", organisation, account: "credits", rail: account.rail, status })
})
