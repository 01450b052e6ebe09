import { Context } from "effect"
import type { Entry } from "../catalogue/Entry.ts"
import type { WorkflowList } from "../workflow/workflowsView.ts"

/** The recipes that can be asked for with what is for sale now. */
export class Workflows extends Context.Service<
  Workflows,
  { readonly list: (catalogue: ReadonlyArray<Entry>) => typeof WorkflowList.Type }
>()("farthing/domain/ask/Workflows") {}
