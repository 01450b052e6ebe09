import { Effect, type Schema } from "effect"
import type { Draft, Plan, PlannedStep } from "../../ask/Plan.ts"
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import type { InputMeanings } from "../../catalogue/Source.ts"
import { maximumCost } from "../../pricing/price.ts"
import { sanitize } from "../../sanitize.ts"
import { choiceId } from "../read/Mention.ts"

/**
 * The draft with every name that means several things resolved before anything is bought: to the best known of them, with the assumption
 * stated, or by a question to the buyer, which costs nothing. So is a question for another name where the data have none of this one.
 */
export const withMeanings: (
  draft: Draft,
  catalogue: ReadonlyArray<CatalogueEntry>,
  given: Readonly<Record<string, Schema.Json>>,
) => Effect.Effect<Draft> = Effect.fnUntraced(function* (draft, catalogue, given) {
  if (draft._tag !== "Planned") return draft
  let plan: Plan = draft.plan
  for (const [place, step] of plan.steps.entries()) {
    const { hints, meaningsOf } = operationOf(catalogue, step) ?? {}
    // An answer that is no list of all the places of a name is about one of them.
    if (meaningsOf === undefined || (hints?.list !== undefined && !needsOneEntity(plan, place))) continue
    for (const read of yield* meaningsOf(valuesOf(step))) {
      const name = valuesOf(step)[read.field]
      const [first, second] = read.meanings
      if (first === undefined && read.entity !== undefined && typeof name === "string") {
        // Each name that was sent is used once: it may be unknown too, or send back to this one.
        const { [choiceId({ kind: read.field, text: name })]: other, ...others } = given
        if (typeof other !== "string") return otherName(step, name, read.field, read.entity)
        return yield* withMeanings({ ...draft, plan: withInput(plan, name, read, other, null) }, catalogue, others)
      }
      if (first !== undefined && second === undefined) plan = withOneResult(plan, place)
      if (read.areTogether === true && !feedsStep(plan, place)) continue
      if (first === undefined || (second === undefined && read.assumption === null) || typeof name !== "string") continue
      const id = choiceId({ kind: read.field, text: name })
      const chosen = read.meanings.find(({ value }) => given[id] === refOf(read, value))
      if (chosen === undefined && read.assumption === null) return selection(id, name, read)
      plan = withInput(plan, name, read, chosen?.value ?? first.value, chosen === undefined ? read.assumption : null)
      plan = withOneResult(plan, place)
    }
  }
  return { ...draft, plan } satisfies Draft
})

/** The need of another name, where the data have no such entity of the one in the question. */
const otherName = (step: PlannedStep, name: string, field: string, entity: string): Draft => {
  const fitting = Object.keys(valuesOf(step)).length > 1 ? " that fits the other inputs" : ""
  const near = entity === "place" ? ", such as that of a town near it" : " of it, or its town"
  return {
    _tag: "NeedsInput",
    message: `The data have no ${entity} of the name "${sanitize(name)}"${fitting}. Send another name${near}. Nothing was bought.`,
    needs: [
      {
        id: choiceId({ kind: field, text: name }),
        label: `Which ${entity} is meant by "${sanitize(name)}"?`,
        field,
        schema: { type: "string", minLength: 2, maxLength: 100 },
      },
    ],
  }
}

const operationOf = (catalogue: ReadonlyArray<CatalogueEntry>, step: PlannedStep) =>
  catalogue
    .flatMap(({ members }) => members)
    .find(({ id }) => id === step.source)
    ?.operations.find(({ id }) => id === step.operation)

/** Whether a later step takes one item of the step's list, or a goal requests facts of one. */
const needsOneEntity = ({ goals, steps }: Plan, place: number): boolean =>
  steps.some(({ input }) =>
    Object.values(input).some((binding) => binding._tag === "From" && binding.step === place && binding.list !== undefined),
  ) || goals.some(({ facts, step }) => step === place && facts.length > 0 && !facts.includes("place.matches"))

/** Whether a later step takes a fact of the step's answer. */
const feedsStep = ({ steps }: Plan, place: number): boolean =>
  steps.some(({ input }) => Object.values(input).some((binding) => binding._tag === "From" && binding.step === place))

const valuesOf = ({ input }: PlannedStep): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(Object.entries(input).flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value]] : [])))

const refOf = ({ field }: InputMeanings, value: Schema.Json): string => `${field}:${String(value)}`

/** The plan with the one meaning in every step that has the name as this input. */
const withInput = (plan: Plan, name: string, { field }: InputMeanings, value: Schema.Json, assumption: string | null): Plan => ({
  ...plan,
  steps: plan.steps.map((step) => {
    const binding = step.input[field]
    return binding?._tag === "Value" && binding.value === name
      ? { ...step, input: { ...step.input, [field]: { _tag: "Value", value } } }
      : step
  }),
  limitations: assumption === null ? plan.limitations : [...plan.limitations, sanitize(assumption)],
})

/** The plan in which a step priced by its results has at most one: its input means one thing alone. */
const withOneResult = (plan: Plan, place: number): Plan => ({
  ...plan,
  steps: plan.steps.map((step, at) => {
    if (at !== place || step.price.model !== "per_result") return step
    return { ...step, limit: 1, max: maximumCost({ model: step.price.model, price: step.price.amount }, 1) }
  }),
})

const selection = (id: string, name: string, read: InputMeanings): Draft => {
  const label = `Which "${sanitize(name)}" is meant?`
  return {
    _tag: "NeedsSelection",
    message: `"${sanitize(name)}" can mean several things. ${label} Nothing was bought.`,
    choice: {
      id,
      label,
      candidates: read.meanings.map(({ description, label: meaning, value }) => ({
        entityRef: refOf(read, value),
        label: meaning,
        description,
        attributes: { [read.field]: value },
      })),
    },
  }
}
