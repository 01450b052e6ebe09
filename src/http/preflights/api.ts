import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SourceUnavailable } from "../../../domain/catalogue/Source.ts"
import { MethodNotListed } from "../../../domain/listing/match.ts"
import { Dollars } from "../../../domain/money/Money.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope, RouteNotFound } from "../../../rails/http/errors.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { limitsExample } from "../billing/api.ts"
import { operationErrors } from "../paid/errors.ts"
import { PreflightView } from "../paid/preflight.ts"

const calls = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })))
const rail = Schema.optionalKey(Schema.String)

const RelayPreflightBody = Schema.Struct({
  method: Schema.String,
  /** Path below the slug, with its query if it has one. */
  path: Schema.String,
  input: Schema.optionalKey(Schema.Unknown),
  rail,
  calls,
})

const CallPreflightBody = Schema.Struct({
  input: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  max_spend: Schema.optionalKey(Dollars),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
  rail,
  calls,
})

const example = {
  slug: "notifications-api",
  operation: "POST /notifications/send",
  method: "POST",
  price: usd(2_000),
  total: usd(20_000),
  rail: "credits",
  would_succeed: true,
  reason_if_not: null,
  rails: [{ rail: "credits", viable: true, cost: usd(20_000), gaps: [] }],
  spent_after: usd(22_000),
  limits: limitsExample,
  valid_until: "2026-11-21T12:00:30.000Z",
}

const policy = { scope: "sources:execute", paid: true, noStore: true } as const
const error = [
  ...bodyErrors,
  ...operationErrors,
  envelope(MethodNotListed, "The path is listed with other methods."),
  envelope(SourceUnavailable, "The listing is paused."),
] as const

export class PreflightGroup extends HttpApiGroup.make("preflight")
  .add(
    HttpApiEndpoint.post("relay", "/v1/apis/:slug/preflight", {
      params: { slug: Schema.String },
      payload: RelayPreflightBody,
      success: PreflightView,
      error: [...error, envelope(RouteNotFound, "No API is listed under this slug.")],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "What a call of a listed API would cost, and whether it would be paid",
          request: { method: "POST", path: "/notifications/send", calls: 10 },
          responses: { 200: example },
        }),
      ),
    HttpApiEndpoint.post("call", "/v1/execute/:source/:operation/preflight", {
      params: { source: Schema.String, operation: Schema.String },
      payload: CallPreflightBody,
      success: PreflightView,
      error,
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "What a call of an operation would cost, and whether it would be paid",
          request: { input: { iban: "DE89370400440532013000" }, calls: 10 },
          responses: { 200: { ...example, slug: "bank-check", operation: "bank.validate_iban" } },
        }),
      ),
  )
  .middleware(Guarded) {}
