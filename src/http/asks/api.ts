import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ContinuationState } from "../../../domain/ask/continuation.ts"
import { PlannerUnavailable } from "../../../domain/ask/Planner.ts"
import {
  ApprovalUnconfirmed,
  ContinuationChanged,
  InvalidContinuationInput,
  InvalidContinuationState,
  PlanChanged,
  PlanExpired,
  PlanNotReady,
  Unsupported,
} from "../../../domain/ask/refusals.ts"
import { Dollars } from "../../../domain/money/Money.ts"
import { WorkflowList } from "../../../domain/workflow/Recipes.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { catalogueErrors, invalidInputError, spendingErrors } from "../paid/errors.ts"
import { PreflightView } from "../paid/preflight.ts"
import { readingDescription, resultLimit, runErrors, runResponses, waitSeconds } from "../runs/api.ts"
import { runExamples } from "../runs/example.ts"
import { RunStatus } from "../runs/runObject.ts"
import { completedExample, continuationExample, listedExample, plannedExample, questionExample, workflowExample } from "./examples.ts"
import { AskList } from "./list.ts"

const wait_seconds = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 55 })))
const limit = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })))
const max_spend = Schema.optionalKey(Dollars)

/** The body of `POST /v2/ask`: exactly one of `question` and `workflow`; `max_spend` with `auto`. */
export const AskBody = Schema.Struct({
  question: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(4000))),
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

export const defaultAskPage = 20

const params = { id: Schema.String }
/** The run object, or what would become of it with `X-Payment-Dry-Run: 1`. */
const success = [...runResponses, PreflightView] as const

const notReady = envelope(PlanNotReady, "The ask has no priced plan yet.")
const paidErrors = [...bodyErrors, ...catalogueErrors, ...spendingErrors, notReady] as const
const planningErrors = [
  envelope(PlannerUnavailable, "The question cannot be interpreted now."),
  envelope(Unsupported, "No source answers the question. It is kept as a run, which `id` and `Location` name.", {
    beside: { id: Schema.optionalKey(Schema.String) },
  }),
] as const
const askErrors = [
  ...paidErrors,
  ...planningErrors,
  invalidInputError("An input of the workflow is unknown, missing or malformed."),
] as const
const location = { 422: { Location: "The run that keeps the question." } }

/** The scope of an ask follows its `execution_mode`: `ask:create` to plan, `ask:execute` for `auto`. */
const asking = { scope: null, paid: true, idempotencyAs: "ask" } as const
const anyKey = { scope: null, paid: true } as const

export class AsksGroup extends HttpApiGroup.make("asks")
  .add(
    HttpApiEndpoint.post("ask", "/v2/ask", { payload: AskBody, success, error: askErrors })
      .annotate(RoutePolicy, asking)
      .annotateMerge(
        describe({
          summary: "Ask a question or start a workflow: plan it, or buy it within max_spend",
          request: { ...questionExample, execution_mode: "auto", max_spend: 0.01 },
          responses: { 200: completedExample, ...runExamples },
          headers: location,
        }),
      ),
    HttpApiEndpoint.post("plan", "/v2/ask/plan", { payload: AskBody, success, error: askErrors })
      .annotate(RoutePolicy, asking)
      .annotateMerge(
        describe({
          summary: "The same as POST /v2/ask",
          request: questionExample,
          responses: { 200: plannedExample, ...runExamples },
          headers: location,
        }),
      ),
    HttpApiEndpoint.get("workflows", "/v2/ask/workflows", { success: Schema.toEncoded(WorkflowList), error: catalogueErrors })
      .annotate(RoutePolicy, { scope: "sources:read", paid: false })
      .annotateMerge(describe({ summary: "List the workflows", responses: { 200: { workflows: [workflowExample] } } })),
    HttpApiEndpoint.post("run", "/v2/asks/:id/run", {
      params,
      payload: RunPlanBody,
      success,
      error: [
        ...paidErrors,
        ...runErrors,
        envelope(PlanExpired, "The plan's prices are past their time; ask again."),
        envelope(PlanChanged, "Another quote than the current one, or an operation was withdrawn since."),
        envelope(ApprovalUnconfirmed, "It is not known whether the approval was written. Read the run before anything else."),
      ],
    })
      .annotate(RoutePolicy, { scope: "ask:execute", paid: true, idempotencyAs: "ask_run", body: "optional" })
      .annotateMerge(
        describe({
          summary: "Approve a plan and run it, once",
          request: { quote_ref: plannedExample.plan.quote_ref, max_spend: 0.01 },
          responses: { 200: completedExample, ...runExamples },
        }),
      ),
    HttpApiEndpoint.post("continue", "/v2/asks/:id/continue", {
      params,
      payload: ContinueBody,
      success,
      error: [
        ...paidErrors,
        ...runErrors,
        ...planningErrors,
        envelope(InvalidContinuationState, "The signed state was not copied unchanged from the run."),
        envelope(ContinuationChanged, "The continuation was used, has expired, or the run moved on. Read the run."),
        envelope(InvalidContinuationInput, "No offered candidate, or a value that does not fit the action's schema."),
      ],
    })
      .annotate(RoutePolicy, { scope: null, paid: true, idempotencyAs: "ask_continue", idempotencyKey: "required", body: "raw" })
      .annotateMerge(
        describe({
          summary: "Select an entity or supply an input",
          request: continuationExample,
          responses: { 200: completedExample, ...runExamples },
          headers: location,
        }),
      ),
    HttpApiEndpoint.get("list", "/v2/asks", {
      query: {
        status: Schema.optionalKey(RunStatus),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
        limit: Schema.optionalKey(IntFromQuery(1, 50, defaultAskPage)),
      },
      success: AskList,
    })
      .annotate(RoutePolicy, { scope: null, paid: false })
      .annotateMerge(
        describe({
          summary: "The asks of the calling key, the newest first",
          description:
            "With `status` those of it alone: a page looks at a bounded number of asks, so it may hold few while `next_cursor` leads on. `requires_approval` lists the plans that wait; one is past its time when `expires_at` is.",
          responses: { 200: { asks: [listedExample], next_cursor: null } },
        }),
      ),
    HttpApiEndpoint.get("read", "/v2/asks/:id", {
      params,
      query: { wait_seconds: waitSeconds(0), limit: resultLimit() },
      success: runResponses,
      error: runErrors,
    })
      .annotate(RoutePolicy, { ...anyKey, waits: true })
      .annotateMerge(
        describe({
          summary: "Read an ask and its run",
          description: readingDescription,
          responses: { 200: completedExample, ...runExamples },
        }),
      ),
    HttpApiEndpoint.post("cancel", "/v2/asks/:id/cancel", { params, success: runResponses, error: runErrors })
      .annotate(RoutePolicy, anyKey)
      .annotateMerge(
        describe({ summary: "Cancel an ask", responses: { 200: { ...plannedExample, status: "cancelled" }, ...runExamples } }),
      ),
  )
  .middleware(Guarded) {}
