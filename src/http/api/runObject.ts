import { Schema } from "effect"
import { Money } from "../../../domain/Money.ts"

const Json = Schema.Record(Schema.String, Schema.Unknown)
const Money_ = Schema.toEncoded(Money)

export const RunStatus = Schema.Literals([
  "requires_approval",
  "running",
  "completed",
  "partial",
  "needs_input",
  "needs_selection",
  "unsupported",
  "cancelled",
  "failed",
])

/** The ask / run object. Every field is optional in presence. */
export const RunObject = Schema.Struct({
  id: Schema.String,
  status: RunStatus,
  answer: Schema.NullOr(Json),
  data: Schema.optionalKey(Schema.Unknown),
  results: Schema.Array(
    Schema.Struct({
      result_ref: Schema.String,
      source: Schema.Struct({ provider: Schema.String, name: Schema.String }),
      data: Schema.Unknown,
    }),
  ),
  usage: Schema.Struct({
    sources: Schema.Array(Schema.Struct({ source_id: Schema.String, operation: Schema.String, calls: Schema.Int, cost: Money_ })),
    cost: Money_,
    held: Money_,
  }),
  balance: Schema.Struct({ remaining: Money_ }),
  errors: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String })),
  retry_after_ms: Schema.optionalKey(Schema.Int),
  metadata: Schema.optionalKey(Json),
}).annotate({ identifier: "Run" })
