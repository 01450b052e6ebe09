import type { Recipe } from "../../domain/workflow/Recipe.ts"
import { checks } from "./recipes/checks.ts"
import { countries } from "./recipes/countries.ts"
import { places } from "./recipes/places.ts"
import { visitors } from "./recipes/visitors.ts"

/** The recipes that ship with the gateway, over its built-in sources. */
export const builtinRecipes: ReadonlyArray<Recipe> = [...checks, ...countries, ...places, ...visitors]
