import { Effect, Layer, Schedule } from "effect"
import { AskRuns } from "../../domain/ask/AskRuns.ts"
import { AskStore, type RunPlace } from "../../domain/ask/AskStore.ts"
import { endOverdue, isOverdue } from "../../domain/ask/expire.ts"
import { Node } from "../../domain/Node.ts"
import { Settings } from "../Settings.ts"

/** Carries on the runs of nodes that are gone, and ends those that waited for their buyer in vain, without waiting for anybody to read them. */
export const AskKeeper = Layer.effectDiscard(
  Effect.gen(function* () {
    const { silentMs } = yield* Settings
    const { id: node } = yield* Node
    const [store, runs] = [yield* AskStore, yield* AskRuns]
    const often = Schedule.spaced(Math.min(1000, silentMs / 2))
    yield* store.claim(node, silentMs, 200).pipe(
      Effect.flatMap(Effect.forEach((place) => runs.start(place), { discard: true })),
      Effect.catch((error) => Effect.logWarning("this node could not look for runs to carry on", error)),
      Effect.repeat(often),
      Effect.forkScoped,
    )
    const end = Effect.fnUntraced(function* (place: RunPlace) {
      const record = yield* store.read(place.organisation, place.run)
      if (record !== undefined && isOverdue(record, record.now)) yield* endOverdue(record)
      else yield* store.rest(place)
    })
    yield* store.overdue(100).pipe(
      Effect.flatMap(
        Effect.forEach(
          (place) => Effect.catchCause(end(place), (cause) => Effect.logWarning(`run ${place.run} could not be ended yet`, cause)),
          { discard: true },
        ),
      ),
      Effect.catch((error) => Effect.logWarning("this node could not look for runs that nobody continued", error)),
      Effect.repeat(often),
      Effect.forkScoped,
    )
  }),
)
