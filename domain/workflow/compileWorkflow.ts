import { Effect, Result, Schema } from "effect"
import { InvalidSourceInput, resolveInput } from "../catalogue/resolveInput.ts"
import { type Operation, SourceFailure } from "../catalogue/Source.ts"
import { type MicroUsd, microUsd, sum } from "../money/Money.ts"
import type { Binding, Draft, PlannedGoal, PlannedStep } from "../ask/Plan.ts"
import { type CheckedRecipe, type CheckedStep, factOf } from "./checkRecipe.ts"
import { maximumCost } from "../pricing/price.ts"
import { plannedSteps, variantFor } from "./plannedSteps.ts"
import { readClock, type ParsedExpression, parseExpression } from "./Recipe.ts"

export interface CompileOptions {
  /** Documents of `per_result` operations. */
  readonly limit: number
  /** What `$today` means: milliseconds since 1970. */
  readonly now: number
  readonly withoutFallbacks: boolean
}

type Json = Schema.Json
type Inputs = Readonly<Record<string, Json>>

/** The plan of a recipe for these inputs, in the same form as that of a question. 422 if an input is unknown, missing or malformed. */
export const compileWorkflow = (checked: CheckedRecipe, input: Inputs, terms: CompileOptions): Result.Result<Draft, InvalidSourceInput> =>
  Result.gen(function* () {
    const given = yield* inputsOf(checked, input)
    if (Object.keys(given).length < (checked.recipe.inputs.minProperties ?? 0)) return yield* Result.fail(nothingGiven(checked))
    const { assumed, values } = withDefaults(checked, given, terms.now)
    const steps: Array<PlannedStep> = []
    const placeOf = new Map<string, number>()
    const leftOut: Array<string> = []
    for (const each of checked.steps) {
      const bindings = bindingsOf(each, values, placeOf, checked, terms.now)
      const made = bindings && (yield* plannedSteps(each.offers, bindings, steps.length, terms))
      if (made === undefined || made.length === 0) leftOut.push(each.step.description)
      else {
        placeOf.set(each.step.stepId, steps.length)
        steps.push(...made)
      }
    }
    const goals = goalsOf(checked, placeOf)
    if (goals.length === 0) return yield* Result.fail(nothingGiven(checked))
    const limitations = [
      ...(checked.recipe["x-limitations"] ?? []),
      ...assumed,
      ...leftOut.map((description) => `Left out because its input is missing: ${description}.`),
    ]
    return { _tag: "Planned", plan: { goals, steps, limitations } } as const
  })

/** The maximum cost of a recipe with all inputs given, fallbacks included. */
export const maximumPrice = ({ steps }: CheckedRecipe, limit: number): MicroUsd =>
  sum(
    steps.flatMap(({ offers, parameters }) =>
      offers.map(({ operation }) =>
        maximumCost(
          (
            variantFor(
              operation,
              parameters.map(({ field }) => field),
            ) ?? operation
          ).pricing,
          limit,
        ),
      ),
    ),
  )

/** The inputs in their encoded form, by dotted name: those of an operation that takes just these. */
const inputsOf = (checked: CheckedRecipe, body: Inputs): Result.Result<Inputs, InvalidSourceInput> =>
  Result.map(resolveInput(asOperation(checked), body), ({ values }) =>
    Object.fromEntries(
      checked.inputs.flatMap(({ field, schema }) =>
        Object.hasOwn(values, field) ? [[field, toJson(Schema.encodeUnknownSync(schema)(values[field]))] as const] : [],
      ),
    ),
  )

const toJson = Schema.decodeUnknownSync(Schema.Json)

const asOperation = ({ inputs, recipe }: CheckedRecipe): Operation => ({
  id: recipe.workflowId,
  name: recipe.summary,
  description: recipe.description,
  output: [],
  freshnessSeconds: 0,
  examples: [],
  variants: [],
  input: inputs,
  pricing: { model: "free", price: microUsd(0n) },
  run: () => Effect.fail(new SourceFailure({ code: "source_error", message: "A workflow runs step by step." })),
})

const nothingGiven = (checked: CheckedRecipe): InvalidSourceInput => {
  const names = checked.inputs.map(({ field }) => field)
  const schema = { type: "object", properties: Object.fromEntries(checked.inputs.map(({ field, jsonSchema }) => [field, jsonSchema])) }
  const least = checked.recipe.inputs.minProperties ?? 1
  const message = `${checked.recipe.workflowId} needs at least ${least === 1 ? "one" : least} of ${names.join(", ")}.`
  return new InvalidSourceInput({ field: names[0] ?? "", message, expected: names, missing: names, schema })
}

const withDefaults = ({ recipe }: CheckedRecipe, given: Inputs, now: number) => {
  const values: Record<string, Json> = { ...given }
  const assumed: Array<string> = []
  for (const [name, { default: fallback }] of Object.entries(recipe.inputs.properties)) {
    if (Object.hasOwn(given, name) || fallback === undefined) continue
    const expression = parseExpression(fallback)
    values[name] = expression._tag === "Clock" ? readClock(expression.reading, now) : fallback
    assumed.push(`${name} was not given: ${String(values[name])}${expression._tag === "Clock" ? " (UTC)" : ""} is assumed.`)
  }
  return { values, assumed }
}

/** The binding of each parameter; undefined if a required one is missing, and then the step is left out. */
const bindingsOf = (
  { offers, parameters }: CheckedStep,
  values: Inputs,
  placeOf: ReadonlyMap<string, number>,
  checked: CheckedRecipe,
  now: number,
): Readonly<Record<string, Binding>> | undefined => {
  const bindings: Record<string, Binding> = {}
  for (const { field, expression } of parameters) {
    const binding = bindingOf(expression, values, placeOf, checked, now)
    if (binding !== undefined) bindings[field] = binding
  }
  return offers.some(({ operation }) => variantFor(operation, Object.keys(bindings)) !== undefined) ? bindings : undefined
}

const bindingOf = (
  expression: ParsedExpression,
  values: Inputs,
  placeOf: ReadonlyMap<string, number>,
  checked: CheckedRecipe,
  now: number,
): Binding | undefined => {
  if (expression._tag === "Literal") return { _tag: "Value", value: expression.value }
  if (expression._tag === "Clock") return { _tag: "Value", value: readClock(expression.reading, now) }
  if (expression._tag === "Input") {
    const value = values[expression.name]
    return value === undefined ? undefined : { _tag: "Value", value }
  }
  const step = expression._tag === "Output" ? placeOf.get(expression.stepId) : undefined
  const outlet =
    expression._tag === "Output"
      ? checked.steps.find((each) => each.step.stepId === expression.stepId)?.outputs[expression.name]
      : undefined
  return step === undefined || outlet === undefined ? undefined : { _tag: "From", step, ...outlet }
}

/** One goal for each step whose outputs are outputs of the recipe, in the order of the recipe's outputs. */
const goalsOf = ({ recipe, steps }: CheckedRecipe, placeOf: ReadonlyMap<string, number>): ReadonlyArray<PlannedGoal> => {
  const wanted = Object.values(recipe.outputs).flatMap((expression) => {
    const parsed = parseExpression(expression)
    return parsed._tag === "Output" && placeOf.has(parsed.stepId) ? [parsed] : []
  })
  return [...Map.groupBy(wanted, ({ stepId }) => stepId)].map(([stepId, outputs], index) => {
    const checked = steps.find(({ step }) => step.stepId === stepId)!
    const facts = outputs.flatMap(({ name }) =>
      checked.outputs[name] && checked.offers[0] ? (factOf(checked.outputs[name], checked.offers[0].operation) ?? []) : [],
    )
    return { ref: `g${index + 1}`, text: checked.step.description, step: placeOf.get(stepId)!, facts: [...new Set(facts)] }
  })
}
