import { type Context, Effect, Layer, Metric } from "effect"
import { AskStore } from "../../domain/ask/AskStore.ts"
import type { Draft } from "../../domain/ask/Plan.ts"
import { Planner } from "../../domain/ask/Planner.ts"
import { type RunStatus, runStatuses } from "../../domain/RunStatus.ts"

const runs = (status: RunStatus) =>
  Metric.counter("farthing_ask_runs_total", {
    description: "Runs of asks by each status they came to: how they were begun, what they waited for and how they ended.",
    attributes: { status },
    incremental: true,
  })

/** Notes that a run of an ask came to a status. */
export const askCameTo = (status: RunStatus) => Metric.update(runs(status), 1)

/** The store of asks, that counts what its runs come to once that is written. */
export const countedAsks = Layer.effect(
  AskStore,
  Effect.gen(function* () {
    const store = yield* AskStore
    const context = yield* Effect.context<never>()
    // There from the first scrape on: a counter that appears with its first event hides that event from a rate.
    for (const status of runStatuses) runs(status).updateUnsafe(0, context)
    return AskStore.of({
      ...store,
      step: (place, decide) =>
        Effect.suspend(() => {
          let came: RunStatus | undefined
          // A decision that is taken again, because its commit was not heard of, finds what it wrote and writes nothing.
          const watched: typeof decide = (scene) => {
            const decision = decide(scene)
            const status = decision.write?.run.status
            if (status !== scene.run?.status) came = status ?? came
            return decision
          }
          const note = Effect.suspend(() => (came === undefined ? Effect.void : askCameTo(came)))
          return Effect.tap(store.step(place, watched), () => note)
        }),
    })
  }),
)

const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

const planning = (planner: string) =>
  Metric.histogram("farthing_ask_planning_seconds", {
    description: "Time to plan a question or a workflow, by who made the plan: a recipe, the rules or the language model.",
    attributes: { planner },
    boundaries: bounds,
  })

const plans = (planner: string, outcome: string) =>
  Metric.counter("farthing_ask_plans_total", {
    description: "What planning came to, by who did it.",
    attributes: { planner, outcome },
    incremental: true,
  })

/** The planner, that tells how long it takes and what it comes to. */
export const measuredPlanner = Layer.effect(
  Planner,
  Effect.gen(function* () {
    const planner = yield* Planner
    const note = noting(yield* Effect.context<never>())
    return Planner.of({
      plan: (asked) =>
        Effect.suspend(() => {
          const begunAt = performance.now()
          const by = asked.wish._tag === "Workflow" ? "recipe" : "rules"
          const done = (who: string, outcome: string) => note(who, outcome, (performance.now() - begunAt) / 1000)
          return planner.plan(asked).pipe(
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

const noting = (context: Context.Context<never>) => (planner: string, outcome: string, seconds: number) => {
  planning(planner).updateUnsafe(seconds, context)
  plans(planner, outcome).updateUnsafe(1, context)
}
