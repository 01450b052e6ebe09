import { Effect } from "effect"
import type { RunId } from "../../../../domain/money/ids.ts"
import { CurrentCaller } from "../../Exchange.ts"
import { runEnded } from "../readRun.ts"
import { answerAsk } from "./answerAsk.ts"

/** The run once it ends or waits for its buyer, or as it is when the time is over. */
export const answerWithin = Effect.fnUntraced(function* (run: RunId, seconds: number) {
  const { organisation } = yield* CurrentCaller
  if (seconds > 0) yield* Effect.timeoutOption(runEnded(run), seconds * 1000)
  return yield* answerAsk(organisation, run)
})
