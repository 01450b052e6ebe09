import { Schema } from "effect"
import { HttpApiSchema, OpenApi } from "effect/http-api"
import { IntFromQuery } from "./access.ts"
import { RunObject } from "./runObject.ts"

/** 200 when the run ended, 202 while it runs, 502 when it failed: always the run object. */
export const runAnswers = [RunObject, RunObject.pipe(HttpApiSchema.status(202)), RunObject.pipe(HttpApiSchema.status(502))] as const

/** What reading a run is, in the interface description. */
export const aboutReading = OpenApi.annotations({
  description:
    "The run as it is; with `wait_seconds`, once it ends or waits for its buyer. `limit`: so many results are shown, with what is said of them.",
})

export const waitSeconds = Schema.optionalKey(IntFromQuery(0, 55))
export const resultLimit = Schema.optionalKey(IntFromQuery(1, 50))
