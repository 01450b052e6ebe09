import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CostTag } from "../../../domain/ledger/costTag.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { otherPaymentStatuses } from "../../../domain/rail/OtherPayments.ts"
import { checkoutStatuses } from "../../../domain/connect/Checkout.ts"
import { Money } from "../../../domain/money/Money.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery, TimeFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { otherPaymentKinds, registry } from "../../../rails/registry.ts"
import { CheckoutPaymentView } from "../checkouts/payments.ts"
import { PaymentsGuarded } from "../server/paymentsPolicy.ts"
import { exampleId as id, runExample } from "../runs/example.ts"
import { bookingsEndpoint } from "./bookings.ts"
import { LimitsView } from "./limits.ts"

const MoneyView = Schema.toEncoded(Money)

/** Charges and payments in a list, without a `limit`. */
export const defaultPageSize = 50

const otherKinds = otherPaymentKinds()
/** Kinds that no rail makes for an organisation: checkouts are payments of marketplaces, and payouts are listed elsewhere. */
const plannedKinds = ["checkout", "payout"]

const BalanceView = Schema.Struct({
  organisation_id: Schema.String,
  balance: Schema.Struct({ available: MoneyView }),
  key: Schema.Struct({ id: Schema.String, name: Schema.String, scopes: Schema.Array(Schema.String), expires_at: Schema.String }),
  limits: LimitsView,
}).annotate({ identifier: "Balance" })

const UsageView = Schema.Struct({
  key_id: Schema.String,
  organisation_id: Schema.String,
  month_start: Schema.String,
  month_spent: MoneyView,
  charges: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      status: Schema.Literals(["charged", "reserved", "refunded"]),
      cost: MoneyView,
      refunded: MoneyView,
      created_at: Schema.NullOr(Schema.String),
      source_id: Schema.String,
      operation: Schema.String,
      name: Schema.String,
      run_id: Schema.String,
    }),
  ),
}).annotate({ identifier: "Usage" })

const Time = Schema.NullOr(Schema.String)
const Details = Schema.Record(Schema.String, Schema.Unknown)

/**
 * `amount_minor` is in the smallest unit of `currency`, which has `currency_decimals` decimals. Only a call has a split, a run,
 * a source and an operation.
 */
export const PaymentView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["call", ...otherKinds]),
  status: Schema.Literals(otherPaymentStatuses),
  rail: Schema.String,
  amount: MoneyView,
  amount_minor: Schema.Int,
  /** What a payment of the caller's own brought in. What the call did not cost of it is credit of the organisation. */
  deposited: Schema.optionalKey(MoneyView),
  /** What was given back of `amount` after the capture, or went back to the card or the bank account. */
  refunded: Schema.optionalKey(MoneyView),
  currency: Schema.String,
  currency_decimals: Schema.Int,
  split: Schema.NullOr(Schema.Struct({ payee: Schema.String, publisher: MoneyView, platform_fee: MoneyView })),
  run_id: Schema.NullOr(Schema.String),
  order_ref: Schema.Null,
  key_id: Schema.NullOr(Schema.String),
  /** The name of the key; of a person in the app `App: E-MAIL`. */
  key_name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  source_id: Schema.NullOr(Schema.String),
  operation: Schema.NullOr(Schema.String),
  tag: Schema.NullOr(Schema.String),
  network: Schema.NullOr(Schema.String),
  buyer_address: Schema.NullOr(Schema.String),
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  stripe: Schema.Record(Schema.String, Schema.String),
  rail_details: Schema.optionalKey(Details),
  attempts: Schema.Array(Schema.Struct({ rail: Schema.String, outcome: Schema.String, reason: Schema.String, at: Time })),
  events: Schema.Array(Schema.Struct({ type: Schema.String, at: Time, data: Details })),
  transfers: Schema.Array(Schema.Struct({ debit: Schema.String, credit: Schema.String, amount: MoneyView, at: Time })),
  created_at: Time,
  settled_at: Time,
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Payment" })

const AnyPayment = Schema.Union([PaymentView, CheckoutPaymentView])

const PaymentList = Schema.Struct({ payments: Schema.Array(AnyPayment), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "PaymentList",
})

const paymentFilter = {
  status: Schema.optionalKey(Schema.Literals([...new Set([...otherPaymentStatuses, ...checkoutStatuses])])),
  rail: Schema.optionalKey(Schema.Literals(Object.keys(registry))),
  kind: Schema.optionalKey(Schema.Literals(["call", ...new Set([...otherKinds, ...plannedKinds])])),
  key_id: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  source: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  tag: Schema.optionalKey(CostTag),
  /** Whether `from` and `to` are about the creation of a payment (else) or its settlement. */
  by: Schema.optionalKey(Schema.Literals(["created", "settled"])),
  /** The calls that this collection collects. Goes with `cursor` and `limit` only. */
  collection: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  from: Schema.optionalKey(TimeFromQuery),
  to: Schema.optionalKey(TimeFromQuery),
  cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  limit: Schema.optionalKey(IntFromQuery(1, 200, defaultPageSize)),
}

const RailView = Schema.Struct({
  rail: Schema.String,
  enabled: Schema.Boolean,
  ready: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  available: MoneyView,
  network: Schema.optionalKey(Schema.String),
  wallet_address: Schema.optionalKey(Schema.String),
  daily_cap: Schema.NullOr(MoneyView),
  spent_today: MoneyView,
  fee: Schema.Struct({ buyer: MoneyView, publisher_basis_points: Schema.Int }),
  /** What the organisation chooses on this rail, and may choose (`PUT /v1/organisation/rail-settings/{name}`). */
  setting: Schema.optionalKey(Schema.Struct({ name: Schema.String, value: Schema.String, values: Schema.Array(Schema.String) })),
})

export const MeView = Schema.Struct({
  identity: Schema.Struct({
    type: Schema.Literal("organisation_key"),
    organisation_id: Schema.String,
    key_id: Schema.String,
    name: Schema.String,
    scopes: Schema.Array(Schema.String),
    expires_at: Schema.String,
  }),
  plan: Schema.Struct({ id: Schema.String, name: Schema.String, status: Schema.String }),
  /** `available` is `prepaid` and `credit` together: what the organisation owns, and what its rails still let it owe. */
  balance: Schema.Struct({ available: MoneyView, prepaid: MoneyView, credit: MoneyView, held: MoneyView }),
  rails: Schema.Array(RailView),
  default_rail: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Me" })

export const limitsExample = {
  per_request: usd(50_000),
  monthly: usd(10_000_000),
  daily: null,
  month_spent: usd(2_000),
  month_remaining: usd(9_998_000),
  month_start: "2026-11-01T00:00:00.000Z",
}

const paymentExample = {
  id,
  kind: "call",
  status: "settled",
  rail: "credits",
  amount: usd(2_000),
  amount_minor: 2_000,
  currency: "USD",
  currency_decimals: 6,
  split: { payee: "Farthing", publisher: usd(1_960), platform_fee: usd(40) },
  run_id: runExample.id,
  order_ref: null,
  key_id: id,
  source_id: "bank-check",
  operation: "bank.validate_iban",
  tag: "research",
  network: null,
  buyer_address: null,
  tx_hash: null,
  block_number: null,
  stripe: {},
  attempts: [{ rail: "credits", outcome: "selected", reason: "cheapest rail that covers the call", at: "2026-11-21T12:00:00.000Z" }],
  events: [
    { type: "reserved", at: "2026-11-21T12:00:00.000Z", data: { amount: usd(2_000), rail: "credits" } },
    { type: "captured", at: "2026-11-21T12:00:00.020Z", data: { amount: usd(2_000) } },
  ],
  transfers: [
    { debit: "buyer:credits", credit: "payee:Farthing", amount: usd(1_960), at: "2026-11-21T12:00:00.020Z" },
    { debit: "buyer:credits", credit: "platform:fees", amount: usd(40), at: "2026-11-21T12:00:00.020Z" },
  ],
  created_at: "2026-11-21T12:00:00.000Z",
  settled_at: "2026-11-21T12:00:00.020Z",
  last_error: null,
}

const notFound = envelope(PaymentNotFound, "The organisation or marketplace has no payment with this id.")

const reading = { scope: "billing:read", paid: false } as const

export class BillingGroup extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("balance", "/v2/balance", { success: BalanceView })
      .annotate(RoutePolicy, reading)
      .annotateMerge(
        describe({
          summary: "Read the balance and the key's limits",
          responses: {
            200: {
              organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
              balance: { available: usd(24_998_000) },
              key: { id, name: "production", scopes: ["sources:read", "sources:execute"], expires_at: "2027-11-21T00:00:00.000Z" },
              limits: limitsExample,
            },
          },
        }),
      ),
    bookingsEndpoint,
    HttpApiEndpoint.get("usage", "/v2/usage", {
      query: { limit: Schema.optionalKey(IntFromQuery(1, 200, defaultPageSize)) },
      success: UsageView,
    })
      .annotate(RoutePolicy, reading)
      .annotateMerge(
        describe({
          summary: "Read what the key spent this month",
          responses: {
            200: {
              key_id: id,
              organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
              month_start: limitsExample.month_start,
              month_spent: limitsExample.month_spent,
              charges: [
                {
                  id,
                  status: "charged",
                  cost: usd(2_000),
                  refunded: usd(0),
                  created_at: "2026-11-21T12:00:00.000Z",
                  source_id: "bank-check",
                  operation: "bank.validate_iban",
                  name: "Validate an IBAN",
                  run_id: runExample.id,
                },
              ],
            },
          },
        }),
      ),
    HttpApiEndpoint.get("me", "/v1/me", { success: MeView })
      .annotate(RoutePolicy, { scope: null, paid: false })
      .annotateMerge(
        describe({
          summary: "Read who calls and the state of each rail",
          responses: {
            200: {
              identity: {
                type: "organisation_key",
                organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
                key_id: id,
                name: "production",
                scopes: ["sources:execute"],
                expires_at: "2027-11-21T00:00:00.000Z",
              },
              plan: { id: "pay_as_you_go", name: "Pay as you go", status: "active" },
              balance: { available: usd(24_998_000), prepaid: usd(24_998_000), credit: usd(0), held: usd(0) },
              rails: [
                {
                  rail: "credits",
                  enabled: true,
                  ready: true,
                  reason: null,
                  available: usd(24_998_000),
                  daily_cap: null,
                  spent_today: usd(2_000),
                  fee: { buyer: usd(0), publisher_basis_points: 200 },
                },
              ],
              default_rail: "credits",
            },
          },
        }),
      ),
  )
  .middleware(Guarded)
  .add(
    HttpApiEndpoint.get("payments", "/v1/payments", {
      query: paymentFilter,
      success: PaymentList,
      error: [notFound],
    })
      .middleware(PaymentsGuarded)
      .annotate(RoutePolicy, reading)
      .annotateMerge(
        describe({
          summary: "List payments",
          description:
            "With an organisation's key its payments, with a marketplace's secret key its checkouts. With `key_id`, `source` or `tag` the list holds calls only.",
          responses: { 200: { payments: [paymentExample], next_cursor: null } },
        }),
      ),
    HttpApiEndpoint.get("payment", "/v1/payments/:id", {
      params: { id: Schema.String },
      success: AnyPayment,
      error: [notFound],
    })
      .middleware(PaymentsGuarded)
      .annotate(RoutePolicy, reading)
      .annotateMerge(describe({ summary: "Read a payment with its timeline and transfers", responses: { 200: paymentExample } })),
  ) {}
