import { Schema } from "effect"

/** The answer of an earlier step that an input is taken from. */
const Origin = Schema.Struct({
  step: Schema.Int.annotate({ description: "Index of an EARLIER step in the list, beginning at 0." }),
  output: Schema.String.annotate({ description: "One of the outputs listed for that step's operation." }),
})

const Input = Schema.Struct({
  field: Schema.String.annotate({ description: "The exact name of an input of the operation." }),
  value: Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])).annotate({
    description: "The value as the input's schema wants it, or null if it comes from an earlier step. Lists as JSON text.",
  }),
  from: Schema.NullOr(Origin).annotate({ description: "Where the value comes from, or null if it is given." }),
})

const Step = Schema.Struct({
  operation: Schema.String.annotate({ description: "The exact key of one of the listed operations." }),
  inputs: Schema.Array(Input),
  answers: Schema.Boolean.annotate({ description: "true if this step answers the question, false if it only serves a later step." }),
  facts: Schema.Array(Schema.String).annotate({ description: "The listed outputs that were asked for; empty for all." }),
})

/** What a language model says of a question. It has no free maps, which strict structured output does not know. */
export const Reply = Schema.Struct({
  supported: Schema.Boolean.annotate({ description: "false if the listed operations cannot answer the question." }),
  steps: Schema.Array(Step).annotate({ description: "The calls to make, each after those it needs. Empty if not supported." }),
}).annotate({ identifier: "plan", description: "A plan of calls that answers the question." })
export type Reply = typeof Reply.Type
