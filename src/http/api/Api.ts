import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SourceList, SourceView } from "../../../domain/catalogue/views.ts"
import { Dollars, Money } from "../../../domain/Money.ts"
import { Access, Gatekeeper, IntFromQuery } from "./access.ts"
import { RunObject } from "./runObject.ts"

const Money_ = Schema.toEncoded(Money)
const running = RunObject.pipe(HttpApiSchema.status(202))
const failed = RunObject.pipe(HttpApiSchema.status(502))
const runAnswers = [RunObject, running, failed] as const

const waitSeconds = Schema.optionalKey(IntFromQuery(0, 55))
const resultLimit = Schema.optionalKey(IntFromQuery(1, 50))
const DollarsFromQuery = Schema.FiniteFromString.pipe(Schema.decodeTo(Dollars))

const executeQuery = { max_spend: Schema.optionalKey(DollarsFromQuery), wait_seconds: waitSeconds, limit: resultLimit }
const executePath = { source: Schema.String, operation: Schema.String }
const Inputs = Schema.Record(Schema.String, Schema.Unknown)

/** The body of `POST /v2/sources/{source_id}/run`. */
export const RunSourceBody = Schema.Struct({
  operation: Schema.String,
  input: Inputs,
  max_spend: Schema.optionalKey(Dollars),
  wait_seconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 55 }))),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
})

const paidCall = { scope: "sources:execute", paid: true, idempotencyAs: "execute" } as const

export class CallsGroup extends HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.post("execute", "/v1/execute/:source/:operation", {
      params: executePath,
      query: executeQuery,
      payload: Inputs,
      success: runAnswers,
    }).annotate(Access, paidCall),
    HttpApiEndpoint.post("executeV2", "/v2/execute/:source/:operation", {
      params: executePath,
      query: executeQuery,
      payload: Inputs,
      success: runAnswers,
    }).annotate(Access, paidCall),
    HttpApiEndpoint.post("runSource", "/v2/sources/:source_id/run", {
      params: { source_id: Schema.String },
      payload: RunSourceBody,
      success: runAnswers,
    }).annotate(Access, { ...paidCall, idempotencyAs: "run_source" }),
  )
  .middleware(Gatekeeper) {}

export class RunsGroup extends HttpApiGroup.make("runs")
  .add(
    HttpApiEndpoint.get("read", "/v2/runs/:id", {
      params: { id: Schema.String },
      query: { wait_seconds: waitSeconds, limit: resultLimit },
      success: runAnswers,
    }).annotate(Access, { scope: null, paid: true }),
    HttpApiEndpoint.post("cancel", "/v2/runs/:id/cancel", { params: { id: Schema.String }, success: runAnswers }).annotate(Access, {
      scope: null,
      paid: true,
    }),
  )
  .middleware(Gatekeeper) {}

export class SourcesGroup extends HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/v2/sources", {
      query: {
        search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
        category: Schema.optionalKey(Schema.String),
        tag: Schema.optionalKey(Schema.String),
        sector: Schema.optionalKey(Schema.String),
        capability: Schema.optionalKey(Schema.String),
        offset: Schema.optionalKey(IntFromQuery(0, Number.MAX_SAFE_INTEGER)),
        limit: resultLimit,
      },
      success: Schema.toEncoded(SourceList),
    }).annotate(Access, { scope: "sources:read", paid: false }),
    HttpApiEndpoint.get("source", "/v2/sources/:source_id", {
      params: { source_id: Schema.String },
      success: Schema.toEncoded(SourceView),
    }).annotate(Access, { scope: "sources:read", paid: false }),
  )
  .middleware(Gatekeeper) {}

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

export class BillingGroup extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("balance", "/v2/balance", { success: BalanceView }).annotate(Access, { scope: "billing:read", paid: false }),
    HttpApiEndpoint.get("usage", "/v2/usage", { query: { limit: Schema.optionalKey(IntFromQuery(1, 200)) }, success: UsageView }).annotate(
      Access,
      { scope: "billing:read", paid: false },
    ),
    HttpApiEndpoint.get("payment", "/v1/payments/:id", {
      params: { id: Schema.String },
      success: Schema.Record(Schema.String, Schema.Unknown),
    }).annotate(Access, { scope: "billing:read", paid: false }),
  )
  .middleware(Gatekeeper) {}

/** The buyer API, apart from its handlers: routes, documents and typed clients derive from it. */
export class Api extends HttpApi.make("farthing")
  .add(CallsGroup)
  .add(RunsGroup)
  .add(SourcesGroup)
  .add(BillingGroup)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotateMerge(OpenApi.annotations({ title: "Farthing", version: "2.0.0" })) {}
