import { Effect } from "effect"
import { AskRuns } from "../../../../domain/ask/AskRuns.ts"
import { type AskDecision, type AskTarget, type AskContext, AskStore } from "../../../../domain/ask/AskStore.ts"
import type { Approved } from "../../../../domain/ask/approve.ts"
import { Exchange } from "../../Exchange.ts"

/** A step that may begin a run, and the run carried on: a client that hangs up leaves none that nobody carries on. */
export const carried = Effect.fnUntraced(function* <A extends Approved>(place: AskTarget, decide: (scene: AskContext) => AskDecision<A>) {
  const store = yield* AskStore
  const runs = yield* AskRuns
  const exchange = yield* Exchange
  const decided = Effect.tapError(store.step(place, decide), ({ code }) =>
    Effect.sync(() => {
      if (code === "approval_unconfirmed") exchange.moneyMoved = "unknown"
    }),
  )
  return yield* Effect.uninterruptible(
    Effect.tap(decided, (done: Approved) => (done._tag === "Begun" && done.status === "running" ? runs.start(place) : Effect.void)),
  )
})
