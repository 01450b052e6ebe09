import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Money } from "../../../domain/Money.ts"
import { Access, Gatekeeper, IntFromQuery } from "./access.ts"
import { onPayments } from "./refusals.ts"

const Money_ = Schema.toEncoded(Money)

const BalanceView = Schema.Struct({
  organisation_id: Schema.String,
  balance: Schema.Struct({ available: Money_ }),
  key: Schema.Struct({ id: Schema.String, name: Schema.String, scopes: Schema.Array(Schema.String), expires_at: Schema.String }),
  limits: Schema.Struct({
    per_request: Schema.NullOr(Money_),
    monthly: Schema.NullOr(Money_),
    daily: Schema.NullOr(Money_),
    month_spent: Money_,
    month_remaining: Schema.NullOr(Money_),
    month_start: Schema.String,
  }),
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

const PaymentView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["call"]),
  status: Schema.Literals(["reserved", "settling", "settled", "released", "refunded", "failed", "unknown"]),
  rail: Schema.String,
  amount: Money_,
  amount_minor: Schema.Int,
  currency: Schema.String,
  currency_decimals: Schema.Int,
  split: Schema.Struct({ payee: Schema.String, publisher: Money_, platform_fee: Money_ }),
  run_id: Schema.String,
  order_ref: Schema.Null,
  key_id: Schema.NullOr(Schema.String),
  source_id: Schema.String,
  operation: Schema.String,
  network: Schema.NullOr(Schema.String),
  buyer_address: Schema.NullOr(Schema.String),
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  attempts: Schema.Array(Schema.Struct({ rail: Schema.String, outcome: Schema.String, reason: Schema.String, at: Time })),
  events: Schema.Array(Schema.Struct({ type: Schema.String, at: Time, data: Details })),
  transfers: Schema.Array(Schema.Struct({ debit: Schema.String, credit: Schema.String, amount: Money_, at: Time })),
  created_at: Time,
  settled_at: Time,
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Payment" })

export class BillingGroup extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("balance", "/v2/balance", { success: BalanceView }).annotate(Access, { scope: "billing:read", paid: false }),
    HttpApiEndpoint.get("usage", "/v2/usage", { query: { limit: Schema.optionalKey(IntFromQuery(1, 200)) }, success: UsageView }).annotate(
      Access,
      { scope: "billing:read", paid: false },
    ),
    HttpApiEndpoint.get("payment", "/v1/payments/:id", {
      params: { id: Schema.String },
      success: PaymentView,
      error: onPayments,
    }).annotate(Access, { scope: "billing:read", paid: false }),
  )
  .middleware(Gatekeeper) {}
