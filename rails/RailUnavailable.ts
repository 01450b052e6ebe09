import { Context, Data, Effect } from "effect"
import { ServiceUnavailable } from "../domain/Refusal.ts"
import { waitUpTo, withinTimeAtOnce } from "../domain/withinTime.ts"

/** A rail's tables or its exchange rate could not be read. Nothing is known to have happened; doing it again is safe. */
export class RailUnavailable extends Data.TaggedError("RailUnavailable")<{ readonly message: string; readonly cause?: unknown }> {}

/** How long a query of a rail's tables may take: 20 s in a job, 2.5 s in a request. */
const MaxQueryMs = Context.Reference<number>("farthing/rails/MaxQueryMs", { defaultValue: () => 20_000 })

/** The work of a request, whose queries take 2.5 s at most: with a database that hangs it is answered 503 within 3 s. */
export const inRequest = Effect.provideService(MaxQueryMs, 2_500)

/** A query of a rail's own tables, with a time limit. */
export const fromTables = <A, E extends { readonly message: string }, R>(
  query: Effect.Effect<A, E, R>,
): Effect.Effect<A, RailUnavailable, R> =>
  Effect.flatMap(MaxQueryMs, (maxMs) =>
    withinTimeAtOnce(query, maxMs, () => Effect.fail({ message: `they did not answer within ${maxMs / 1_000} s` })),
  ).pipe(
    Effect.mapError((cause) => new RailUnavailable({ message: `The tables of the rail could not be reached: ${cause.message}`, cause })),
  )

/** The same for a query that a request waits for, wherever it is made. */
export const forRequest = <A, E extends { readonly message: string }, R>(query: Effect.Effect<A, E, R>) => inRequest(fromTables(query))

/**
 * A note in the rail's tables that no answer depends on. A request waits 0.4 s for it, so that a database that hangs does not add to the 2.5 s
 * that the request has waited already.
 */
export const besideRequest = <R>(note: Effect.Effect<void, never, R>) => waitUpTo(note, 400)

/** The work of a request, which gets a 503 that says what to do; the log gets the cause. */
export const serviceUnavailable =
  (rail: string, message: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ServiceUnavailable, R> =>
    Effect.catch(inRequest(effect), (error) =>
      Effect.andThen(
        Effect.logWarning(`${rail}: ${message}`, error),
        Effect.fail(new ServiceUnavailable({ message, retryAfterSeconds: 5 })),
      ),
    )
