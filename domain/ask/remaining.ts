import type { AskRecord } from "./AskStore.ts"
import { judge } from "./judge.ts"
import type { PlannedStep } from "./Plan.ts"
import { stepsNow } from "./stepsNow.ts"

/** The steps of a run that may still be bought: neither made, nor spared, nor lost. */
export const remaining = ({ ask, calls }: Pick<AskRecord, "ask" | "calls">): ReadonlyArray<PlannedStep> => {
  if (ask.plan === null) return []
  const { step } = judge(ask.plan, stepsNow({ ask, calls }), ask.selections)
  return ask.plan.steps.filter((_, index) => ["Ready", "Waits", "Choice"].includes(step(index)._tag))
}
