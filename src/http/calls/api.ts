import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Dollars } from "../../../domain/money/Money.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors } from "../../../rails/http/errors.ts"
import { DollarsFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { operationErrors, spendingErrors } from "../paid/errors.ts"
import { PreflightView } from "../paid/preflight.ts"
import { resultLimit, runResponses, waitSeconds } from "../runs/api.ts"
import { runExample, runExamples } from "../runs/example.ts"

/** Results of a `per_result` operation, and seconds to wait, without a parameter. */
export const defaultLimit = 10
export const defaultWaitSeconds = 25

const executeQuery = {
  max_spend: Schema.optionalKey(DollarsFromQuery),
  wait_seconds: waitSeconds(defaultWaitSeconds),
  limit: resultLimit(defaultLimit),
}
const executePath = { source: Schema.String, operation: Schema.String }
const Inputs = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description:
    "The inputs of the operation by field, and nothing else. `operations[].input` of `GET /v2/sources/{source_id}` lists them with their JSON schemas.",
})

/** The body of `POST /v2/sources/{source_id}/run`. */
export const RunSourceBody = Schema.Struct({
  operation: Schema.String,
  input: Inputs,
  max_spend: Schema.optionalKey(Dollars),
  wait_seconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 55 }))),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
})

const policy = { scope: "sources:execute", paid: true, idempotencyAs: "execute", takesPayment: true, body: "raw" } as const
/** The run object, or what would become of the call with `X-Payment-Dry-Run: 1`. */
const success = [...runResponses, PreflightView] as const
const error = [...bodyErrors, ...operationErrors, ...spendingErrors] as const
const inputs = { iban: "DE89370400440532013000" }
const described = describe({
  summary: "Call an operation; the body is its inputs",
  request: inputs,
  responses: { 200: runExample, ...runExamples },
})

export class CallsGroup extends HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.post("execute", "/v1/execute/:source/:operation", {
      params: executePath,
      query: executeQuery,
      payload: Inputs,
      success,
      error,
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(described),
    HttpApiEndpoint.post("executeV2", "/v2/execute/:source/:operation", {
      params: executePath,
      query: executeQuery,
      payload: Inputs,
      success,
      error,
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(described),
    HttpApiEndpoint.post("runSource", "/v2/sources/:source_id/run", {
      params: { source_id: Schema.String },
      payload: RunSourceBody,
      success,
      error,
    })
      .annotate(RoutePolicy, { ...policy, idempotencyAs: "run_source" })
      .annotateMerge(
        describe({
          summary: "Call an operation, named in the body",
          request: { operation: "bank.validate_iban", input: inputs, max_spend: 0.01 },
          responses: { 200: runExample, ...runExamples },
        }),
      ),
  )
  .middleware(Guarded) {}
