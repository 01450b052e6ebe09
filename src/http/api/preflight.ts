import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Dollars, Money } from "../../../domain/money/Money.ts"
import { Access, Gatekeeper } from "./access.ts"
import { LimitsView } from "./billing.ts"
import { onPreflight } from "./refusals.ts"

const Money_ = Schema.toEncoded(Money)
const Reason = Schema.Struct({ code: Schema.String, message: Schema.String })

/** What would become of a paid call: nothing was dispatched, reserved or charged to find out. */
export const Verdict = Schema.Struct({
  slug: Schema.String,
  operation: Schema.String,
  method: Schema.String,
  price: Money_,
  total: Money_,
  rail: Schema.NullOr(Schema.String),
  would_succeed: Schema.Boolean,
  reason_if_not: Schema.NullOr(Reason),
  rails: Schema.Array(
    Schema.Struct({ rail: Schema.String, viable: Schema.Boolean, cost: Schema.NullOr(Money_), gaps: Schema.Array(Reason) }),
  ),
  spent_after: Money_,
  limits: LimitsView,
  valid_until: Schema.String,
}).annotate({ identifier: "Preflight" })

const calls = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })))
const rail = Schema.optionalKey(Schema.String)

export const RelayPreflightBody = Schema.Struct({
  method: Schema.String,
  /** Path below the slug, with its query if it has one. */
  path: Schema.String,
  input: Schema.optionalKey(Schema.Unknown),
  rail,
  calls,
})

export const CallPreflightBody = Schema.Struct({
  input: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  max_spend: Schema.optionalKey(Dollars),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
  rail,
  calls,
})

const asking = { scope: "sources:execute", paid: true } as const

export class PreflightGroup extends HttpApiGroup.make("preflight")
  .add(
    HttpApiEndpoint.post("relay", "/v1/apis/:slug/preflight", {
      params: { slug: Schema.String },
      payload: RelayPreflightBody,
      success: Verdict,
      error: onPreflight,
    }).annotate(Access, asking),
    HttpApiEndpoint.post("call", "/v1/execute/:source/:operation/preflight", {
      params: { source: Schema.String, operation: Schema.String },
      payload: CallPreflightBody,
      success: Verdict,
      error: onPreflight,
    }).annotate(Access, asking),
  )
  .middleware(Gatekeeper) {}
