import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Dollars, DollarsFromText } from "../../../domain/money/Money.ts"
import { Access, Gatekeeper } from "./access.ts"
import { onPaidCalls } from "./refusals.ts"
import { resultLimit, runAnswers, waitSeconds } from "./runAnswers.ts"

const executeQuery = { max_spend: Schema.optionalKey(DollarsFromText), wait_seconds: waitSeconds, limit: resultLimit }
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
      error: onPaidCalls,
    }).annotate(Access, paidCall),
    HttpApiEndpoint.post("executeV2", "/v2/execute/:source/:operation", {
      params: executePath,
      query: executeQuery,
      payload: Inputs,
      success: runAnswers,
      error: onPaidCalls,
    }).annotate(Access, paidCall),
    HttpApiEndpoint.post("runSource", "/v2/sources/:source_id/run", {
      params: { source_id: Schema.String },
      payload: RunSourceBody,
      success: runAnswers,
      error: onPaidCalls,
    }).annotate(Access, { ...paidCall, idempotencyAs: "run_source" }),
  )
  .middleware(Gatekeeper) {}
