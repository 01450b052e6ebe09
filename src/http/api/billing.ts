import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { paymentStatuses } from "../../../domain/ledger/status.ts"
import { Money } from "../../../domain/money/Money.ts"
import { registry } from "../../../rails/registry.ts"
import { Access, Gatekeeper, IntFromQuery, TimeFromQuery } from "./access.ts"
import { onPayments } from "./refusals.ts"

const Money_ = Schema.toEncoded(Money)

export const LimitsView = Schema.Struct({
  per_request: Schema.NullOr(Money_),
  monthly: Schema.NullOr(Money_),
  daily: Schema.NullOr(Money_),
  month_spent: Money_,
  month_remaining: Schema.NullOr(Money_),
  month_start: Schema.String,
}).annotate({ identifier: "Limits" })

const BalanceView = Schema.Struct({
  organisation_id: Schema.String,
  balance: Schema.Struct({ available: Money_ }),
  key: Schema.Struct({ id: Schema.String, name: Schema.String, scopes: Schema.Array(Schema.String), expires_at: Schema.String }),
  limits: LimitsView,
}).annotate({ identifier: "Balance" })

const UsageView = Schema.Struct({
  key_id: Schema.String,
  organisation_id: Schema.String,
  month_start: Schema.String,
  month_spent: Money_,
  charges: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      status: Schema.Literals(["charged", "reserved", "refunded"]),
      cost: Money_,
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
 * `amount_minor` is in the smallest unit of `currency`, of which `currency_decimals` stand behind the point. Only a call has
 * a split, a run, a source and an operation.
 */
const PaymentView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["call", "collection", "topup"]),
  status: Schema.Literals(paymentStatuses),
  rail: Schema.String,
  amount: Money_,
  amount_minor: Schema.Int,
  currency: Schema.String,
  currency_decimals: Schema.Int,
  split: Schema.NullOr(Schema.Struct({ payee: Schema.String, publisher: Money_, platform_fee: Money_ })),
  run_id: Schema.NullOr(Schema.String),
  order_ref: Schema.Null,
  key_id: Schema.NullOr(Schema.String),
  source_id: Schema.NullOr(Schema.String),
  operation: Schema.NullOr(Schema.String),
  network: Schema.NullOr(Schema.String),
  buyer_address: Schema.NullOr(Schema.String),
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  stripe: Schema.Record(Schema.String, Schema.String),
  rail_details: Schema.optionalKey(Details),
  attempts: Schema.Array(Schema.Struct({ rail: Schema.String, outcome: Schema.String, reason: Schema.String, at: Time })),
  events: Schema.Array(Schema.Struct({ type: Schema.String, at: Time, data: Details })),
  transfers: Schema.Array(Schema.Struct({ debit: Schema.String, credit: Schema.String, amount: Money_, at: Time })),
  created_at: Time,
  settled_at: Time,
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Payment" })

const PaymentList = Schema.Struct({ payments: Schema.Array(PaymentView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "PaymentList",
})

const paymentFilter = {
  status: Schema.optionalKey(Schema.Literals(paymentStatuses)),
  rail: Schema.optionalKey(Schema.Literals(Object.keys(registry))),
  kind: Schema.optionalKey(Schema.Literals(["call", "checkout", "topup", "collection", "payout"])),
  from: Schema.optionalKey(TimeFromQuery),
  to: Schema.optionalKey(TimeFromQuery),
  cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  limit: Schema.optionalKey(IntFromQuery(1, 200)),
}

const RailView = Schema.Struct({
  rail: Schema.String,
  enabled: Schema.Boolean,
  ready: Schema.Boolean,
  reason: Schema.NullOr(Schema.String),
  network: Schema.optionalKey(Schema.String),
  wallet_address: Schema.optionalKey(Schema.String),
  daily_cap: Schema.NullOr(Money_),
  spent_today: Money_,
  fee: Schema.Struct({ buyer: Money_, publisher_basis_points: Schema.Int }),
})

const MeView = Schema.Struct({
  identity: Schema.Struct({
    type: Schema.Literal("organisation_key"),
    organisation_id: Schema.String,
    key_id: Schema.String,
    name: Schema.String,
    scopes: Schema.Array(Schema.String),
    expires_at: Schema.String,
  }),
  plan: Schema.Struct({ id: Schema.String, name: Schema.String, status: Schema.String }),
  balance: Schema.Struct({ available: Money_, held: Money_ }),
  rails: Schema.Array(RailView),
  default_rail: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Me" })

export class BillingGroup extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("balance", "/v2/balance", { success: BalanceView }).annotate(Access, { scope: "billing:read", paid: false }),
    HttpApiEndpoint.get("usage", "/v2/usage", { query: { limit: Schema.optionalKey(IntFromQuery(1, 200)) }, success: UsageView }).annotate(
      Access,
      { scope: "billing:read", paid: false },
    ),
    HttpApiEndpoint.get("me", "/v1/me", { success: MeView }).annotate(Access, { scope: null, paid: false }),
    HttpApiEndpoint.get("payments", "/v1/payments", { query: paymentFilter, success: PaymentList }).annotate(Access, {
      scope: "billing:read",
      paid: false,
    }),
    HttpApiEndpoint.get("payment", "/v1/payments/:id", {
      params: { id: Schema.String },
      success: PaymentView,
      error: onPayments,
    }).annotate(Access, { scope: "billing:read", paid: false }),
  )
  .middleware(Gatekeeper) {}
