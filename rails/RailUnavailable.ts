import { Data, Effect } from "effect"
import { ServiceUnavailable } from "../domain/Refusal.ts"

/** A rail's tables or its exchange rate could not be read. Nothing is known to have happened; doing it again is safe. */
export class RailUnavailable extends Data.TaggedError("RailUnavailable")<{ readonly message: string; readonly cause?: unknown }> {}

/** A query of a rail's own tables, for at most 20 seconds. */
export const fromTables = <A, E extends { readonly message: string }, R>(
  query: Effect.Effect<A, E, R>,
): Effect.Effect<A, RailUnavailable, R> =>
  query.pipe(
    Effect.timeout("20 seconds"),
    Effect.mapError((cause) => new RailUnavailable({ message: `The tables of the rail could not be reached: ${cause.message}`, cause })),
  )

/** The caller gets a 503 that says what to do; the log gets the cause. */
export const serviceUnavailable =
  (rail: string, message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ServiceUnavailable, R> =>
    Effect.catch(effect, (error) =>
      Effect.andThen(
        Effect.logWarning(`${rail}: ${message}`, error),
        Effect.fail(new ServiceUnavailable({ message, retryAfterSeconds: 5 })),
      ),
    )
