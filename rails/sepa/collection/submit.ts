import { Effect } from "effect"
import type Stripe from "stripe"
import { SepaStore } from "../store/SepaStore.ts"
import { SepaTerms, dayMs } from "../SepaTerms.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { StripeMisuse, type StripeRefused, StripeUncertain } from "../stripe/outcomes.ts"
import { Applying, type Observation } from "./apply.ts"
import { book } from "./book.ts"
import type { Collection } from "./Collection.ts"
import { observationOf } from "./observe.ts"

/** Stripe may forget an idempotency key after 24 hours: from then on the key alone would not keep a debit from being made twice. */
const lookFirstAfterMs = 23 * 3_600_000
const mostIntents = 2_000

/** Takes a debit as far as it gets now: sends it, or asks Stripe what became of it, and tells the ledger. May be repeated at any point. */
export const advance = Effect.fnUntraced(function* (collection: Collection) {
  const seen =
    collection.status === "new"
      ? yield* send(collection)
      : collection.paymentIntent === null
        ? undefined
        : yield* look(collection.paymentIntent)
  const now = seen === undefined ? collection : yield* learn(collection, seen)
  return yield* book(now)
})

/** Writes down what was observed, as far as it is news. */
export const learn = Effect.fnUntraced(function* (collection: Collection, seen: Observation) {
  const store = yield* SepaStore
  const { retryAfterDays } = yield* SepaTerms
  const applying = yield* Applying
  const now = yield* store.now
  const changed = yield* store.changeCollection(collection.id, (current) =>
    applying(current, seen, { now, retryAfterMs: retryAfterDays * dayMs }),
  )
  return changed ?? collection
})

export const look = Effect.fnUntraced(function* (intent: string) {
  const stripe = yield* StripeApi
  return yield* observationOf(yield* stripe.paymentIntent(intent))
})

/** The debit under its own key. Whoever asks twice, or dies in between, finds the same PaymentIntent. */
const send = Effect.fnUntraced(function* (collection: Collection) {
  const store = yield* SepaStore
  const age = (yield* store.now) - collection.createdAt
  const sent = age < lookFirstAfterMs ? undefined : yield* find(collection)
  if (sent !== undefined) return yield* observationOf(sent)
  return yield* create(collection).pipe(
    Effect.flatMap(observationOf),
    Effect.catchTag("StripeRefused", (no) => {
      if (no.paymentIntent !== undefined) return look(no.paymentIntent)
      return isOurs(no)
        ? new StripeMisuse({ ...no, message: `The debit ${collection.id} cannot be sent. ${no.message}` })
        : Effect.succeed(refused(no.code))
    }),
    Effect.catchTag("StripeUncertain", (uncertain) =>
      uncertain.replayed === true ? findOr(collection, uncertain) : Effect.fail(uncertain),
    ),
  )
})

/** Stripe repeats a failure of its own for as long as it knows the key: what there is tells whether it took effect. */
const findOr = Effect.fnUntraced(function* (collection: Collection, uncertain: StripeUncertain) {
  const sent = yield* find(collection)
  return sent === undefined ? yield* uncertain : yield* observationOf(sent)
})

const refused = (code: string | undefined): Observation => ({
  status: "failed",
  paymentIntent: null,
  charge: null,
  failureCode: code ?? "refused",
  dispute: null,
})

/** Stripe does not take it from us, whoever pays: another account's key, a capability that is off. No payer needs a new mandate for that. */
const isOurs = ({ code, param }: StripeRefused): boolean =>
  code === "resource_missing" ? param !== "payment_method" && param !== "mandate" : code === undefined || ours.test(code)
const ours = /^(parameter|account|platform|api_key|livemode|payment_intent_invalid_parameter|payment_method_type|url)/

const create = Effect.fnUntraced(function* ({ cents, claim, customer, id, mandate, micro, organisation, paymentMethod, rate }: Collection) {
  const stripe = yield* StripeApi
  const params: Stripe.PaymentIntentCreateParams = {
    amount: Number(cents),
    currency: "eur",
    customer,
    payment_method: paymentMethod,
    mandate,
    allowed_payment_method_types: ["sepa_debit"],
    off_session: true,
    confirm: true,
    metadata: { collection_id: id, claim, org: organisation, micro_usd: micro.toString(), rate: `${rate.num}/${rate.den}` },
  }
  return yield* stripe.createPaymentIntent(params, { idempotencyKey: `collection:${id}` })
})

/** Among the payer's PaymentIntents since the debit was written down. Undefined is proof of absence. */
const find = Effect.fnUntraced(function* ({ createdAt, customer, id }: Collection) {
  const stripe = yield* StripeApi
  const since = Math.floor(createdAt / 1000) - 3_600
  const { complete, items } = yield* stripe.paymentIntents({ customer, created: { gte: since } }, mostIntents)
  const found = items.find(({ metadata }) => metadata["collection_id"] === id)
  if (found === undefined && !complete)
    return yield* new StripeUncertain({ message: "The payer has more PaymentIntents than could be looked through." })
  return found
})
