import { JsonPointer, Result, Schema } from "effect"
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { SourceOperation } from "../catalogue/find.ts"
import type { InputField, Operation } from "../catalogue/Source.ts"
import {
  operationReference,
  type OutputPlace,
  outputPlaceOf,
  type ParsedExpression,
  parseExpression,
  type Recipe,
  type RecipeStep,
} from "./Recipe.ts"
import { variantFor } from "./plannedSteps.ts"

/** A recipe whose steps can all be bought. */
export interface CheckedRecipe {
  readonly recipe: Recipe
  /** Its inputs as those of an operation, in the order of the recipe. */
  readonly inputs: ReadonlyArray<InputField>
  readonly steps: ReadonlyArray<CheckedStep>
  /** Fallbacks that are not for sale now, and are left out. */
  readonly warnings: ReadonlyArray<string>
}

export interface CheckedStep {
  readonly step: RecipeStep
  readonly parameters: ReadonlyArray<{ readonly field: string; readonly expression: ParsedExpression }>
  /** The operation of the step, then its fallbacks. */
  readonly offers: ReadonlyArray<SourceOperation>
  readonly outputs: Readonly<Record<string, OutputPlace>>
}

/** Checks a recipe against the catalogue: operations and fields exist, references point backward, types fit. Otherwise returns every mistake. */
export const checkRecipe = (
  recipe: Recipe,
  catalogue: ReadonlyArray<CatalogueEntry>,
): Result.Result<CheckedRecipe, ReadonlyArray<string>> => {
  const mistakes: Array<string> = []
  const warnings: Array<string> = []
  const inputs = new Map<string, InputField>()
  const steps: Array<CheckedStep> = []
  for (const step of recipe.steps) {
    const wrong = (problem: string) => mistakes.push(`step ${step.stepId}: ${problem}`)
    if (steps.some((earlier) => earlier.step.stepId === step.stepId)) wrong("another step has this id")
    const offers = offersFor(step, catalogue, wrong, (problem) => warnings.push(`step ${step.stepId}: ${problem}`))
    const parameters = step.parameters.map(({ name, value }) => ({ field: name, expression: parseExpression(value) }))
    const checked = { step, parameters, offers, outputs: outputsOf(step, offers, wrong) }
    for (const { operation } of offers) {
      const variant = variantFor(
        operation,
        parameters.map(({ field }) => field),
      )
      if (variant === undefined) wrong(`${operation.id} cannot be called with ${parameters.map(({ field }) => field).join(", ")}`)
      for (const { field, expression } of parameters) {
        const input = variant?.input.find((other) => other.field === field)
        const problem = input && problemWith(expression, input, steps, recipe, inputs)
        if (problem !== undefined) wrong(`${field}: ${problem}`)
      }
    }
    steps.push(checked)
  }
  mistakes.push(...mistakesInInputs(recipe, inputs), ...mistakesInOutputs(recipe, steps))
  const ordered = Object.keys(recipe.inputs.properties).flatMap((name) => inputs.get(name) ?? [])
  return mistakes.length > 0 ? Result.fail([...new Set(mistakes)]) : Result.succeed({ recipe, inputs: ordered, steps, warnings })
}

const offersFor = (
  step: RecipeStep,
  catalogue: ReadonlyArray<CatalogueEntry>,
  wrong: (problem: string) => void,
  warn: (problem: string) => void,
): ReadonlyArray<SourceOperation> => {
  const expressions = [step.operationId, ...(step["x-fallback"] ?? [])]
  return expressions.flatMap((expression, index) => {
    const named = operationReference(expression)
    const source = named && catalogue.flatMap(({ members }) => members).find(({ id }) => id === named.source)
    const operation = source?.operations.find(({ id }) => id === named?.operation)
    if (source && operation) return { source, operation }
    const problem =
      named === undefined ? `${expression} does not name an operation` : `${named.operation} of ${named.source} is not for sale`
    if (index === 0 || named === undefined) wrong(problem)
    else warn(problem)
    return []
  })
}

/** The outputs of a step, each of which the operation and all its fallbacks have. */
const outputsOf = (
  step: RecipeStep,
  offers: ReadonlyArray<SourceOperation>,
  wrong: (problem: string) => void,
): Readonly<Record<string, OutputPlace>> =>
  Object.fromEntries(
    Object.entries(step.outputs ?? {}).flatMap(([name, expression]) => {
      const outlet = outputPlaceOf(expression)
      const lacking = outlet && offers.find(({ operation }) => factOf(outlet, operation) === undefined)
      if (outlet === undefined) wrong(`output ${name}: ${expression} is not a place in the answer`)
      else if (lacking) wrong(`output ${name}: ${lacking.operation.id} of ${lacking.source.id} does not have it`)
      return outlet === undefined ? [] : [[name, outlet] as const]
    }),
  )

/**
 * The dotted fact of an operation at an output place, or at its list: the two upper levels of the pointer, or, in documents of imported
 * operations, the first level under the operation's domain. Undefined if the operation has no such fact.
 */
export const factOf = ({ list, pointer }: OutputPlace, { id, output }: Operation): string | undefined => {
  const tokens = tokensOf(list ?? pointer)
  return [tokens.slice(0, 2).join("."), `${id.slice(0, id.indexOf("."))}.${tokens[0]}`].find((fact) => output.includes(fact))
}

const tokensOf = (pointer: string): ReadonlyArray<string> => pointer.split("/").slice(1).map(JsonPointer.unescapeToken)

/** Why an expression does not fit a parameter. Records which field an input is for. */
const problemWith = (
  expression: ParsedExpression,
  field: InputField,
  earlier: ReadonlyArray<CheckedStep>,
  recipe: Recipe,
  inputs: Map<string, InputField>,
): string | undefined => {
  if (expression._tag === "Unknown") return `${expression.text} is not an expression of this subset`
  if (expression._tag === "Clock") return undefined
  if (expression._tag === "Literal") return problemWithValue(expression.value, field)
  if (expression._tag === "Output") {
    const producer = earlier.find(({ step }) => step.stepId === expression.stepId)
    const outlet = producer?.outputs[expression.name]
    if (producer === undefined || outlet === undefined) return `no earlier step ${expression.stepId} has an output ${expression.name}`
    const fact = producer.offers[0] && factOf(outlet, producer.offers[0].operation)
    return fits(outlet, fact, field.slot)
      ? undefined
      : `it takes a ${field.slot}, not what ${expression.stepId} gives as ${expression.name}`
  }
  const property = recipe.inputs.properties[expression.name]
  if (property === undefined) return `there is no input ${expression.name}`
  const before = inputs.get(expression.name)
  if (before !== undefined && before.slot !== field.slot) return `input ${expression.name} is already a ${before.slot}`
  inputs.set(expression.name, before ?? inputOf(expression.name, field, property, (recipe.inputs.required ?? []).includes(expression.name)))
  return property.default === undefined || parseExpression(property.default)._tag === "Clock"
    ? undefined
    : problemWithValue(property.default, field)
}

const problemWithValue = (value: Schema.Json, { schema }: InputField): string | undefined => {
  const decoded = Schema.decodeResult(schema, { onExcessProperty: "error" })(value)
  return Result.isFailure(decoded) ? `${JSON.stringify(value)}: ${decoded.failure.message}` : undefined
}

/** Whether a slot takes the value at an output place. Members of a list's items are named by the end of their fact type. */
const fits = ({ list, pointer }: OutputPlace, fact: string | undefined, slot: string): boolean => {
  if (list === undefined) return fact === slot && tokensOf(pointer).length <= 2
  const name = tokensOf(pointer).join(".")
  return name === slot.replaceAll(".", "_") || name === slot.slice(slot.lastIndexOf(".") + 1)
}

const inputOf = (name: string, field: InputField, property: Recipe["inputs"]["properties"][string], required: boolean): InputField => ({
  ...field,
  field: name,
  native: name.slice(name.lastIndexOf(".") + 1),
  required,
  jsonSchema: { ...field.jsonSchema, ...property },
})

const mistakesInInputs = (
  { inputs: { properties, required = [] } }: Recipe,
  used: ReadonlyMap<string, InputField>,
): ReadonlyArray<string> => [
  ...required.filter((name) => !Object.hasOwn(properties, name)).map((name) => `input ${name} is required and not described`),
  ...Object.keys(properties)
    .filter((name) => !used.has(name))
    .map((name) => `input ${name} is not used by any parameter`),
]

const mistakesInOutputs = ({ outputs }: Recipe, steps: ReadonlyArray<CheckedStep>): ReadonlyArray<string> => {
  const isOutput = (expression: string) => {
    const parsed = parseExpression(expression)
    return parsed._tag === "Output" && steps.find(({ step }) => step.stepId === parsed.stepId)?.outputs[parsed.name] !== undefined
  }
  const wrong = Object.entries(outputs).filter(([, expression]) => !isOutput(expression))
  return [
    ...wrong.map(([name, expression]) => `output ${name}: ${expression} is not an output of a step`),
    ...(Object.keys(outputs).length === 0 ? ["it has no outputs"] : []),
  ]
}
