import type { RunError } from "../ledger/state.ts"
import type { EntityList, StepFailure } from "./Ask.ts"
import { type Inputs, judgeSteps, type StepVerdicts, type StepState } from "./stepVerdicts.ts"
import type { PlannedGoal, Plan } from "./Plan.ts"

/** The next action of a run. */
export type Advance =
  /** Make these steps, if any; then wait for the open ones. */
  | { readonly _tag: "Go"; readonly start: ReadonlyArray<{ readonly step: number; readonly inputs: Inputs }> }
  /** The run waits until the buyer selects an entity. `goals`: the goals that wait for it. */
  | ({ readonly _tag: "Select"; readonly goals: ReadonlyArray<string> } & EntityList)
  | {
      readonly _tag: "End"
      readonly status: "completed" | "partial" | "failed"
      readonly failures: ReadonlyArray<StepFailure>
      /** Why the run as a whole failed. */
      readonly error: RunError | null
    }

/**
 * The next action of a run, from its plan and the outcomes of its calls: every node computes the same. A step is made when its inputs are
 * there and a goal that can still be reached needs it; a fallback when the steps before it have failed.
 */
export const advance = (plan: Plan, now: ReadonlyArray<StepState>, selections: Readonly<Record<string, number>>): Advance => {
  const judged = judgeSteps(plan, now, selections)
  const goals = goalsOf(plan)
  const needed = goals.map((goal) => ({ goal, steps: neededSteps(goal.step, plan, judged) }))
  const steps = [...new Set(needed.flatMap((each) => [...each.steps]))].sort((a, b) => a - b)
  const start = steps.flatMap((step) => {
    const verdict = judged.step(step)
    return verdict._tag === "Ready" ? [{ step, inputs: verdict.inputs }] : []
  })
  if (start.length > 0 || now.some(({ _tag }) => _tag === "Open")) return { _tag: "Go", start }
  for (const step of steps) {
    const verdict = judged.step(step)
    if (verdict._tag !== "Choice") continue
    const waiting = needed.filter((each) => each.steps.has(step)).map(({ goal }) => goal.ref)
    return { _tag: "Select", step: verdict.step, list: verdict.list, goals: waiting }
  }
  return endOf(goals, judged, now)
}

/** The end of a run that is not continued: delivered goals count, the others failed for the reason `why`. */
export const endEarly = (plan: Plan, now: ReadonlyArray<StepState>, selections: Readonly<Record<string, number>>, why: RunError) =>
  endOf(goalsOf(plan), judgeSteps(plan, now, selections), now, why)

/** The goals of a plan; a plan without goals has every unconditional step as one. */
const goalsOf = (plan: Plan): ReadonlyArray<Pick<PlannedGoal, "ref" | "step">> => {
  if (plan.goals.length > 0) return plan.goals
  return plan.steps.flatMap(({ conditional }, step) => (conditional ? [] : [{ ref: `g${step + 1}`, step }]))
}

/** The steps that still have to be made, or awaited, for the document of the step `goal`. Empty if it cannot be delivered any more. */
const neededSteps = (goal: number, plan: Plan, judged: StepVerdicts): ReadonlySet<number> => {
  const needed = new Set<number>()
  const want = (step: number, before?: number): void => {
    const verdict = judged.step(step)
    if (verdict._tag === "Failed") {
      const next = judged.standIn(step, before)
      if (next !== undefined) want(next, before)
      return
    }
    if (verdict._tag === "Delivered" || verdict._tag === "NotNeeded" || needed.has(step)) return
    needed.add(step)
    if (verdict._tag !== "Waits") return
    for (const binding of Object.values(plan.steps[step]!.input))
      if (binding._tag === "From" && binding.step < step) want(binding.step, step)
  }
  want(goal)
  return needed
}

const endOf = (
  goals: ReadonlyArray<Pick<PlannedGoal, "step">>,
  judged: StepVerdicts,
  now: ReadonlyArray<StepState>,
  unmade: RunError = { code: "source_error", message: "The plan could not be executed." },
): Advance & { readonly _tag: "End" } => {
  const missed = goals.flatMap((goal) => {
    const verdict = judged.document(goal.step)
    return verdict._tag === "Delivered" ? [] : [{ step: goal.step, error: verdict._tag === "Failed" ? verdict.error : unmade }]
  })
  const failures = now.flatMap((call, step) => (call._tag === "Failed" ? [{ step, ...call.error }] : []))
  for (const { error, step } of missed) {
    if (!failures.some((failure) => failure.message === error.message)) failures.push({ step, ...error })
  }
  const status = missed.length === 0 ? "completed" : missed.length < goals.length ? "partial" : "failed"
  return { _tag: "End", status, failures, error: status === "failed" ? (missed[0]?.error ?? unmade) : null }
}
