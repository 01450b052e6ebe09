import { Effect, Layer } from "effect"
import { Planner } from "../../domain/ask/Planner.ts"
import { sanitize, listNames } from "../../domain/sanitize.ts"
import { InvalidRequest } from "../../domain/Refusal.ts"
import { compileWorkflow } from "../../domain/workflow/compileWorkflow.ts"
import { Recipes } from "../../domain/workflow/Recipes.ts"

/** A planner that compiles workflows, and passes questions to the planner below it. */
export const layer = Layer.effect(
  Planner,
  Effect.gen(function* () {
    const questions = yield* Planner
    const { forSale } = yield* Recipes
    return Planner.of({
      plan: Effect.fn("Planner.workflow")(function* (request) {
        if (request.wish._tag === "Question") return yield* questions.plan(request)
        const { input, slug } = request.wish
        const recipes = forSale(request.catalogue)
        const checked = recipes.find(({ recipe }) => recipe.workflowId === slug)
        if (checked !== undefined) return yield* Effect.fromResult(compileWorkflow(checked, input, request))
        const slugs = listNames(recipes.map(({ recipe }) => recipe.workflowId)) || "none now"
        return yield* new InvalidRequest({
          field: "workflow.slug",
          message: `There is no workflow "${sanitize(slug)}". There are: ${slugs}.`,
        })
      }),
    })
  }),
)
