import { Result, Schema } from "effect"

const Id = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u))
const Expression = Schema.String.check(Schema.isMaxLength(300))
const Sentence = Schema.String.check(Schema.isBetweenLength(1, 1_000))

const RecipeStep = Schema.Struct({
  stepId: Id,
  /** The goal that the step answers, in a few words. */
  description: Sentence,
  /** `$sourceDescriptions.<source>.<operation>` */
  operationId: Expression,
  /** By dotted name: a value, `$inputs.<name>`, or `$steps.<stepId>.outputs.<name>` of an earlier step. */
  parameters: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.Json })).check(Schema.isMaxLength(20)),
  /** Name → `$response.body#<JSON Pointer>`. In it, `*` stands for the selected item of a list. */
  outputs: Schema.optionalKey(Schema.Record(Id, Expression)),
  /** Operations that take the same inputs and give the same outputs: tried in order if the ones before delivered nothing. */
  "x-fallback": Schema.optionalKey(Schema.Array(Expression).check(Schema.isMaxLength(4))),
})

/**
 * A recipe: a workflow in a subset of OpenAPI Arazzo 1.1. Steps that refer to no other are made at once; there is no goto, no
 * loop and no condition, so that the maximum cost of a recipe is known in advance.
 */
export const Recipe = Schema.Struct({
  workflowId: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,63}$/u)),
  summary: Sentence,
  description: Sentence,
  /**
   * A JSON Schema of an object whose members take the schema of the parameter they are for. A step whose required parameter
   * takes an input that was not given is left out. A default may be `$today` (a date), `$now` (a date and a time) or `$year`, in UTC.
   */
  inputs: Schema.Struct({
    type: Schema.Literal("object"),
    properties: Schema.Record(
      Schema.String,
      Schema.Struct({ description: Schema.optionalKey(Sentence), default: Schema.optionalKey(Schema.Json) }),
    ),
    required: Schema.optionalKey(Schema.Array(Schema.String)),
    minProperties: Schema.optionalKey(Schema.Int),
  }),
  steps: Schema.NonEmptyArray(RecipeStep).check(Schema.isMaxLength(16)),
  /** Name → `$steps.<stepId>.outputs.<name>`: the results of the recipe. */
  outputs: Schema.Record(Id, Expression),
  "x-limitations": Schema.optionalKey(Schema.Array(Sentence)),
}).annotate({ identifier: "Recipe" })

export type Recipe = typeof Recipe.Type
export type RecipeStep = typeof RecipeStep.Type

const decode = Schema.decodeUnknownResult(Recipe, { onExcessProperty: "error" })

/** A recipe from JSON, or why it is not in the subset. */
export const readRecipe = (json: unknown): Result.Result<Recipe, string> => Result.mapError(decode(json), ({ message }) => message)

/** A parsed value of a parameter, or of a default. */
export type ParsedExpression =
  | { readonly _tag: "Literal"; readonly value: Schema.Json }
  | { readonly _tag: "Input"; readonly name: string }
  | { readonly _tag: "Output"; readonly stepId: string; readonly name: string }
  | { readonly _tag: "Clock"; readonly reading: "today" | "now" | "year" }
  /** It begins like an expression but is not one. */
  | { readonly _tag: "Unknown"; readonly text: string }

export const parseExpression = (value: Schema.Json): ParsedExpression => {
  if (typeof value !== "string" || !value.startsWith("$")) return { _tag: "Literal", value }
  const input = /^\$inputs\.(?<name>.+)$/u.exec(value)?.groups?.name
  if (input !== undefined) return { _tag: "Input", name: input }
  const { name, stepId } = /^\$steps\.(?<stepId>[\w-]+)\.outputs\.(?<name>[\w-]+)$/u.exec(value)?.groups ?? {}
  if (stepId !== undefined && name !== undefined) return { _tag: "Output", stepId, name }
  const reading = value.slice(1)
  if (reading === "today" || reading === "now" || reading === "year") return { _tag: "Clock", reading }
  return { _tag: "Unknown", text: value }
}

/** A clock's reading in UTC. `now` is milliseconds since 1970. */
export const readClock = (reading: "today" | "now" | "year", now: number): string | number => {
  const text = new Date(now).toISOString()
  return reading === "year" ? Number(text.slice(0, 4)) : text.slice(0, reading === "today" ? 10 : 16)
}

/** The source and the operation of `$sourceDescriptions.<source>.<operation>`. */
export const operationReference = (expression: string): { readonly source: string; readonly operation: string } | undefined => {
  const { operation, source } = /^\$sourceDescriptions\.(?<source>[^.]+)\.(?<operation>.+)$/u.exec(expression)?.groups ?? {}
  return source === undefined || operation === undefined ? undefined : { source, operation }
}

/** The place of an output: without `list` at a pointer of the document, with it at a pointer of one of the list's items. */
export interface OutputPlace {
  readonly pointer: string
  readonly list?: string
}

/** The place of `$response.body#<pointer>`; undefined if it is not such an expression, or has several `*`. */
export const outputPlaceOf = (expression: string): OutputPlace | undefined => {
  const pointer = /^\$response\.body#(?<pointer>(?:\/[^/]*)*)$/u.exec(expression)?.groups?.pointer
  const [list, rest, ...more] = (pointer ?? "").split("/*")
  if (pointer === undefined || list === undefined || more.length > 0) return undefined
  return rest === undefined ? { pointer } : { list, pointer: rest }
}
