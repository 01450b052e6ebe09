import { Cache, Effect, Exit, type Scope, Semaphore } from "effect"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import type { CalendarYear } from "./CalendarYear.ts"
import { openWorker } from "./workerLine.ts"

/** The holidays of a place (`DE`, `DE-BY`) that begin in a year. */
export type CalendarYears = (place: string, year: number) => Effect.Effect<CalendarYear, SourceFailure>

/** What a caller waits for at most, others' years before its own included. */
const maxWait = "20 seconds"
/** Years that may wait for the worker at once. */
const maxWaiting = 256
/** A year is 2 to 10 KB. */
const cachedYears = 1_024

/**
 * Calendar years from a worker thread, so that their computation never holds up the event loop, and from a bounded cache,
 * since a year never changes. A failure is not kept: the next question is asked anew.
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
