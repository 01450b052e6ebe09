import { type Context, Effect, Layer, Metric } from "effect"
import { AskStore } from "../../domain/ask/AskStore.ts"
import type { Draft } from "../../domain/ask/Plan.ts"
import { Planner } from "../../domain/ask/Planner.ts"
import { type RunStatus, runStatuses } from "../../domain/RunStatus.ts"

const runs = (status: RunStatus) =>
  Metric.counter("farthing_ask_runs_total", {
    description: "Runs of asks by each status they reached: how they began, what they waited for and how they ended.",
    attributes: { status },
    incremental: true,
  })

/** Counts that a run of an ask reached a status. */
export const countRunStatus = (status: RunStatus) => Metric.update(runs(status), 1)

/** The store of asks that counts each new status of a run, once it is written. */
export const askStoreWithMetrics = Layer.effect(
  AskStore,
  Effect.gen(function* () {
    const store = yield* AskStore
    const context = yield* Effect.context<never>()
    // Each counter exists from the first scrape on: if it appeared with its first event, a rate would miss that event.
    for (const status of runStatuses) runs(status).updateUnsafe(0, context)
    return AskStore.of({
      ...store,
      step: (place, decide, onStalled) =>
        Effect.suspend(() => {
          let reached: RunStatus | undefined
          // If the outcome of a commit is unknown, the decision runs again: then the status is written already, and this counts it once.
          const observed: typeof decide = (scene) => {
            const decision = decide(scene)
            const status = decision.write?.run.status
            if (status !== scene.run?.status) reached = status ?? reached
            return decision
          }
          const note = Effect.suspend(() => (reached === undefined ? Effect.void : countRunStatus(reached)))
          return Effect.tap(store.step(place, observed, onStalled), () => note)
        }),
    })
  }),
)

const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

const planning = (planner: string) =>
  Metric.histogram("farthing_ask_planning_seconds", {
    description: "Time to plan a question or a workflow, by the planner: a recipe, the rules or the language model.",
    attributes: { planner },
    boundaries: bounds,
  })

const plans = (planner: string, outcome: string) =>
  Metric.counter("farthing_ask_plans_total", {
    description: "Outcomes of planning, by the planner.",
    attributes: { planner, outcome },
    incremental: true,
  })

/** The planner that measures its time and counts its outcomes. */
export const plannerWithMetrics = Layer.effect(
  Planner,
  Effect.gen(function* () {
    const planner = yield* Planner
    const record = planRecorder(yield* Effect.context<never>())
    return Planner.of({
      plan: (request) =>
        Effect.suspend(() => {
          const startedAt = performance.now()
          const by = request.wish._tag === "Workflow" ? "recipe" : "rules"
          const done = (who: string, outcome: string) => record(who, outcome, (performance.now() - startedAt) / 1000)
          return planner.plan(request).pipe(
            Effect.tap((draft) => Effect.sync(() => done(draft.by ?? by, outcomes[draft._tag]))),
            Effect.tapError(({ code }) => Effect.sync(() => done(by, code))),
          )
        }),
    })
  }),
)

const outcomes: Readonly<Record<Draft["_tag"], string>> = {
  Planned: "planned",
  NeedsInput: "needs_input",
  NeedsSelection: "needs_selection",
  Unsupported: "unsupported",
}

const planRecorder = (context: Context.Context<never>) => (planner: string, outcome: string, seconds: number) => {
  planning(planner).updateUnsafe(seconds, context)
  plans(planner, outcome).updateUnsafe(1, context)
}
