import { Cache, Effect, Exit, Option, Schema, type Scope, Semaphore } from "effect"
import { Worker } from "node:worker_threads"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"

/** In ascending weight: a day can be several. `public`: a holiday by law; `bank`: banks and offices are closed. */
export const HolidayType = Schema.Literals(["observance", "optional", "school", "bank", "public"])
export type HolidayType = typeof HolidayType.Type

export const Holiday = Schema.Struct({
  /** Day number of its first civil day. */
  day: Schema.Int,
  /** How many civil days it lasts. */
  days: Schema.Int,
  name: Schema.String,
  localName: Schema.String,
  /** The rule of date-holidays that it follows: `easter -2`. */
  rule: Schema.String,
  type: HolidayType,
  /** Observed instead of a holiday that fell on a day off. */
  substitute: Schema.Boolean,
  /** Local time of day at which it begins, where that is not midnight. */
  startsAt: Schema.NullOr(Schema.String),
  /** It begins at sunset of the day before. */
  sunset: Schema.Boolean,
  /** A whole day, and for everybody. */
  dayOff: Schema.Boolean,
  note: Schema.NullOr(Schema.String),
  /** Names of the regions that do not have a holiday which is listed for the whole country. */
  notIn: Schema.Array(Schema.String),
})
export type Holiday = typeof Holiday.Type

/** The holidays that begin in one year at one place, in order. What the worker answers. */
export const CalendarYear = Schema.Struct({
  regionName: Schema.NullOr(Schema.String),
  entries: Schema.Array(Holiday),
  /** What the data does not know. */
  notes: Schema.Array(Schema.String),
})
export type CalendarYear = typeof CalendarYear.Type

/** The holidays of a place (`DE`, `DE-BY`) that begin in a year. */
export type CalendarYears = (place: string, year: number) => Effect.Effect<CalendarYear, SourceFailure>

/** What a caller waits for at most, others' years before its own included. */
const maxWait = "20 seconds"
/** Years that may wait for the worker at once. */
const maxWaiting = 256
/** A year is 2 to 10 KB. */
const cachedYears = 1_024

/**
 * Calendar years from a worker thread, so that their computation never blocks the event loop, and from a bounded cache,
 * because a year never changes. A failure is not cached: the next request computes the year again.
 */
export const makeCalendarYears = (
  script: URL = new URL("./worker.ts", import.meta.url),
): Effect.Effect<CalendarYears, never, Scope.Scope> =>
  Effect.gen(function* () {
    const ask = yield* openWorker(script)
    const oneAtATime = yield* Semaphore.make(1)
    let waiting = 0
    const compute = (key: string) =>
      Effect.suspend(() => {
        if (waiting >= maxWaiting)
          return new SourceFailure({ code: "source_unavailable", message: "Too many calendars are being computed." })
        waiting++
        const [place = "", year] = key.split("/")
        return ask(place, Number(year)).pipe(
          oneAtATime.withPermit,
          Effect.timeoutOrElse({
            duration: maxWait,
            orElse: () => new SourceFailure({ code: "source_timeout", message: "The calendar was not computed in time." }),
          }),
          Effect.ensuring(Effect.sync(() => waiting--)),
        )
      })
    const cache = yield* Cache.makeWith(compute, { capacity: cachedYears, timeToLive: (exit) => (Exit.isSuccess(exit) ? Infinity : 0) })
    return (place, year) => Cache.get(cache, `${place}/${year}`)
  })

/** One year takes 70 ms at worst; a worker that needs this long is stuck, and is ended. */
const stuckAfter = "5 seconds"

/** The worker needs 20 MB. Without a bound its garbage could grow to the memory of the machine. */
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
    let lastRequest = 0
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
        const id = ++lastRequest
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
