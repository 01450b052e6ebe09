import { Context } from "effect"
import type { Entry } from "../catalogue/Entry.ts"
import type { Checked } from "./checkRecipe.ts"

/** The recipes that ask for several operations at once. */
export class Recipes extends Context.Service<
  Recipes,
  {
    /** Those whose operations are all for sale now, in the order of their slugs. What is left out is logged. Costs nothing for a snapshot seen before. */
    readonly forSale: (catalogue: ReadonlyArray<Entry>) => ReadonlyArray<Checked>
  }
>()("farthing/domain/workflow/Recipes") {}
