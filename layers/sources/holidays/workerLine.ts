import { Worker } from "node:worker_threads"
import { Effect, Option, Schema, type Scope } from "effect"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { CalendarYear } from "./CalendarYear.ts"

/** One year takes 70 ms at worst; a worker that needs this long is stuck, and is ended. */
const stuckAfter = "5 seconds"

/** It lives on 20 MB; without a bound it would let garbage pile up to what the machine has. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

const Reply = Schema.Struct({
  id: Schema.Int,
  year: Schema.optionalKey(CalendarYear),
  error: Schema.optionalKey(Schema.String),
})
const decodeReply = Schema.decodeUnknownOption(Reply)

type ComputeYear = (place: string, year: number) => Effect.Effect<CalendarYear, SourceFailure>

/**
 * A line to a worker thread, which starts with the first question (0.3 s and 50 MB once), starts again when it died, and ends
 * with the scope. Only one question may be under way: the caller sees to that.
 */
export const openWorker = (script: URL): Effect.Effect<ComputeYear, never, Scope.Scope> =>
  Effect.gen(function* () {
    let worker: Worker | undefined
    let asked = 0
    const start = () => {
      const started = new Worker(script, { resourceLimits })
      const ended = () => {
        if (worker === started) worker = undefined
      }
      // Also keeps an error between questions from becoming the process's own.
      return started.on("error", ended).on("exit", ended)
    }
    const stop = Effect.sync(() => {
      void worker?.terminate()
      worker = undefined
    })
    yield* Effect.addFinalizer(() => stop)

    return (place, year) =>
      Effect.callback<CalendarYear, SourceFailure>((resume) => {
        const id = ++asked
        const own = (worker ??= start())
        const listen = () => own.on("message", onMessage).on("error", onEnd).on("exit", onEnd).ref()
        // An idle worker does not keep the process alive.
        const hangUp = () => own.off("message", onMessage).off("error", onEnd).off("exit", onEnd).unref()
        const onMessage = (message: unknown) => {
          const reply = Option.getOrUndefined(decodeReply(message))
          // What an interrupted question left behind is not this one's answer.
          if (reply && reply.id !== id) return
          hangUp()
          resume(reply?.year ? Effect.succeed(reply.year) : failure("source_error", `The calendar failed: ${reply?.error ?? "no answer"}`))
        }
        const onEnd = () => {
          hangUp()
          resume(failure("source_unavailable", "The calendar stopped and will be started again."))
        }
        listen()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
        own.postMessage({ id, place, year })
        return Effect.sync(hangUp)
      }).pipe(
        Effect.timeoutOrElse({
          duration: stuckAfter,
          orElse: () => Effect.andThen(stop, failure("source_timeout", "The calendar did not answer in time.")),
        }),
      )
  })

const failure = (code: SourceFailure["code"], message: string) => new SourceFailure({ code, message })
