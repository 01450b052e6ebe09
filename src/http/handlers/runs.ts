import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RunId } from "../../../domain/ids.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { Api } from "../api/Api.ts"
import { CurrentCaller } from "../Exchange.ts"
import { scopeRefusal } from "../Admission.ts"
import { answer } from "../respond.ts"
import { answerRun, readRun, runEnded } from "./readRun.ts"

export const RunsHandlers = HttpApiBuilder.group(Api, "runs", (handlers) =>
  handlers
    .handleRaw(
      "read",
      Effect.fnUntraced(function* ({ params, query }) {
        const waitMs = (query.wait_seconds ?? 0) * 1000
        const now = yield* readRun(RunId.make(params.id))
        if (now.run.status !== "running" || waitMs === 0) return yield* answerRun(now)
        yield* Effect.timeoutOption(runEnded(now.run.id), waitMs)
        return yield* answerRun(yield* readRun(now.run.id))
      }, answer),
    )
    .handleRaw(
      "cancel",
      Effect.fnUntraced(function* ({ params }) {
        const caller = yield* CurrentCaller
        const ledger = yield* Ledger
        const { run } = yield* readRun(RunId.make(params.id))
        const refusal = scopeRefusal(caller, run.kind === "ask" ? "ask:execute" : "sources:execute")
        if (refusal !== undefined) return yield* refusal
        yield* ledger.execute({ _tag: "Cancel", organisation: caller.organisation, run: run.id })
        return yield* answerRun(yield* readRun(run.id))
      }, answer),
    ),
)
