import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { RunNotFound } from "../../../domain/ledger/errors.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { runExample, runExamples } from "./example.ts"
import { RunObject } from "./runObject.ts"

/** 200 when the run ended, 202 while it executes, 502 when it failed: always the run object. */
export const runResponses = [RunObject, RunObject.pipe(HttpApiSchema.status(202)), RunObject.pipe(HttpApiSchema.status(502))] as const

export const waitSeconds = (byDefault: number) => Schema.optionalKey(IntFromQuery(0, 55, byDefault))
export const resultLimit = (byDefault?: number) => Schema.optionalKey(IntFromQuery(1, 50, byDefault))

export const runErrors = [envelope(RunNotFound, "No run with this id belongs to this key.")] as const

/** What reading a run does, in the document. */
export const readingDescription =
  "The run as it is; with `wait_seconds`, once it ends or waits for its buyer. `limit`: the number of results shown, with the observations about them."

const params = { id: Schema.String }
const anyKey = { scope: null, paid: true } as const

export class RunsGroup extends HttpApiGroup.make("runs")
  .add(
    HttpApiEndpoint.get("read", "/v2/runs/:id", {
      params,
      query: { wait_seconds: waitSeconds(0), limit: resultLimit() },
      success: runResponses,
      error: runErrors,
    })
      .annotate(RoutePolicy, { ...anyKey, waits: true })
      .annotateMerge(
        describe({
          summary: "Read a run: the truth about its status and its money",
          description: readingDescription,
          responses: { 200: runExample, ...runExamples },
        }),
      ),
    HttpApiEndpoint.post("cancel", "/v2/runs/:id/cancel", { params, success: runResponses, error: runErrors })
      .annotate(RoutePolicy, anyKey)
      .annotateMerge(
        describe({
          summary: "Cancel a run: what was not delivered is released",
          responses: {
            200: { ...runExample, status: "cancelled", data: undefined, results: [], usage: { sources: [], cost: usd(0), held: usd(0) } },
            ...runExamples,
          },
        }),
      ),
  )
  .middleware(Guarded) {}
