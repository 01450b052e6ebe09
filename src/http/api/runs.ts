import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, Gatekeeper } from "./access.ts"
import { onRuns } from "./refusals.ts"
import { aboutReading, resultLimit, runAnswers, waitSeconds } from "./runAnswers.ts"

export class RunsGroup extends HttpApiGroup.make("runs")
  .add(
    HttpApiEndpoint.get("read", "/v2/runs/:id", {
      params: { id: Schema.String },
      query: { wait_seconds: waitSeconds, limit: resultLimit },
      success: runAnswers,
      error: onRuns,
    })
      .annotate(Access, { scope: null, paid: true })
      .annotateMerge(aboutReading),
    HttpApiEndpoint.post("cancel", "/v2/runs/:id/cancel", { params: { id: Schema.String }, success: runAnswers, error: onRuns }).annotate(
      Access,
      {
        scope: null,
        paid: true,
      },
    ),
  )
  .middleware(Gatekeeper) {}
