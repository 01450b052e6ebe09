import { Clock, Context, Effect, Metric, Schedule } from "effect"

/** When each background loop of this gateway last succeeded, by the name of the loop, in milliseconds since 1970. */
export const LoopSuccesses = Context.Reference<Map<string, number>>("farthing/domain/LoopSuccesses", { defaultValue: () => new Map() })

/** Records a round that succeeded, for `/readyz` and for the metrics. */
export const recordLoopSuccess = Effect.fnUntraced(function* (loop: string) {
  const now = yield* Clock.currentTimeMillis
  ;(yield* LoopSuccesses).set(loop, now)
  yield* Metric.update(
    Metric.gauge("farthing_loop_last_success_timestamp_seconds", {
      description: "When each background loop of this node last succeeded, in seconds since 1970.",
      attributes: { loop },
    }),
    now / 1000,
  )
})

/** Repeats a round for ever, also after a failure or a defect. Of consecutive failures only the first is logged. `failure` is that sentence. */
export const backgroundLoop = <A, E, R>(loop: string, everyMs: number, failure: string, round: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let failing = false
    const succeed = Effect.andThen(
      Effect.sync(() => void (failing = false)),
      recordLoopSuccess(loop),
    )
    const log = (cause: unknown) =>
      Effect.suspend(() => {
        if (failing) return Effect.void
        failing = true
        return Effect.logWarning(failure, cause)
      })
    return round.pipe(Effect.andThen(succeed), Effect.catchCause(log), Effect.repeat(Schedule.spaced(everyMs)))
  })
