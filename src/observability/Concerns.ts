import { Context, type Effect } from "effect"

/** Further things `/status` asks about: each answers a sentence that anybody may read, or undefined where all is well. */
export const Concerns = Context.Reference<ReadonlyArray<Effect.Effect<string | undefined>>>("farthing/src/observability/Concerns", {
  defaultValue: () => [],
})
