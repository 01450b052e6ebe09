import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Calls } from "../../../domain/Calls.ts"
import { RunId } from "../../../domain/ids.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { Api } from "../api/Api.ts"
import { CurrentCaller } from "../Exchange.ts"
import { scopeRefusal } from "../gatekeeper.ts"
import { answer } from "../respond.ts"
import { answerRun, readRun } from "./readRun.ts"

/** How often a run that executes on another node is looked at while somebody waits for it. */
const pollMs = 250

export const RunsHandlers = HttpApiBuilder.group(Api, "runs", (handlers) =>
  handlers
    .handleRaw(
      "read",
      Effect.fnUntraced(function* ({ params, query }) {
        const waitMs = (query.wait_seconds ?? 0) * 1000
        const now = yield* readRun(RunId.make(params.id))
        if (now.run.status !== "running" || waitMs === 0) return yield* answerRun(now)
        yield* Effect.timeoutOption(finished(now.run.id), waitMs)
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

/** Ends when the run does: at once where it executes here, else by looking. */
const finished = Effect.fnUntraced(function* (id: RunId) {
  const calls = yield* Calls
  yield* Effect.ignore(calls.await(id))
  while ((yield* readRun(id)).run.status === "running") yield* Effect.sleep(pollMs)
})
