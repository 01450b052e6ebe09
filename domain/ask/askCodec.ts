import { Effect, Schema } from "effect"
import { SpendLimit } from "../ledger/errors.ts"
import { CallId } from "../money/ids.ts"
import { MicroUsd } from "../money/Money.ts"
import type { Ask } from "./Ask.ts"

/** An amount as text, so that no digit is lost. */
const Amount = Schema.BigIntFromString.pipe(Schema.decodeTo(MicroUsd))
const Values = Schema.Record(Schema.String, Schema.Json)
const ShortfallSchema = Schema.Struct({
  message: Schema.String,
  limit: Schema.NullOr(SpendLimit),
  required: Amount,
  available: Amount,
})
const Problem = { code: Schema.String, message: Schema.String, shortfall: Schema.optionalKey(ShortfallSchema) }

const BindingSchema = Schema.Union([
  Schema.TaggedStruct("Value", { value: Schema.Json }),
  Schema.TaggedStruct("From", {
    step: Schema.Int,
    pointer: Schema.String,
    list: Schema.optionalKey(Schema.String),
    optional: Schema.optionalKey(Schema.Literal(true)),
  }),
])

const Step = Schema.Struct({
  source: Schema.String,
  operation: Schema.String,
  name: Schema.String,
  input: Schema.Record(Schema.String, BindingSchema),
  conditional: Schema.Boolean,
  insteadOf: Schema.NullOr(Schema.Int),
  price: Schema.Struct({
    id: Schema.NullOr(Schema.String),
    model: Schema.Literals(["per_call", "per_result", "free"]),
    amount: Amount,
  }),
  max: Amount,
  limit: Schema.Int,
})

const Comparison = Schema.Struct({
  fact: Schema.String,
  name: Schema.String,
  relation: Schema.Literals(["more", "less", "same"]),
  things: Schema.Array(Schema.Struct({ step: Schema.Int, label: Schema.String })),
  unit: Schema.optionalKey(Schema.String),
  words: Schema.optionalKey(Schema.Struct({ less: Schema.String, more: Schema.String })),
  isEstimate: Schema.optionalKey(Schema.Boolean),
  ofDays: Schema.optionalKey(Schema.Boolean),
})

const PlanSchema = Schema.Struct({
  goals: Schema.Array(
    Schema.Struct({
      ref: Schema.String,
      text: Schema.String,
      step: Schema.Int,
      facts: Schema.Array(Schema.String),
      proposed: Schema.optionalKey(Schema.Struct({ facts: Schema.Array(Schema.String), value: Schema.String })),
    }),
  ),
  steps: Schema.Array(Step),
  comparison: Schema.optionalKey(Comparison),
  limitations: Schema.Array(Schema.String),
  unread: Schema.optionalKey(Schema.Array(Schema.String)),
  isUncertain: Schema.optionalKey(Schema.Boolean),
})

const NeedSchema = Schema.Struct({
  id: Schema.String,
  label: Schema.String,
  field: Schema.String,
  schema: Schema.Record(Schema.String, Schema.Unknown),
})

const CandidateSchema = Schema.Struct({
  entityRef: Schema.String,
  label: Schema.String,
  description: Schema.String,
  attributes: Values,
})

const continuation = { ref: Schema.String, expiresAt: Schema.Finite }
const Open = Schema.Union([
  Schema.TaggedStruct("Needs", { ...continuation, needs: Schema.Array(NeedSchema) }),
  Schema.TaggedStruct("Choice", { ...continuation, id: Schema.String, label: Schema.String, candidates: Schema.Array(CandidateSchema) }),
  Schema.TaggedStruct("Found", { ...continuation, goals: Schema.Array(Schema.String), step: Schema.Int, list: Schema.String }),
])

const Wish = Schema.Union([
  Schema.TaggedStruct("Question", { question: Schema.String }),
  Schema.TaggedStruct("Workflow", { slug: Schema.String, input: Values }),
])

/** An ask as the JSON text that is stored. */
const Stored = Schema.fromJsonString(
  Schema.Struct({
    wish: Wish,
    mode: Schema.Literals(["plan", "auto"]),
    maxSpend: Schema.NullOr(Amount),
    limit: Schema.Int,
    given: Values,
    message: Schema.NullOr(Schema.String),
    plan: Schema.NullOr(PlanSchema),
    quote: Schema.NullOr(Schema.Struct({ ref: Schema.String, expiresAt: Schema.Finite })),
    reason: Schema.NullOr(Schema.Struct(Problem)),
    approval: Schema.NullOr(
      Schema.Struct({
        at: Schema.Finite,
        rail: Schema.NullOr(Schema.String),
        preference: Schema.Array(Schema.String),
        limit: Schema.Int,
        tag: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
        calls: Schema.Array(CallId),
      }),
    ),
    selections: Schema.Record(Schema.String, Schema.Int),
    open: Schema.NullOr(Open),
    revision: Schema.Int,
    moved: Schema.String,
    failures: Schema.Array(Schema.Struct({ step: Schema.Int, ...Problem })),
    keys: Schema.Array(Schema.Struct({ endpoint: Schema.String, key: Schema.String })),
  }),
)

const decode = Schema.decodeSync(Stored)

export const askToJson: (ask: Ask) => string = Schema.encodeSync(Stored)
export const askFromJson = (text: string): Ask => decode(text)
