import { Effect, Layer, Option } from "effect"
import { Planner, PlannerUnavailable } from "./Planner.ts"
import { Workflows } from "./Workflows.ts"

/** The planner that is provided from outside; a gateway without one sells direct calls, and says so to whoever asks. */
export const providedPlanner = Layer.effect(
  Planner,
  Effect.map(
    Effect.serviceOption(Planner),
    Option.getOrElse(() =>
      Planner.of({ plan: () => new PlannerUnavailable({ message: "This gateway plans no questions. Call a source directly." }) }),
    ),
  ),
)

/** The recipes that are provided from outside, or none. */
export const providedWorkflows = Layer.effect(
  Workflows,
  Effect.map(
    Effect.serviceOption(Workflows),
    Option.getOrElse(() => Workflows.of({ list: () => ({ workflows: [] }) })),
  ),
)
