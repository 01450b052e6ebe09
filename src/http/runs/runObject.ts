import { Schema } from "effect"
import { ContinuationState } from "../../../domain/ask/continuation.ts"
import { runStatuses } from "../../../domain/RunStatus.ts"
import { Money } from "../../../domain/money/Money.ts"

const Json = Schema.Record(Schema.String, Schema.Unknown)
const Money_ = Schema.toEncoded(Money)

export const RunStatus = Schema.Literals(runStatuses)

const PlanObject = Schema.Struct({
  quote_ref: Schema.String,
  expires_at: Schema.String,
  steps: Schema.Array(
    Schema.Struct({
      source_id: Schema.String,
      operation: Schema.String,
      name: Schema.String,
      conditional: Schema.Boolean,
      /** Dotted field → its value as it will be sent, or `{from_step, pointer}`: a place in the result of an earlier step, counted from 0. */
      inputs: Schema.Record(Schema.String, Schema.Unknown),
      estimated_cost: Money_,
    }),
  ),
  estimated_total: Money_.annotate({
    description:
      "The most that the plan can cost: each step at its price, one that is priced by its results at as many as it may deliver, and with its fallbacks. A run charges what is delivered.",
  }),
}).annotate({ identifier: "Plan" })

const Evidence = Schema.Struct({ result_ref: Schema.String, pointer: Schema.String })

const AnswerObject = Schema.Struct({
  status: Schema.Literals(["answered", "partial", "unanswered"]),
  observations: Schema.Array(Schema.Struct({ text: Schema.String, evidence: Schema.Array(Evidence) })),
  limitations: Schema.Array(Schema.String),
}).annotate({ identifier: "Answer" })

const Candidate = Schema.Struct({
  entity_ref: Schema.String,
  label: Schema.String,
  description: Schema.String,
  attributes: Json,
  evidence: Schema.Array(Evidence),
})

const Continuation = Schema.Struct({
  state: ContinuationState,
  actions: Schema.Array(
    Schema.Struct({
      action_id: Schema.String,
      kind: Schema.Literals(["select_entity", "supply_input"]),
      label: Schema.String,
      requires_authorization: Schema.Boolean,
      input_schema: Json,
    }),
  ),
}).annotate({ identifier: "Continuation" })

/** The ask / run object. Every field is optional in presence. */
export const RunObject = Schema.Struct({
  id: Schema.String,
  status: RunStatus,
  question: Schema.optionalKey(Schema.String),
  /** The workflow that was started in place of a question. */
  workflow: Schema.optionalKey(Schema.Struct({ slug: Schema.String, input: Json })),
  plan: Schema.optionalKey(PlanObject),
  /** The cost tag of its calls. */
  tag: Schema.optionalKey(Schema.NullOr(Schema.String)),
  answer: Schema.NullOr(AnswerObject),
  data: Schema.optionalKey(Schema.Unknown),
  results: Schema.Array(
    Schema.Struct({
      result_ref: Schema.String,
      source: Schema.Struct({ provider: Schema.String, name: Schema.String }),
      data: Schema.Unknown,
    }),
  ),
  usage: Schema.Struct({
    sources: Schema.Array(
      Schema.Struct({
        source_id: Schema.String,
        operation: Schema.String,
        calls: Schema.Int,
        cost: Money_,
        payment_ids: Schema.Array(Schema.String).annotate({
          description: "The payments of the charged calls, one each: `GET /v1/payments/{id}` reads one.",
        }),
      }),
    ),
    cost: Money_,
    held: Money_,
  }),
  balance: Schema.Struct({ remaining: Money_ }),
  errors: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String })),
  retry_after_ms: Schema.optionalKey(Schema.Int),
  message: Schema.optionalKey(Schema.NullOr(Schema.String)),
  needs_input: Schema.optionalKey(Schema.Array(Schema.Struct({ label: Schema.String, schema: Json }))),
  candidates: Schema.optionalKey(Schema.NullOr(Schema.Array(Candidate))),
  approval_required_reason: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String })),
  continuation: Schema.optionalKey(Continuation),
  metadata: Schema.optionalKey(Json),
}).annotate({ identifier: "Run" })
