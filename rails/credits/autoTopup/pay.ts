import { Effect } from "effect"
import type Stripe from "stripe"
import { RaiseAlert } from "../../../domain/alerts/Alerts.ts"
import { hourMs } from "../../../domain/time.ts"
import { idOf, StripeApi } from "../../stripe/StripeApi.ts"
import { StripeUncertain } from "../../stripe/StripeFailure.ts"
import { credit } from "../topups/checkout.ts"
import type { Topup } from "../topups/Topup.ts"
import { TopupStore } from "../topups/TopupStore.ts"
import { type AutoTopup, maxFailures } from "./AutoTopup.ts"
import { AutoTopupStore } from "./AutoTopupStore.ts"

/**
 * Stripe may forget an idempotency key after 24 hours: from then on the key alone would not keep a payment from being made twice.
 * A request that was sent before has ended an hour later: what Stripe does not list then was never made.
 */
const lookFirstAfterMs = 23 * hourMs
const maxListed = 2_000
/** The pause after the first failure; after the second one it is six times as long. */
const pauseMs = hourMs

type Auto = NonNullable<Topup["auto"]>

/** Sends the payment of an automatic top-up, or reads how it ended, and books it. It may be repeated at any point. */
export const advanceAuto = Effect.fnUntraced(function* (topup: Topup, auto: Auto) {
  const taken = topup.status === "open" ? yield* take(topup, yield* intentOf(topup, auto)) : topup
  if (taken.status === "open" || taken.status === "expired") return taken
  const credited = yield* credit(taken)
  const autos = yield* AutoTopupStore
  yield* autos.put(topup.organisation, (current) => (current!.topup === topup.id ? { ...current!, topup: null } : current!))
  return credited
})

/** The PaymentIntent of the top-up, or the code with which Stripe refused to make one. */
const intentOf = Effect.fnUntraced(function* (topup: Topup, auto: Auto) {
  const stripe = yield* StripeApi
  const store = yield* TopupStore
  if (topup.paymentIntent !== null) return yield* stripe.paymentIntent(topup.paymentIntent)
  const age = (yield* store.now) - topup.createdAt
  if (age >= lookFirstAfterMs) {
    const sent = yield* find(topup, auto)
    if (sent === undefined && age < lookFirstAfterMs + hourMs)
      return yield* new StripeUncertain({ message: `The top-up ${topup.id} may be on its way.` })
    return sent ?? "not_sent"
  }
  const created = yield* Effect.result(create(topup, auto))
  if (created._tag === "Success") return created.success
  const { failure } = created
  if (failure._tag === "StripeRefused") {
    return failure.paymentIntent === undefined ? (failure.code ?? "refused") : yield* stripe.paymentIntent(failure.paymentIntent)
  }
  // Stripe repeats its own failure while it keeps the key: the list shows whether the request took effect.
  const sent = failure._tag === "StripeUncertain" && failure.replayed === true ? yield* find(topup, auto) : undefined
  return sent ?? (yield* failure)
})

const create = Effect.fnUntraced(function* ({ cents, id, organisation }: Topup, { customer, paymentMethod }: Auto) {
  const stripe = yield* StripeApi
  const params: Stripe.PaymentIntentCreateParams = {
    amount: Number(cents),
    currency: "usd",
    customer,
    payment_method: paymentMethod,
    allowed_payment_method_types: ["card"],
    off_session: true,
    confirm: true,
    description: `Prepaid credits ${id}`,
    metadata: { auto_topup_id: id, org: organisation },
  }
  return yield* stripe.createPaymentIntent(params, { idempotencyKey: `topup:${id}` })
})

/** Among the customer's PaymentIntents since the top-up was written down. Undefined is proof of absence. */
const find = Effect.fnUntraced(function* ({ createdAt, id }: Topup, { customer }: Auto) {
  const stripe = yield* StripeApi
  const since = Math.floor(createdAt / 1000) - 3_600
  const { complete, items } = yield* stripe.paymentIntents({ customer, created: { gte: since } }, maxListed)
  const intent = items.find(({ metadata }) => metadata["auto_topup_id"] === id)
  if (intent === undefined && !complete)
    return yield* new StripeUncertain({ message: `The customer ${customer} has more PaymentIntents than could be looked through.` })
  return intent
})

const take = Effect.fnUntraced(function* (topup: Topup, intent: Stripe.PaymentIntent | string) {
  if (typeof intent === "string") return yield* fail(topup, intent)
  if (intent.status === "succeeded") return yield* paid(topup, intent)
  if (intent.status === "processing") return yield* keep(topup, intent)
  // A person would have to act: the payment is called off, so that it cannot be made later.
  const ended = intent.status === "canceled" ? intent : yield* callOff(topup, intent.id)
  if (ended.status === "succeeded") return yield* paid(topup, ended)
  if (ended.status !== "canceled") return yield* keep(topup, ended)
  return yield* fail(topup, intent.last_payment_error?.code ?? ended.last_payment_error?.code ?? "authentication_required")
})

const callOff = Effect.fnUntraced(function* ({ id }: Topup, intent: string) {
  const stripe = yield* StripeApi
  const cancel = Effect.asVoid(stripe.cancelPaymentIntent(intent, { idempotencyKey: `topup-cancel:${id}` }))
  yield* Effect.catchTag(cancel, "StripeRefused", () => Effect.void)
  return yield* stripe.paymentIntent(intent)
})

const keep = Effect.fnUntraced(function* (topup: Topup, { id }: Stripe.PaymentIntent) {
  const store = yield* TopupStore
  return (yield* store.change(topup.id, (current) => (current.paymentIntent === id ? current : { ...current, paymentIntent: id }))) ?? topup
})

const paid = Effect.fnUntraced(function* (topup: Topup, { id, latest_charge: charge }: Stripe.PaymentIntent) {
  const store = yield* AutoTopupStore
  const now = yield* Effect.flatMap(TopupStore, (topups) => topups.now)
  const ended: Topup = { ...topup, status: "paid", paymentIntent: id, charge: idOf(charge), paidAt: now }
  yield* store.end(topup, ended, (auto) => ({ ...auto, failures: 0, retryAt: null, lastError: null }))
  return (yield* Effect.flatMap(TopupStore, (topups) => topups.find(topup.id))) ?? ended
})

/** Nothing was charged, and nothing will be. After several failures no further payment is tried. */
const fail = Effect.fnUntraced(function* (topup: Topup, code: string) {
  const store = yield* AutoTopupStore
  const ended: Topup = { ...topup, status: "expired", failure: code }
  const auto = yield* store.end(topup, ended, (current, now) => {
    const failures = current.failures + 1
    const failed = { ...current, topup: null, failures, lastError: code, retryAt: now + pauseMs * 6 ** (failures - 1) }
    return failures < maxFailures || current.status !== "active" ? failed : { ...failed, status: "disabled", alertFor: topup.id }
  })
  if (auto !== undefined) yield* raiseDisabled(auto)
  return ended
})

/** Raised again by the job where a node died in between: of one top-up there is one alert. */
export const raiseDisabled = Effect.fnUntraced(function* ({ alertFor, failures, lastError, organisation }: AutoTopup) {
  if (alertFor === null) return
  const store = yield* AutoTopupStore
  const raise = yield* RaiseAlert
  const data = { failures, reason: `the card was not charged (${lastError ?? "refused"}).` }
  yield* raise({ organisation, topic: `auto-topup:${alertFor}`, code: "auto_topup_disabled", data })
  yield* store.put(organisation, (current) => ({ ...current!, alertFor: null }))
})
