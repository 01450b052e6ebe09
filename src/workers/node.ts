import { Effect, Layer, Schedule } from "effect"
import { Node } from "../../domain/Node.ts"
import { reconcile } from "../../domain/reconcile.ts"
import { beat, leave } from "../../layers/postgres/PgNodes.ts"
import { reconcilerPass } from "../observability/reconcilerPass.ts"
import { Settings } from "../Settings.ts"

/** This node's heart: it beats before it serves, and leaves when it stops. */
export const Heartbeat = Layer.effectDiscard(
  Effect.gen(function* () {
    const { id } = yield* Node
    const { beatMs, silentMs } = yield* Settings
    const once = beat(id, silentMs)
    yield* once
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.andThen(once, leave(id))))
    yield* once.pipe(
      Effect.catch((error) => Effect.logWarning("this node could not beat", error)),
      Effect.repeat(Schedule.spaced(beatMs)),
      Effect.forkScoped,
    )
  }),
)

/** The reconciler: always running, start-up recovery included. */
export const Reconciler = Layer.effectDiscard(
  Effect.gen(function* () {
    const { silentMs } = yield* Settings
    yield* reconcile({ silentMs, batch: 200 }).pipe(
      Effect.tap(reconcilerPass),
      Effect.catch((error) => Effect.logWarning("the reconciler could not look for open calls", error)),
      Effect.repeat(Schedule.spaced(Math.min(1000, silentMs / 2))),
      Effect.forkScoped,
    )
  }),
)
