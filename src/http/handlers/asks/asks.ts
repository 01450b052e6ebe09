import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Workflows } from "../../../../domain/workflow/Recipes.ts"
import { Catalogue } from "../../../../domain/catalogue/Catalogue.ts"
import { Api } from "../../api/Api.ts"
import { answer, json } from "../../respond.ts"
import { cancelRun, readOne } from "../runs.ts"
import { ask } from "./ask.ts"
import { continueAsk } from "./continueAsk.ts"
import { runPlan } from "./runPlan.ts"

export const AsksHandlers = HttpApiBuilder.group(Api, "asks", (handlers) =>
  handlers
    .handleRaw("ask", (request) => answer(ask(request)))
    .handleRaw("plan", (request) => answer(ask(request)))
    .handleRaw("run", (request) => answer(runPlan(request)))
    .handleRaw("continue", (request) => answer(continueAsk(request)))
    .handleRaw("read", (request) => answer(readOne(request)))
    .handleRaw("cancel", (request) => answer(cancelRun(request)))
    .handleRaw(
      "workflows",
      Effect.fnUntraced(function* () {
        const workflows = yield* Workflows
        return json(workflows.list(yield* Effect.flatMap(Catalogue, ({ current }) => current)))
      }, answer),
    ),
)
