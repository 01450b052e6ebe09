import { Effect, Layer } from "effect"
import { RailJobs } from "../../domain/rail/RailModule.ts"

/** What the rails do all the time: each in a fiber of its own, for as long as the gateway runs. */
export const RailWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    for (const work of yield* RailJobs) yield* Effect.forkScoped(work)
  }),
)
