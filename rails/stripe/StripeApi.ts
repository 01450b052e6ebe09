import { Context, Effect, Redacted } from "effect"
import type { Stripe } from "stripe"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { type StripeFailure, stripeFailure, StripeMisuse, StripeUncertain } from "./StripeFailure.ts"

/** Every request that changes something carries an idempotency key. For 24 hours a repetition with the same key has no second effect. */
export interface Keyed {
  readonly idempotencyKey: string
}

type Answer<A> = Effect.Effect<A, StripeFailure>
type Write<P, A> = (params: P, key: Keyed) => Answer<A>

/** Newest first. If not `complete`, there are more items, and the absence of one proves nothing. */
export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly complete: boolean
}

export interface StripeApiShape {
  readonly createCustomer: Write<Stripe.CustomerCreateParams, Stripe.Customer>
  readonly updateCustomer: (id: string, params: Stripe.CustomerUpdateParams, key: Keyed) => Answer<Stripe.Customer>
  readonly customers: (filter: Pick<Stripe.CustomerListParams, "created">, maxItems: number) => Answer<Listed<Stripe.Customer>>
  /** Also one that was deleted. */
  readonly customer: (id: string) => Answer<Stripe.Customer | Stripe.DeletedCustomer>
  readonly createSession: Write<Stripe.Checkout.SessionCreateParams, Stripe.Checkout.Session>
  /** With the SetupIntent, its payment method and mandate, or the PaymentIntent, as objects. */
  readonly session: (id: string) => Answer<Stripe.Checkout.Session>
  readonly expireSession: (id: string, key: Keyed) => Answer<Stripe.Checkout.Session>
  readonly sessions: (
    filter: Pick<Stripe.Checkout.SessionListParams, "customer" | "created">,
    maxItems: number,
  ) => Answer<Listed<Stripe.Checkout.Session>>
  readonly paymentMethod: (id: string) => Answer<Stripe.PaymentMethod>
  readonly charge: (id: string) => Answer<Stripe.Charge>
  readonly mandate: (id: string) => Answer<Stripe.Mandate>
  /** Ends the mandates of a payment method. */
  readonly detachPaymentMethod: (id: string, key: Keyed) => Answer<Stripe.PaymentMethod>
  /** Every PaymentIntent is answered with its latest charge, and the line of our balance that it made, as objects. */
  readonly createPaymentIntent: Write<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent>
  readonly paymentIntent: (id: string) => Answer<Stripe.PaymentIntent>
  /** Refused once the payment is on its way. */
  readonly cancelPaymentIntent: (id: string, key: Keyed) => Answer<Stripe.PaymentIntent>
  readonly paymentIntents: (
    filter: Pick<Stripe.PaymentIntentListParams, "customer" | "created">,
    maxItems: number,
  ) => Answer<Listed<Stripe.PaymentIntent>>
  /** With the charge, refund or dispute that each is of as an object. */
  readonly balanceTransactions: (
    filter: Pick<Stripe.BalanceTransactionListParams, "created" | "payout">,
    maxItems: number,
  ) => Answer<Listed<Stripe.BalanceTransaction>>
  readonly payouts: (filter: Pick<Stripe.PayoutListParams, "arrival_date">, maxItems: number) => Answer<Listed<Stripe.Payout>>
  readonly createRefund: Write<Stripe.RefundCreateParams, Stripe.Refund>
  readonly refunds: (
    filter: Pick<Stripe.RefundListParams, "charge" | "payment_intent" | "created">,
    maxItems: number,
  ) => Answer<Listed<Stripe.Refund>>
  readonly disputes: (
    filter: Pick<Stripe.DisputeListParams, "charge" | "payment_intent" | "created">,
    maxItems: number,
  ) => Answer<Listed<Stripe.Dispute>>
  readonly refund: (id: string) => Answer<Stripe.Refund>
  readonly dispute: (id: string) => Answer<Stripe.Dispute>
  readonly event: (id: string) => Answer<Stripe.Event>
  /** Of the last 30 days. */
  readonly events: (filter: Pick<Stripe.EventListParams, "types" | "created">, maxItems: number) => Answer<Listed<Stripe.Event>>
}

export interface StripeOptions {
  /** `sk_…` or `rk_…` */
  readonly secretKey: Redacted.Redacted
  /** Instead of Stripe's own address, for a sandbox: `http://127.0.0.1:4242`. Never with a live key. */
  readonly baseUrl?: string
  /** Instead of the network, in tests. Never with a live key. */
  readonly fetch?: typeof fetch
  /** Of the whole request, 20 seconds by default. */
  readonly timeoutMs?: number
}

/** The operations of Stripe that the rails need. A failure has one of four types, which says whether anything happened. */
export class StripeApi extends Context.Service<StripeApi, StripeApiShape>()("farthing/rails/stripe/StripeApi") {
  static readonly make = (options: StripeOptions): Effect.Effect<StripeApiShape, StripeMisuse> =>
    Effect.map(stripeClient(options), (client) => apiOf(Effect.succeed(client), isLiveKey(options.secretKey)))

  /** The sandbox's Stripe. Its address is read for each request, since a restarted component has another one. */
  static readonly ofComponent = (secretKey: Redacted.Redacted, url: Effect.Effect<string, ComponentUnavailable>): StripeApiShape => {
    let last: { readonly baseUrl: string; readonly client: Stripe } | undefined
    const client = Effect.gen(function* () {
      const baseUrl = yield* Effect.mapError(url, ({ message }) => new StripeUncertain({ message }))
      if (last?.baseUrl !== baseUrl) last = { baseUrl, client: yield* stripeClient({ secretKey, baseUrl }) }
      return last.client
    })
    return apiOf(client, false)
  }
}

const withCharge = ["latest_charge", "latest_charge.balance_transaction"]
const sessionParts = ["setup_intent.payment_method", "setup_intent.mandate", "payment_intent.latest_charge.balance_transaction"]
const limit = 100

const apiOf = (client: Effect.Effect<Stripe, StripeFailure>, isLive: boolean): StripeApiShape => {
  const tried = <A>(stripe: Stripe, send: (stripe: Stripe) => Promise<A>): Answer<A> =>
    Effect.flatMap(Effect.tryPromise({ try: () => send(stripe), catch: stripeFailure }), ofMode(isLive))
  const read = <A>(send: (stripe: Stripe) => Promise<A>): Answer<A> => Effect.flatMap(client, (stripe) => tried(stripe, send))
  /** The SDK cannot abort a request. A write runs to its end, so that its outcome is known, or known to be unknown. */
  const write = <A>(send: (stripe: Stripe) => Promise<A>): Answer<A> =>
    Effect.flatMap(client, (stripe) => Effect.uninterruptible(tried(stripe, send)))
  /** All pages, at most 9,999 items. One item more than `maxItems` is requested, which shows whether the list is complete. */
  const listed = <A>(
    maxItems: number,
    pages: (stripe: Stripe) => { readonly autoPagingToArray: (options: { limit: number }) => Promise<Array<A>> },
  ): Answer<Listed<A>> =>
    Effect.map(
      read((stripe) => pages(stripe).autoPagingToArray({ limit: maxItems + 1 })),
      (items) => ({ items: items.slice(0, maxItems), complete: items.length <= maxItems }),
    )

  return StripeApi.of({
    createCustomer: (params, key) => write((stripe) => stripe.customers.create(params, key)),
    updateCustomer: (id, params, key) => write((stripe) => stripe.customers.update(id, params, key)),
    customers: (filter, maxItems) => listed(maxItems, (stripe) => stripe.customers.list({ ...filter, limit })),
    customer: (id) => read((stripe) => stripe.customers.retrieve(id)),
    createSession: (params, key) => write((stripe) => stripe.checkout.sessions.create(params, key)),
    session: (id) => read((stripe) => stripe.checkout.sessions.retrieve(id, { expand: sessionParts })),
    expireSession: (id, key) => write((stripe) => stripe.checkout.sessions.expire(id, {}, key)),
    paymentMethod: (id) => read((stripe) => stripe.paymentMethods.retrieve(id)),
    charge: (id) => read((stripe) => stripe.charges.retrieve(id)),
    sessions: (filter, maxItems) => listed(maxItems, (stripe) => stripe.checkout.sessions.list({ ...filter, limit })),
    mandate: (id) => read((stripe) => stripe.mandates.retrieve(id)),
    detachPaymentMethod: (id, key) => write((stripe) => stripe.paymentMethods.detach(id, {}, key)),
    createPaymentIntent: (params, key) => write((stripe) => stripe.paymentIntents.create({ ...params, expand: withCharge }, key)),
    paymentIntent: (id) => read((stripe) => stripe.paymentIntents.retrieve(id, { expand: withCharge })),
    cancelPaymentIntent: (id, key) => write((stripe) => stripe.paymentIntents.cancel(id, {}, key)),
    paymentIntents: (filter, maxItems) =>
      listed(maxItems, (stripe) => stripe.paymentIntents.list({ ...filter, limit, expand: withCharge.map((path) => `data.${path}`) })),
    balanceTransactions: (filter, maxItems) =>
      listed(maxItems, (stripe) => stripe.balanceTransactions.list({ ...filter, limit, expand: ["data.source"] })),
    payouts: (filter, maxItems) => listed(maxItems, (stripe) => stripe.payouts.list({ ...filter, limit })),
    createRefund: (params, key) => write((stripe) => stripe.refunds.create(params, key)),
    refunds: (filter, maxItems) => listed(maxItems, (stripe) => stripe.refunds.list({ ...filter, limit })),
    disputes: (filter, maxItems) => listed(maxItems, (stripe) => stripe.disputes.list({ ...filter, limit })),
    refund: (id) => read((stripe) => stripe.refunds.retrieve(id)),
    dispute: (id) => read((stripe) => stripe.disputes.retrieve(id)),
    event: (id) => read((stripe) => stripe.events.retrieve(id)),
    events: (filter, maxItems) => listed(maxItems, (stripe) => stripe.events.list({ ...filter, limit })),
  })
}

const isLiveKey = (key: Redacted.Redacted): boolean => /^[sr]k_live_/.test(Redacted.value(key))

/** Test money must never be booked as real money, nor the other way round, whatever a proxy or a mistaken key answers. */
const ofMode =
  (isLive: boolean) =>
  <A>(answer: A): Answer<A> => {
    const objects: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
    const isOther = objects.some(
      (object) => typeof object === "object" && object !== null && "livemode" in object && object.livemode !== isLive,
    )
    return isOther
      ? Effect.fail(
          new StripeMisuse({
            message: `Stripe answered a ${isLive ? "live" : "test"} key with an object of the other mode. It is not used.`,
          }),
        )
      : Effect.succeed(answer)
  }

/**
 * The SDK without telemetry and without retries of its own. One retry remains that has no switch: the SDK sends a POST again if
 * its connection was closed (ECONNRESET, EPIPE). The request carries our idempotency key, so Stripe runs it once.
 */
const stripeClient = (options: StripeOptions): Effect.Effect<Stripe, StripeMisuse> =>
  Effect.gen(function* () {
    const key = Redacted.value(options.secretKey)
    if (!/^[sr]k_(live|test)_\w+$/.test(key)) {
      return yield* new StripeMisuse({
        message: "FARTHING_STRIPE_SECRET_KEY must be a secret key of Stripe: it begins with sk_live_, rk_live_, sk_test_ or rk_test_.",
      })
    }
    const isRedirected = options.baseUrl !== undefined || options.fetch !== undefined
    if (isRedirected && isLiveKey(options.secretKey)) {
      return yield* new StripeMisuse({
        message: "A live key is sent to Stripe only: unset FARTHING_STRIPE_URL, or use a test key.",
      })
    }
    const address = options.baseUrl === undefined ? {} : yield* addressOf(options.baseUrl)
    const { Stripe } = yield* loadSdk
    return new Stripe(key, {
      ...address,
      ...(options.fetch === undefined ? {} : { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
      maxNetworkRetries: 0,
      telemetry: false,
      timeout: options.timeoutMs ?? 20_000,
    })
  })

/** Loaded for the first client: a command that sends Stripe nothing saves 0.1 s. */
export const loadSdk = Effect.suspend(() => (sdk === undefined ? importSdk : Effect.succeed(sdk)))

let sdk: typeof import("stripe") | undefined
const importSdk = Effect.promise(async () => (sdk = await import("stripe")))

const addressOf = Effect.fnUntraced(function* (baseUrl: string) {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const protocol = url?.protocol === "http:" ? "http" : url?.protocol === "https:" ? "https" : undefined
  if (url === undefined || protocol === undefined || url.pathname !== "/" || url.search !== "" || url.username !== "") {
    return yield* new StripeMisuse({
      message: "FARTHING_STRIPE_URL must be an http or https URL without a path, for instance http://127.0.0.1:4242.",
    })
  }
  return { host: url.hostname, port: url.port === "" ? (protocol === "http" ? 80 : 443) : Number(url.port), protocol } as const
})

/** The id of an object that Stripe answers either as an id or expanded. */
export function idOf(reference: string | { readonly id: string }): string
export function idOf(reference: string | { readonly id: string } | null): string | null
export function idOf(reference: string | { readonly id: string } | null): string | null {
  return reference === null || typeof reference === "string" ? reference : reference.id
}

/** The date of Stripe's balance transaction of a charge, in milliseconds since 1970: when the money came, however late we learn of it. */
export const paidAtOf = (charge: Stripe.Charge | null): number | null =>
  typeof charge?.balance_transaction === "object" && charge.balance_transaction !== null ? charge.balance_transaction.created * 1000 : null
