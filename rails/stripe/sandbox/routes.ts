import type { Stripe } from "stripe"
import { idOf } from "./charges.ts"
import { openCustomer, updateCustomer } from "./customers.ts"
import { expireSession } from "./hosted.ts"
import { page, within } from "./lists.ts"
import { endMandates } from "./mandates.ts"
import { cancelPaymentIntent, confirmPaymentIntent, createPaymentIntent } from "./paymentIntents.ts"
import { openRefund } from "./refunds.ts"
import { openSession } from "./sessions.ts"
import { createSetupIntent } from "./setupIntents.ts"
import { type StripeProblem, invalid, missing } from "./StripeProblem.ts"
import { openEndpoint } from "./deliveries.ts"
import type { World } from "./World.ts"
import { parametersOf } from "./schema.ts"

export interface EmulatorRoute {
  readonly method: "GET" | "POST"
  /** As Stripe's schema writes it: a segment `{…}` is the identity of an object. */
  readonly path: string
  /** Whether an unknown parameter, or one of another type, is in the way. It decodes what is text to its types, in place. */
  readonly problem: (params: unknown) => StripeProblem | undefined
  readonly run: (world: World, params: unknown, id: string) => object
}

/** An operation of Stripe's. Its parameters are checked against Stripe's own schema before it runs. */
export const route = <P>(method: "GET" | "POST", path: string, run: (world: World, params: P, id: string) => object): EmulatorRoute => {
  const takes = parametersOf<P>(method, path)
  return {
    method,
    path,
    problem: (params) => (takes(params) ? undefined : takes.problem()),
    run: (world, params, id) => {
      if (!takes(params)) throw takes.problem()
      return run(world, params, id)
    },
  }
}

const eventsReachBackSeconds = 30 * 86_400

/** Everything of Stripe's API that the sandbox has. What is not here is refused: `Unrecognized request URL`. */
export const routes: ReadonlyArray<EmulatorRoute> = [
  route<Stripe.CustomerCreateParams>("POST", "/v1/customers", openCustomer),
  route<Stripe.CustomerListParams>("GET", "/v1/customers", (world, params) =>
    page(
      world.state.all("customer").filter(({ created }) => within(created, params.created)),
      params,
      "/v1/customers",
    ),
  ),
  route<Stripe.CustomerUpdateParams>("POST", "/v1/customers/{id}", updateCustomer),
  route("GET", "/v1/customers/{id}", (world, _, id) => world.state.get("deleted_customer", id) ?? world.need("customer", id)),

  route<Stripe.Checkout.SessionCreateParams>("POST", "/v1/checkout/sessions", openSession),
  route<Stripe.Checkout.SessionListParams>("GET", "/v1/checkout/sessions", (world, params) => {
    const all = world.state
      .all("session")
      .filter(
        ({ created, customer, payment_intent, status }) =>
          within(created, params.created) &&
          (params.customer === undefined || customer === params.customer) &&
          (params.payment_intent === undefined || payment_intent === params.payment_intent) &&
          (params.status === undefined || status === params.status),
      )
    return page(all, params, "/v1/checkout/sessions")
  }),
  route("GET", "/v1/checkout/sessions/{id}", (world, _, id) => world.need("session", id)),
  route("POST", "/v1/checkout/sessions/{id}/expire", (world, _, id) => expireSession(world, id)),

  route<Stripe.SetupIntentCreateParams>("POST", "/v1/setup_intents", createSetupIntent),
  route("GET", "/v1/setup_intents/{id}", (world, _, id) => world.need("setup_intent", id)),
  route("GET", "/v1/mandates/{id}", (world, _, id) => world.need("mandate", id)),
  route("GET", "/v1/payment_methods/{id}", (world, _, id) => world.need("payment_method", id)),
  route("POST", "/v1/payment_methods/{id}/detach", (world, _, id) => detach(world, id)),

  route("POST", "/v1/payment_intents", createPaymentIntent),
  route<Stripe.PaymentIntentListParams>("GET", "/v1/payment_intents", (world, params) => {
    const all = world.state
      .all("payment_intent")
      .filter(({ created, customer }) => (params.customer === undefined || customer === params.customer) && within(created, params.created))
    return page(all, params, "/v1/payment_intents")
  }),
  route("GET", "/v1/payment_intents/{id}", (world, _, id) => world.need("payment_intent", id)),
  route<Stripe.PaymentIntentConfirmParams>("POST", "/v1/payment_intents/{id}/confirm", (world, params, id) =>
    confirmPaymentIntent(world, id, params),
  ),
  route<Stripe.PaymentIntentCancelParams>("POST", "/v1/payment_intents/{id}/cancel", (world, params, id) =>
    cancelPaymentIntent(world, id, params),
  ),

  route<Stripe.ChargeListParams>("GET", "/v1/charges", (world, params) => {
    const all = world.state
      .all("charge")
      .filter(
        ({ created, customer, payment_intent }) =>
          (params.customer === undefined || customer === params.customer) &&
          (params.payment_intent === undefined || payment_intent === params.payment_intent) &&
          within(created, params.created),
      )
    return page(all, params, "/v1/charges")
  }),
  route("GET", "/v1/charges/{id}", (world, _, id) => world.need("charge", id)),

  route("POST", "/v1/refunds", openRefund),
  route<Stripe.RefundListParams>("GET", "/v1/refunds", (world, params) => {
    const all = world.state
      .all("refund")
      .filter(
        ({ charge, created, payment_intent }) =>
          (params.charge === undefined || charge === params.charge) &&
          (params.payment_intent === undefined || payment_intent === params.payment_intent) &&
          within(created, params.created),
      )
    return page(all, params, "/v1/refunds")
  }),
  route("GET", "/v1/refunds/{id}", (world, _, id) => world.need("refund", id)),

  route<Stripe.DisputeListParams>("GET", "/v1/disputes", (world, params) => {
    const all = world.state
      .all("dispute")
      .filter(
        ({ charge, created, payment_intent }) =>
          (params.charge === undefined || charge === params.charge) &&
          (params.payment_intent === undefined || payment_intent === params.payment_intent) &&
          within(created, params.created),
      )
    return page(all, params, "/v1/disputes")
  }),
  route("GET", "/v1/disputes/{id}", (world, _, id) => world.need("dispute", id)),
  route<Stripe.BalanceTransactionListParams>("GET", "/v1/balance_transactions", (world, params) => {
    const all = world.state
      .all("balance_transaction")
      .filter(
        ({ created, currency, id, source, type }) =>
          (params.payout === undefined || linesOfPayout(world, params.payout).includes(id)) &&
          (params.currency === undefined || currency === params.currency) &&
          (params.source === undefined || source === params.source) &&
          (params.type === undefined || type === params.type) &&
          within(created, params.created),
      )
    return page(all, params, "/v1/balance_transactions")
  }),
  route("GET", "/v1/balance_transactions/{id}", (world, _, id) => {
    const transaction = world.state.get("balance_transaction", id)
    if (transaction === undefined) throw missing("balance transaction", id, "id")
    return transaction
  }),

  route<Stripe.PayoutListParams>("GET", "/v1/payouts", (world, params) => {
    const all = world.state
      .all("payout")
      .filter(
        ({ arrival_date, created, status }) =>
          within(arrival_date, params.arrival_date) &&
          within(created, params.created) &&
          (params.status === undefined || status === params.status),
      )
    return page(all, params, "/v1/payouts")
  }),
  route("GET", "/v1/payouts/{id}", (world, _, id) => needPayout(world, id, "id")),

  route<Stripe.EventListParams>("GET", "/v1/events", (world, params) => {
    if (params.type !== undefined && params.types !== undefined) throw invalid("You may only specify one of these parameters: type, types.")
    const types = params.types ?? (params.type === undefined ? undefined : [params.type])
    const all = recentEvents(world).filter(
      ({ created, type }) => (types === undefined || types.some((wanted) => matches(wanted, type))) && within(created, params.created),
    )
    return page(all, params, "/v1/events")
  }),
  route("GET", "/v1/events/{id}", (world, _, id) => {
    const event = recentEvents(world).find((recent) => recent.id === id)
    if (event === undefined) throw missing("event", id, "id")
    return event
  }),

  route("POST", "/v1/webhook_endpoints", openEndpoint),
  route<Stripe.WebhookEndpointListParams>("GET", "/v1/webhook_endpoints", (world, params) =>
    page(world.state.all("webhook_endpoint"), params, "/v1/webhook_endpoints"),
  ),
  route("GET", "/v1/webhook_endpoints/{id}", (world, _, id) => {
    const endpoint = world.state.get("webhook_endpoint", id)
    if (endpoint === undefined) throw missing("webhook endpoint", id, "id")
    return endpoint
  }),
]

const needPayout = (world: World, id: string, param: string): Stripe.Payout => {
  const payout = world.state.get("payout", id)
  if (payout === undefined) throw missing("payout", id, param)
  return payout
}

const linesOfPayout = (world: World, id: string): ReadonlyArray<string> =>
  world.state.get("paid_out", needPayout(world, id, "payout").id)?.lines ?? []

const recentEvents = (world: World) => world.state.all("event").filter(({ created }) => created >= world.seconds - eventsReachBackSeconds)

/** `charge.*` is all that begins so. */
const matches = (wanted: string, type: string) => (wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : wanted === type)

/** Ends the mandates of a payment method: the way to cancel one. */
const detach = (world: World, id: string): Stripe.PaymentMethod => {
  const method = world.need("payment_method", id)
  if (idOf(method.customer) === null) {
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method_not_attached",
    )
  }
  const after = world.state.put("payment_method", { ...method, customer: null })
  world.emit("payment_method.detached", after)
  endMandates(world, id)
  return after
}

/** Finds the route of a method and a path, and the identity in it. */
export const find = (
  routes: ReadonlyArray<EmulatorRoute>,
  method: string,
  path: string,
): { readonly route: EmulatorRoute; readonly id: string } | undefined => {
  const requested = path.split("/")
  for (const candidate of routes) {
    const segments = candidate.path.split("/")
    if (candidate.method !== method || segments.length !== requested.length) continue
    if (!segments.every((segment, i) => (segment.startsWith("{") ? requested[i] !== "" : segment === requested[i]))) continue
    return { route: candidate, id: requested[segments.findIndex((segment) => segment.startsWith("{"))] ?? "" }
  }
  return undefined
}
