import { Effect } from "effect"
import { SepaUnavailable } from "../SepaUnavailable.ts"

/** Reaching the tables is all that can fail here. */
export const reached = <A, E extends { readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, SepaUnavailable, R> =>
  effect.pipe(
    Effect.timeout("20 seconds"),
    Effect.mapError(
      (cause) => new SepaUnavailable({ message: `The tables of the direct debits could not be reached: ${cause.message}`, cause }),
    ),
  )
