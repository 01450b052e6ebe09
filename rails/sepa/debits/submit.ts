import type Stripe from "stripe"
import { Effect } from "effect"
import { SepaStore } from "../store/SepaStore.ts"
import { dayMs } from "../../../domain/time.ts"
import { refreshCustomer } from "../mandates/customer.ts"
import { SepaTerms } from "../settings.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { StripeMisuse, type StripeRefused, StripeUncertain } from "../../stripe/StripeFailure.ts"
import { type DebitObservation, ObservationRule, observationOf } from "./observation.ts"
import { book } from "./book.ts"
import { type Collection, collectionReference, unsentNotice } from "../store/Collection.ts"
import { debitDay, stepFor } from "./debitDay.ts"

/** Stripe may forget an idempotency key after 24 hours: from then on the key alone would not keep a debit from being made twice. */
const lookFirstAfterMs = 23 * 3_600_000
const maxIntents = 2_000

/** Advances a debit: sends it, or reads its state at Stripe, and books the outcome. It may be repeated at any point. */
export const advance = Effect.fnUntraced(function* (collection: Collection) {
  const seen = yield* step(collection)
  const now = seen === undefined ? collection : yield* learn(collection, seen)
  return yield* book(now)
})

const step = (collection: Collection) => {
  const { paymentIntent, status, voidedAt } = collection
  if (status === "new") return voidedAt === null ? send(collection) : drop(collection)
  if (paymentIntent === null) return Effect.undefined
  return status === "processing" && voidedAt !== null ? callOff(paymentIntent) : look(paymentIntent)
}

/** Writes down what was observed, as far as it is news. */
export const learn = Effect.fnUntraced(function* (collection: Collection, seen: DebitObservation) {
  const store = yield* SepaStore
  const { retryAfterDays } = yield* SepaTerms
  const applying = yield* ObservationRule
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

/**
 * The debit under its own key. A repeated request, or one after a crash, finds the same PaymentIntent. One that could not be sent
 * while Stripe took its day is announced for another: undefined until it is time for that.
 */
const send = Effect.fnUntraced(function* (written: Collection) {
  const store = yield* SepaStore
  const now = yield* store.now
  const step = stepFor(written.notice.debitOn, now)
  const sent = step === "send" && now - written.notice.at < lookFirstAfterMs ? undefined : yield* find(written)
  if (sent !== undefined) return yield* observationOf(sent)
  if (step === "wait") return undefined
  const collection = step === "send" ? written : yield* announceAgain(written, now)
  // Somebody else has heard how it ended meanwhile: another key would begin it anew.
  if (collection.status !== "new") return undefined
  return yield* create(collection).pipe(
    Effect.flatMap(observationOf),
    Effect.catchTag("StripeRefused", (no) => {
      if (no.paymentIntent !== undefined) return look(no.paymentIntent)
      if (no.code === "resource_missing" && no.param === "customer") return endIfDeleted(collection, no)
      return isOurs(no)
        ? new StripeMisuse({ ...no, message: `The debit ${collection.id} cannot be sent. ${no.message}` })
        : Effect.succeed(refused(no.code))
    }),
    Effect.catchTag("StripeUncertain", (uncertain) =>
      uncertain.replayed === true ? findOr(collection, uncertain) : Effect.fail(uncertain),
    ),
  )
})

/** Announces another day to the payer. Two nodes that do it at the same time announce the same day. */
const announceAgain = Effect.fnUntraced(function* (collection: Collection, now: number) {
  const store = yield* SepaStore
  const { debitOn } = collection.notice
  const changed = yield* store.changeCollection(collection.id, (current) =>
    current.status === "new" && current.notice.debitOn === debitOn ? { ...current, notice: announced(current.notice, now) } : current,
  )
  return changed ?? collection
})

/** The notice of another day is sent as the first one was. */
const announced = ({ webhook: _posted, ...notice }: Collection["notice"], now: number): Collection["notice"] => ({
  ...notice,
  at: now,
  debitOn: debitDay(now),
  ...(notice.delivery !== undefined && { delivery: unsentNotice(now) }),
})

/** Stripe repeats its own failure while it keeps the idempotency key: the list of PaymentIntents shows whether the request took effect. */
const findOr = Effect.fnUntraced(function* (collection: Collection, uncertain: StripeUncertain) {
  const sent = yield* find(collection)
  return sent === undefined ? yield* uncertain : yield* observationOf(sent)
})

/**
 * A debit that is not needed any more and was not known to be sent. Another node may have sent it, so it ends only when Stripe does not take
 * its day any more and does not list it.
 */
const drop = Effect.fnUntraced(function* (collection: Collection) {
  const store = yield* SepaStore
  const sent = yield* find(collection)
  if (sent !== undefined) return yield* observationOf(sent)
  return stepFor(collection.notice.debitOn, yield* store.now) === "announce" ? refused("not_needed") : undefined
})

/** Stripe cancels a debit only before the bank has it. Otherwise it is refunded once it is paid. */
const callOff = Effect.fnUntraced(function* (intent: string) {
  const stripe = yield* StripeApi
  yield* Effect.catchTag(
    Effect.asVoid(stripe.cancelPaymentIntent(intent, { idempotencyKey: `not-needed:${intent}` })),
    "StripeRefused",
    () => Effect.void,
  )
  return yield* look(intent)
})

const refused = (code: string | undefined): DebitObservation => ({
  status: "failed",
  paymentIntent: null,
  charge: null,
  failureCode: code ?? "refused",
  moves: [],
  dispute: null,
})

/** The debit fails if its customer was deleted. Otherwise this gateway asks the wrong account of Stripe: the operator must act. */
const endIfDeleted = Effect.fnUntraced(function* ({ customer, id, organisation }: Collection, no: StripeRefused) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  const isReplaced = debtor?.customer !== customer
  if (debtor === undefined || isReplaced || (yield* refreshCustomer(debtor))) return refused("customer_deleted")
  return yield* new StripeMisuse({ ...no, message: `The debit ${id} cannot be sent. ${no.message}` })
})

/** Stripe refuses this gateway and not the payer, for instance a key of another account. The payer needs no new mandate. */
const isOurs = ({ code, param }: StripeRefused): boolean => {
  if (code === "resource_missing") return param !== "payment_method" && param !== "mandate"
  return code === undefined || param?.startsWith("payment_method_options") === true || ours.test(code)
}
const ours = /^(parameter|account|platform|api_key|livemode|payment_intent_invalid_parameter|payment_method_type|url)/

const create = Effect.fnUntraced(function* (collection: Collection) {
  const { cents, claim, customer, id, mandate, micro, notice, organisation, paymentMethod, rate } = collection
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
    payment_method_options: { sepa_debit: { target_date: notice.debitOn } },
    description: `Collection ${id}`,
    statement_descriptor: collectionReference(id),
    metadata: { collection_id: id, claim, org: organisation, micro_usd: micro.toString(), rate: `${rate.num}/${rate.den}` },
  }
  return yield* stripe.createPaymentIntent(params, { idempotencyKey: `collection:${id}:${notice.debitOn}` })
})

/** Among the payer's PaymentIntents since the debit was written down. Undefined is proof of absence. */
const find = Effect.fnUntraced(function* ({ createdAt, customer, id }: Collection) {
  const stripe = yield* StripeApi
  const since = Math.floor(createdAt / 1000) - 3_600
  const { complete, items } = yield* stripe.paymentIntents({ customer, created: { gte: since } }, maxIntents)
  const paymentIntent = items.find(({ metadata }) => metadata["collection_id"] === id)
  if (paymentIntent === undefined && !complete)
    return yield* new StripeUncertain({ message: "The payer has more PaymentIntents than could be looked through." })
  return paymentIntent
})
