import { Effect, Layer, Result } from "effect"
import { Recipes, Workflows, workflowsView } from "../../domain/workflow/Recipes.ts"
import type { CatalogueEntry } from "../../domain/catalogue/Catalogue.ts"
import { type CheckedRecipe, checkRecipe } from "../../domain/workflow/checkRecipe.ts"
import { readRecipe, type Recipe } from "../../domain/workflow/Recipe.ts"
import { checks } from "./recipes/checks.ts"
import { countries } from "./recipes/countries.ts"
import { places } from "./recipes/places.ts"
import { visitors } from "./recipes/visitors.ts"

/** The recipes that ship with the gateway, over its built-in sources. */
export const builtinRecipes: ReadonlyArray<Recipe> = [...checks, ...countries, ...places, ...visitors]

/** Recipes from JSON. An invalid recipe, or one with an operation that is not for sale, is left out with a warning; the others stay available. */
export const makeRecipes = Effect.fnUntraced(function* (documents: ReadonlyArray<unknown>) {
  const services = yield* Effect.context()
  const cache = new WeakMap<ReadonlyArray<CatalogueEntry>, ReadonlyArray<CheckedRecipe>>()
  // Every price change makes a new snapshot: a warning is logged once.
  let logged: ReadonlySet<string> = new Set()
  return Recipes.of({
    forSale: (catalogue) => {
      const before = cache.get(catalogue)
      if (before !== undefined) return before
      const { checked, warnings } = check(documents, catalogue)
      cache.set(catalogue, checked)
      const fresh = warnings.filter((warning) => !logged.has(warning))
      logged = new Set(warnings)
      for (const warning of fresh) Effect.runSyncWith(services)(Effect.logWarning(warning))
      return checked
    },
  })
})

const check = (documents: ReadonlyArray<unknown>, catalogue: ReadonlyArray<CatalogueEntry>) => {
  const warnings: Array<string> = []
  const recipes = new Map<string, CheckedRecipe>()
  for (const [index, document] of documents.entries()) {
    const recipe = readRecipe(document)
    if (Result.isFailure(recipe)) {
      warnings.push(`workflow number ${index + 1} is left out: ${recipe.failure}`)
      continue
    }
    const slug = recipe.success.workflowId
    const checked = checkRecipe(recipe.success, catalogue)
    if (Result.isFailure(checked)) warnings.push(`workflow ${slug} is left out: ${checked.failure.join("; ")}`)
    else if (recipes.has(slug)) warnings.push(`workflow ${slug} is left out: another one has this id`)
    else recipes.set(slug, checked.success)
    if (Result.isSuccess(checked)) warnings.push(...checked.success.warnings.map((warning) => `workflow ${slug}: ${warning}`))
  }
  return { checked: [...recipes.values()].sort((a, b) => (a.recipe.workflowId < b.recipe.workflowId ? -1 : 1)), warnings }
}

const listed = Layer.effect(
  Workflows,
  Effect.map(Recipes, ({ forSale }) => Workflows.of({ list: (catalogue) => workflowsView(forSale(catalogue)) })),
)

/** The recipes that ship with the gateway, and the list of them. */
export const layer = listed.pipe(Layer.provideMerge(Layer.effect(Recipes, makeRecipes(builtinRecipes))))
