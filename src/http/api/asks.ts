import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ContinuationState } from "../../../domain/ask/continuation.ts"
import { Dollars } from "../../../domain/money/Money.ts"
import { WorkflowList } from "../../../domain/workflow/Recipes.ts"
import { Access, Gatekeeper } from "./access.ts"
import { Verdict } from "./preflight.ts"
import { onAsks, onContinuations, onDirectory, onPlanRuns, onRuns } from "./refusals.ts"
import { aboutReading, resultLimit, runAnswers, waitSeconds } from "./runAnswers.ts"

const wait_seconds = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 55 })))
const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })))
const max_spend = Schema.optionalKey(Dollars)

/** The body of `POST /v2/ask`: exactly one of `question` and `workflow`; `max_spend` with `auto`. */
export const AskBody = Schema.Struct({
  question: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4000))),
  workflow: Schema.optionalKey(Schema.Struct({ slug: Schema.String, input: Schema.Record(Schema.String, Schema.Json) })),
  execution_mode: Schema.optionalKey(Schema.Literals(["plan", "auto"])),
  max_spend,
  limit,
  wait_seconds,
})

export const RunPlanBody = Schema.Struct({ quote_ref: Schema.optionalKey(Schema.String), max_spend, limit, wait_seconds })

export const ContinueBody = Schema.Struct({
  state: ContinuationState,
  action_id: Schema.String,
  /** `{entity_ref}` or `{value}`, as the action's `input_schema` says. */
  input: Schema.Record(Schema.String, Schema.Json),
  wait_seconds,
  limit,
})

const id = { id: Schema.String }
/** The run object, or what would become of it where `X-Payment-Dry-Run` asks so. */
const askAnswers = [...runAnswers, Verdict] as const

/** The scope of an ask follows its `execution_mode`: `ask:create` to plan, `ask:execute` for `auto`. */
const asking = { scope: null, paid: true, idempotencyAs: "ask" } as const

export class AsksGroup extends HttpApiGroup.make("asks")
  .add(
    HttpApiEndpoint.post("ask", "/v2/ask", { payload: AskBody, success: askAnswers, error: onAsks }).annotate(Access, asking),
    HttpApiEndpoint.post("plan", "/v2/ask/plan", { payload: AskBody, success: askAnswers, error: onAsks }).annotate(Access, asking),
    HttpApiEndpoint.get("workflows", "/v2/ask/workflows", { success: Schema.toEncoded(WorkflowList), error: [onDirectory[1]] }).annotate(
      Access,
      {
        scope: "sources:read",
        paid: false,
      },
    ),
    HttpApiEndpoint.post("run", "/v2/asks/:id/run", {
      params: id,
      payload: RunPlanBody,
      success: askAnswers,
      error: onPlanRuns,
    }).annotate(Access, { scope: "ask:execute", paid: true, idempotencyAs: "ask_run" }),
    HttpApiEndpoint.post("continue", "/v2/asks/:id/continue", {
      params: id,
      payload: ContinueBody,
      success: askAnswers,
      error: onContinuations,
    }).annotate(Access, { scope: null, paid: true, idempotencyAs: "ask_continue", idempotencyKey: "required" }),
    HttpApiEndpoint.get("read", "/v2/asks/:id", {
      params: id,
      query: { wait_seconds: waitSeconds, limit: resultLimit },
      success: runAnswers,
      error: onRuns,
    })
      .annotate(Access, { scope: null, paid: true })
      .annotateMerge(aboutReading),
    HttpApiEndpoint.post("cancel", "/v2/asks/:id/cancel", { params: id, success: runAnswers, error: onRuns }).annotate(Access, {
      scope: null,
      paid: true,
    }),
  )
  .middleware(Gatekeeper) {}
