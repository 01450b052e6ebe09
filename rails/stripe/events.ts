import { Context, Data, Effect } from "effect"
import type Stripe from "stripe"
import type { OrganisationId } from "../../domain/money/ids.ts"
import type { RailUnavailable } from "../RailUnavailable.ts"
import type { EventNotice } from "./eventNotice.ts"
import { StripeStore } from "./store.ts"
import { idOf, StripeApi } from "./StripeApi.ts"

/** The events that a webhook endpoint is registered for, and that are read again from Stripe's list. */
export const eventTypes: ReadonlyArray<Stripe.WebhookEndpointCreateParams.EnabledEvent> = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "customer.deleted",
  "mandate.updated",
  "payment_intent.processing",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
]

type Handled<R> = Effect.Effect<void, { readonly message: string }, R>

/**
 * What a rail does when something may have changed at Stripe. It gets the object as Stripe has it now, of every rail: it finds its
 * own by the metadata that it wrote, and ignores the others.
 */
export interface StripeSubscriber<R = never> {
  readonly session: (session: Stripe.Checkout.Session) => Handled<R>
  readonly mandate?: (id: string) => Handled<R>
  /** A customer was deleted at Stripe. */
  readonly customer?: (id: string) => Handled<R>
  /** `cause` is the dispute or refund of the list in which this PaymentIntent was found. It is handled only once the PaymentIntent shows it. */
  readonly paymentIntent: (intent: Stripe.PaymentIntent, cause: IntentCause) => Handled<R>
  /** A line of our balance at Stripe that has a fee. `metadata` is that of its payment. */
  readonly fee?: (line: Stripe.BalanceTransaction, metadata: Stripe.Metadata) => Handled<R>
  /** Under what the ledger has booked a line of our balance, and what that should be. Undefined for a line of another payment. */
  readonly booking?: (
    line: Stripe.BalanceTransaction,
    metadata: Stripe.Metadata,
  ) => Effect.Effect<LineBooking | undefined, RailUnavailable, R>
}

/** What the ledger should have of a line of our balance at Stripe. */
export interface LineBooking {
  readonly kind: "collection" | "topup"
  readonly payment: string
  /** What the payer's bank statement shows of it. */
  readonly reference: string | null
  readonly organisation: OrganisationId
  /** The ledger's account of the money that is at Stripe. */
  readonly account: string
  /** References of the postings, which may not all exist. */
  readonly refs: ReadonlyArray<string>
  /** The amount less the fee, in micro-USD. */
  readonly due: bigint
}

export interface IntentCause {
  readonly dispute?: Stripe.Dispute
  readonly refund?: Stripe.Refund
}

/** Every rail that is set up and subscribed. */
export class StripeSubscribers extends Context.Service<StripeSubscribers, ReadonlyArray<StripeSubscriber>>()(
  "farthing/rails/stripe/StripeSubscribers",
) {}

export const provideSubscriber = <R>(subscriber: StripeSubscriber<R>, context: Context.Context<R>): StripeSubscriber => {
  const { booking, customer, fee, mandate, paymentIntent, session } = subscriber
  return {
    session: (changed) => Effect.provide(session(changed), context),
    ...(customer !== undefined && { customer: (id: string) => Effect.provide(customer(id), context) }),
    ...(mandate !== undefined && { mandate: (id: string) => Effect.provide(mandate(id), context) }),
    paymentIntent: (intent, cause) => Effect.provide(paymentIntent(intent, cause), context),
    ...(booking !== undefined && {
      booking: (line: Stripe.BalanceTransaction, metadata: Stripe.Metadata) => Effect.provide(booking(line, metadata), context),
    }),
    ...(fee !== undefined && {
      fee: (line: Stripe.BalanceTransaction, metadata: Stripe.Metadata) => Effect.provide(fee(line, metadata), context),
    }),
  }
}

/** The event names no object, or an object that this gateway cannot read. The gateway is at fault, or the API version of the endpoint. */
export class EventUnreadable extends Data.TaggedError("EventUnreadable")<{ readonly message: string; readonly cause?: unknown }> {}

/**
 * Handles an event once. An event may be old, repeated or out of order, so its content is not used: the object that it is about is
 * fetched as it is now. The event's id is written after the work, so that interrupted work is done again. Answers whether it is new.
 */
export const handleEvent = Effect.fnUntraced(function* (event: EventNotice) {
  const store = yield* StripeStore
  if (yield* store.isHandled(event.id)) return false
  yield* Effect.catchDefect(dispatch(event), (cause) =>
    Effect.fail(new EventUnreadable({ message: `The object of the event ${event.id} (${event.type}) could not be read.`, cause })),
  )
  yield* store.markHandled(event.id)
  return true
})

const dispatch = Effect.fnUntraced(function* (event: EventNotice) {
  const { object } = event.data
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed": {
      const stripe = yield* StripeApi
      const session = yield* stripe.session(yield* subjectOf(event))
      return yield* eachSubscriber((subscriber) => subscriber.session(session))
    }
    case "customer.deleted": {
      const id = yield* subjectOf(event)
      return yield* eachSubscriber(({ customer }) => (customer === undefined ? Effect.void : customer(id)))
    }
    case "mandate.updated": {
      const id = yield* subjectOf(event)
      return yield* eachSubscriber(({ mandate }) => (mandate === undefined ? Effect.void : mandate(id)))
    }
    case "payment_intent.processing":
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return yield* dispatchIntent(yield* subjectOf(event), {})
    case "charge.dispute.created":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated": {
      const stripe = yield* StripeApi
      return yield* handleDispute(yield* stripe.dispute(yield* subjectOf(event)))
    }
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return yield* dispatchIntent(idOf(object.payment_intent ?? null), {})
    default:
      return
  }
})

const subjectOf = ({ data, id, type }: EventNotice) =>
  data.object.id == null
    ? Effect.fail(new EventUnreadable({ message: `The event ${id} (${type}) does not name the object that it is about.` }))
    : Effect.succeed(data.object.id)

export const handleDispute = (dispute: Stripe.Dispute) => dispatchIntent(idOf(dispute.payment_intent), { dispute })

export const handleRefund = (refund: Stripe.Refund) => dispatchIntent(idOf(refund.payment_intent), { refund })

const dispatchIntent = Effect.fnUntraced(function* (id: string | null, cause: IntentCause) {
  if (id === null) return
  const stripe = yield* StripeApi
  const intent = yield* stripe.paymentIntent(id)
  yield* eachSubscriber((subscriber) => subscriber.paymentIntent(intent, cause))
})

/** Fees of the account itself belong to no payment, so no rail books them. */
export const handleBalance = Effect.fnUntraced(function* (line: Stripe.BalanceTransaction) {
  const metadata = line.fee === 0 ? undefined : yield* metadataOfLine(line.source)
  if (metadata !== undefined) yield* eachSubscriber(({ fee }) => (fee === undefined ? Effect.void : fee(line, metadata)))
})

/** A charge carries the metadata of its PaymentIntent. A refund and a dispute name it. */
export const metadataOfLine = Effect.fnUntraced(function* (source: Stripe.BalanceTransaction["source"]) {
  if (source === null || typeof source === "string") return undefined
  if (source.object === "charge") return source.metadata
  const intent = source.object === "refund" || source.object === "dispute" ? idOf(source.payment_intent) : null
  if (intent === null) return undefined
  const stripe = yield* StripeApi
  return (yield* stripe.paymentIntent(intent)).metadata
})

const eachSubscriber = Effect.fnUntraced(function* (handle: (subscriber: StripeSubscriber) => Handled<never>) {
  yield* Effect.forEach(yield* StripeSubscribers, handle, { discard: true })
})
