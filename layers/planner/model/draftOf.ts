import { Result, Schema } from "effect"
import type { Binding, Draft, Need, PlannedGoal, PlannedStep } from "../../../domain/ask/Plan.ts"
import type { PlanRequest } from "../../../domain/ask/Planner.ts"
import { type InputField, type Operation, variantsOf } from "../../../domain/catalogue/Source.ts"
import { sum } from "../../../domain/money/Money.ts"
import { plannedSteps, variantFor } from "../../../domain/workflow/plannedSteps.ts"
import { keyOf, type ModelReply } from "./prompt.ts"
import type { Alternatives } from "./Shortlist.ts"

const maxSteps = 8

/** The ids of needs that a model's plan has. */
export const needPrefix = "model:"
type ReplyStep = ModelReply["steps"][number]

interface CheckedReplyStep {
  readonly step: ReplyStep
  readonly alternatives: Alternatives
  readonly bindings: Readonly<Record<string, Binding>>
  readonly needs: ReadonlyArray<Need>
}

/**
 * Checks a model's reply against the catalogue: operations of the shortlist, inputs that their codecs accept, references to earlier steps,
 * and the catalogue's prices. A missing required input is requested from the buyer. Otherwise returns why the reply is not a plan.
 */
export const draftOf = (reply: ModelReply, shortlist: ReadonlyArray<Alternatives>, request: PlanRequest): Result.Result<Draft, string> =>
  Result.gen(function* () {
    if (!reply.supported) return { _tag: "Unsupported", message: "No source answers this question." } as const
    if (reply.steps.length === 0 || reply.steps.length > maxSteps) return yield* Result.fail(`it has ${reply.steps.length} steps`)
    const checkedSteps: Array<CheckedReplyStep> = []
    for (const step of reply.steps) checkedSteps.push(yield* readStep(step, checkedSteps, shortlist, request))
    const needs = new Map(checkedSteps.flatMap((each) => each.needs.map((need) => [need.id, need])))
    if (needs.size > 0) {
      const labels = [...needs.values()].map(({ label }) => label)
      return { _tag: "NeedsInput", message: labels.join(" "), needs: [...needs.values()] } as const
    }
    const { placeOf, steps } = yield* priced(checkedSteps, request)
    const total = sum(steps.map(({ max }) => max))
    if (request.cap !== undefined && total > request.cap) return yield* Result.fail("it costs more than may be spent")
    return { _tag: "Planned", plan: { goals: goalsOf(checkedSteps, placeOf), steps, limitations: [] } } as const
  })

const readStep = (
  step: ReplyStep,
  earlier: ReadonlyArray<CheckedReplyStep>,
  shortlist: ReadonlyArray<Alternatives>,
  request: PlanRequest,
): Result.Result<CheckedReplyStep, string> =>
  Result.gen(function* () {
    const alternatives = shortlist.find((listed) => keyOf(listed) === step.operation)
    if (alternatives === undefined) return yield* Result.fail("it names an operation that is not in the list")
    const [{ operation }] = alternatives
    const bindings: Record<string, Binding> = {}
    for (const input of step.inputs) {
      const field = variantsOf(operation)
        .flatMap((variant) => variant.input)
        .find((other) => other.field === input.field)
      if (field === undefined) return yield* Result.fail(`${operation.id} has no such input`)
      if (Object.hasOwn(bindings, field.field)) return yield* Result.fail(`it gives ${field.field} twice`)
      if (input.from !== null) bindings[field.field] = yield* bindingFrom(input.from, earlier)
      // An input without a value is the same as a missing one.
      else if (input.value !== null) bindings[field.field] = yield* bindingTo(input.value, field)
    }
    const missing = missingOf(operation, Object.keys(bindings))
    const needs: Array<Need> = []
    for (const field of missing) {
      const need = needFor(operation, field)
      const given = request.given[need.id]
      if (given === undefined) needs.push(need)
      else bindings[field.field] = yield* bindingTo(given, field)
    }
    return { step, alternatives, bindings, needs }
  })

/** A reference is valid if an earlier step has the output. */
const bindingFrom = (
  { output, step }: { readonly step: number; readonly output: string },
  earlier: ReadonlyArray<CheckedReplyStep>,
): Result.Result<Binding, string> => {
  const producer = earlier[step]?.alternatives[0].operation
  if (producer === undefined) return Result.fail("it refers to a step that does not come before")
  if (!producer.output.includes(output)) return Result.fail(`${producer.id} gives no such output`)
  const list = producer.hints?.list
  const inItem = list?.facts[output]
  return Result.succeed(
    list !== undefined && inItem !== undefined
      ? { _tag: "From", step, list: list.pointer, pointer: inItem }
      : { _tag: "From", step, pointer: `/${output.replaceAll(".", "/")}` },
  )
}

/** The value in the form that the field's codec accepts: unchanged, parsed from JSON text, or as text. */
const bindingTo = (replied: Schema.Json, { field, schema }: InputField): Result.Result<Binding, string> => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  const parsed = typeof replied === "string" ? parse(replied) : undefined
  const candidates = [replied, ...(parsed === undefined ? [] : [parsed]), ...(typeof replied === "number" ? [String(replied)] : [])]
  const value = candidates.find((candidate) => Result.isSuccess(decode(candidate)))
  return value === undefined ? Result.fail(`${field} does not take what it says`) : Result.succeed({ _tag: "Value", value })
}

const parse = (text: string): Schema.Json | undefined => Result.getOrUndefined(decodeJson(text))
const decodeJson = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

/** The missing inputs of the variant that misses the fewest. */
const missingOf = (operation: Operation, given: ReadonlyArray<string>): ReadonlyArray<InputField> => {
  if (variantFor(operation, given) !== undefined) return []
  const ways = variantsOf(operation)
    .filter(({ input }) => given.every((field) => input.some((other) => other.field === field)))
    .map(({ input }) => input.filter((field) => field.required && !given.includes(field.field)))
  return ways.reduce<ReadonlyArray<InputField>>((best, way) => (way.length < best.length ? way : best), ways[0] ?? [])
}

const needFor = (operation: Operation, { field, jsonSchema }: InputField): Need => ({
  id: `${needPrefix}${operation.id}:${field}`,
  label: `Which ${field.slice(field.lastIndexOf(".") + 1).replaceAll("_", " ")}?${typeof jsonSchema.description === "string" ? ` ${jsonSchema.description.slice(0, 200)}` : ""}`,
  field,
  schema: jsonSchema,
})

/** The steps with their fallbacks between them; references follow the steps to their new places. */
const priced = (checkedSteps: ReadonlyArray<CheckedReplyStep>, request: PlanRequest) =>
  Result.gen(function* () {
    const steps: Array<PlannedStep> = []
    const placeOf: Array<number> = []
    for (const { alternatives, bindings } of checkedSteps) {
      const moved = Object.fromEntries(
        Object.entries(bindings).map(([field, binding]) => [
          field,
          binding._tag === "From" ? { ...binding, step: placeOf[binding.step] ?? 0 } : binding,
        ]),
      )
      placeOf.push(steps.length)
      steps.push(
        ...(yield* Result.mapError(plannedSteps(alternatives, moved, steps.length, request), ({ field }) => `${field} does not fit`)),
      )
    }
    return { steps, placeOf }
  })

/** The goals: the steps marked as answers, and the steps that no other step needs. */
const goalsOf = (checkedSteps: ReadonlyArray<CheckedReplyStep>, placeOf: ReadonlyArray<number>): ReadonlyArray<PlannedGoal> => {
  const used = new Set(
    checkedSteps.flatMap(({ bindings }) => Object.values(bindings).flatMap((binding) => (binding._tag === "From" ? [binding.step] : []))),
  )
  const wanted = checkedSteps.flatMap((each, place) => (each.step.answers || !used.has(place) ? [{ each, place }] : []))
  return wanted.map(({ each: { alternatives, step }, place }, index) => {
    const [{ operation }] = alternatives
    return {
      ref: `g${index + 1}`,
      text: operation.name,
      step: placeOf[place]!,
      facts: step.facts.filter((fact) => operation.output.includes(fact)),
    }
  })
}
