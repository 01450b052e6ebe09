import { Context, Effect, Layer, Option, Schema } from "effect"
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { CheckedRecipe } from "./checkRecipe.ts"
import { OperationInput } from "../catalogue/views.ts"

/** The recipes: workflows of several operations. */
export class Recipes extends Context.Service<
  Recipes,
  {
    /** Those whose operations are all for sale now, in the order of their slugs. Recipes that are left out are logged. Cached for each catalogue snapshot. */
    readonly forSale: (catalogue: ReadonlyArray<CatalogueEntry>) => ReadonlyArray<CheckedRecipe>
  }
>()("farthing/domain/workflow/Recipes") {}

/** The list of the workflows that can be bought now. */
export class Workflows extends Context.Service<
  Workflows,
  { readonly list: (catalogue: ReadonlyArray<CatalogueEntry>) => typeof WorkflowList.Type }
>()("farthing/domain/ask/Workflows") {}

/** The recipes that are provided from outside, or none. */
export const providedWorkflows = Layer.effect(
  Workflows,
  Effect.map(
    Effect.serviceOption(Workflows),
    Option.getOrElse(() => Workflows.of({ list: () => ({ workflows: [] }) })),
  ),
)

export const WorkflowList = Schema.Struct({
  workflows: Schema.Array(
    Schema.Struct({
      slug: Schema.String,
      name: Schema.String,
      description: Schema.String,
      input: Schema.Array(OperationInput),
      steps: Schema.Array(
        Schema.Struct({
          source_id: Schema.String,
          operation: Schema.String,
          name: Schema.String,
          /** It is made only if the step before it delivered nothing, or if an optional input is given. */
          conditional: Schema.Boolean,
        }),
      ),
      limitations: Schema.Array(Schema.String),
    }).annotate({ identifier: "Workflow" }),
  ),
}).annotate({ identifier: "WorkflowList" })

/** The recipes that can be bought now, as `GET /v2/ask/workflows` lists them. */
export const workflowsView = (recipes: ReadonlyArray<CheckedRecipe>): typeof WorkflowList.Type => ({
  workflows: recipes.map((checked) => ({
    slug: checked.recipe.workflowId,
    name: checked.recipe.summary,
    description: checked.recipe.description,
    input: checked.inputs.map(({ field, jsonSchema, required }) => ({ field, required, schema: jsonSchema })),
    steps: checked.steps.flatMap((step) =>
      step.offers.map(({ operation, source }, index) => ({
        source_id: source.id,
        operation: operation.id,
        name: operation.name,
        conditional: index > 0 || isOptional(step, checked),
      })),
    ),
    limitations: checked.recipe["x-limitations"] ?? [],
  })),
})

/** Whether a step is left out if an input is not given. */
const isOptional = ({ offers, parameters }: CheckedRecipe["steps"][number], { recipe, steps }: CheckedRecipe): boolean =>
  parameters.some(({ field, expression }) => {
    const needed = offers.some(({ operation }) => operation.input.some((input) => input.field === field && input.required))
    if (!needed) return false
    if (expression._tag === "Output") {
      const producer = steps.find(({ step }) => step.stepId === expression.stepId)
      return producer !== undefined && isOptional(producer, { recipe, steps, inputs: [], warnings: [] })
    }
    if (expression._tag !== "Input") return false
    return !(recipe.inputs.required ?? []).includes(expression.name) && recipe.inputs.properties[expression.name]?.default === undefined
  })
