import { Effect, Logger } from "effect"

/** Thousands of failures are expected: they are not logged, and their stack traces are not read. */
export const quietly = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return await Effect.runPromise(Effect.provide(effect, Logger.layer([])))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
