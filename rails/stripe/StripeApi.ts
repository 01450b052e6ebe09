import { Context, Effect, Layer } from "effect"
import type { Stripe } from "stripe"
import { stripeClient, type StripeOptions } from "./client.ts"
import { outcomeOf, type StripeFailure, type StripeMisuse } from "./outcomes.ts"

/** Whatever changes something carries our key: repeated with it, it happens once (for 24 hours; later, look first). */
export interface Keyed {
  readonly idempotencyKey: string
}

type Answer<A> = Effect.Effect<A, StripeFailure>
type Write<P, A> = (params: P, key: Keyed) => Answer<A>

/** Things of a list, newest first. Where not `complete` there are more, and nothing may be concluded from an absence. */
export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly complete: boolean
}

export interface StripeApiShape {
  readonly createCustomer: Write<Stripe.CustomerCreateParams, Stripe.Customer>
  readonly createSession: Write<Stripe.Checkout.SessionCreateParams, Stripe.Checkout.Session>
  /** With the SetupIntent, its payment method and mandate, or the PaymentIntent, as objects. */
  readonly session: (id: string) => Answer<Stripe.Checkout.Session>
  readonly expireSession: (id: string, key: Keyed) => Answer<Stripe.Checkout.Session>
  readonly setupIntent: (id: string) => Answer<Stripe.SetupIntent>
  readonly mandate: (id: string) => Answer<Stripe.Mandate>
  readonly paymentMethod: (id: string) => Answer<Stripe.PaymentMethod>
  /** Ends the mandates of a payment method. */
  readonly detachPaymentMethod: (id: string, key: Keyed) => Answer<Stripe.PaymentMethod>
  /** Answered with its latest charge as an object, as all PaymentIntents here. */
  readonly createPaymentIntent: Write<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent>
  readonly paymentIntent: (id: string) => Answer<Stripe.PaymentIntent>
  readonly paymentIntents: (
    filter: Pick<Stripe.PaymentIntentListParams, "customer" | "created">,
    most: number,
  ) => Answer<Listed<Stripe.PaymentIntent>>
  readonly charge: (id: string) => Answer<Stripe.Charge>
  readonly createRefund: Write<Stripe.RefundCreateParams, Stripe.Refund>
  readonly refunds: (
    filter: Pick<Stripe.RefundListParams, "charge" | "payment_intent" | "created">,
    most: number,
  ) => Answer<Listed<Stripe.Refund>>
  readonly disputes: (
    filter: Pick<Stripe.DisputeListParams, "charge" | "payment_intent" | "created">,
    most: number,
  ) => Answer<Listed<Stripe.Dispute>>
  /** Of the last 30 days. */
  readonly events: (filter: Pick<Stripe.EventListParams, "types" | "created">, most: number) => Answer<Listed<Stripe.Event>>
}

/** Stripe as the rail needs it. Every outcome but success is one of four, and says whether anything happened. */
export class StripeApi extends Context.Service<StripeApi, StripeApiShape>()("farthing/rails/stripe/StripeApi") {
  static readonly make = (options: StripeOptions): Effect.Effect<StripeApiShape, StripeMisuse> => Effect.map(stripeClient(options), apiOf)
  static readonly layer = (options: StripeOptions): Layer.Layer<StripeApi, StripeMisuse> => Layer.effect(StripeApi, StripeApi.make(options))
}

const read = <A>(ask: () => Promise<A>): Answer<A> => Effect.tryPromise({ try: ask, catch: outcomeOf })

/** The SDK cannot be told to stop: a write is waited for to its end, so that its outcome is known or known to be unknown. */
const write = <A>(ask: () => Promise<A>): Answer<A> => Effect.uninterruptible(read(ask))

interface Pages<A> {
  readonly autoPagingToArray: (options: { limit: number }) => Promise<Array<A>>
}

/** All pages, up to `most` things (at most 9,999). One more is asked for, to know whether that was all. */
const listed = <A>(most: number, pages: () => Pages<A>): Answer<Listed<A>> =>
  Effect.map(
    read(() => pages().autoPagingToArray({ limit: most + 1 })),
    (items) => ({ items: items.slice(0, most), complete: items.length <= most }),
  )

const withCharge = ["latest_charge"]
const sessionParts = ["setup_intent.payment_method", "setup_intent.mandate", "payment_intent.latest_charge"]
const page = 100

const apiOf = (stripe: Stripe): StripeApiShape =>
  StripeApi.of({
    createCustomer: (params, key) => write(() => stripe.customers.create(params, key)),
    createSession: (params, key) => write(() => stripe.checkout.sessions.create(params, key)),
    session: (id) => read(() => stripe.checkout.sessions.retrieve(id, { expand: sessionParts })),
    expireSession: (id, key) => write(() => stripe.checkout.sessions.expire(id, {}, key)),
    setupIntent: (id) => read(() => stripe.setupIntents.retrieve(id)),
    mandate: (id) => read(() => stripe.mandates.retrieve(id)),
    paymentMethod: (id) => read(() => stripe.paymentMethods.retrieve(id)),
    detachPaymentMethod: (id, key) => write(() => stripe.paymentMethods.detach(id, {}, key)),
    createPaymentIntent: (params, key) => write(() => stripe.paymentIntents.create({ ...params, expand: withCharge }, key)),
    paymentIntent: (id) => read(() => stripe.paymentIntents.retrieve(id, { expand: withCharge })),
    paymentIntents: (filter, most) =>
      listed(most, () => stripe.paymentIntents.list({ ...filter, limit: page, expand: withCharge.map((path) => `data.${path}`) })),
    charge: (id) => read(() => stripe.charges.retrieve(id)),
    createRefund: (params, key) => write(() => stripe.refunds.create(params, key)),
    refunds: (filter, most) => listed(most, () => stripe.refunds.list({ ...filter, limit: page })),
    disputes: (filter, most) => listed(most, () => stripe.disputes.list({ ...filter, limit: page })),
    events: (filter, most) => listed(most, () => stripe.events.list({ ...filter, limit: page })),
  })
