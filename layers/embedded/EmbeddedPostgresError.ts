import { Data, Effect } from "effect"

/** The embedded database cannot be had. `message` says what the operator can do. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Runs file system calls. What they throw becomes the error, its text after `what` failed. */
export const attempt = <A>(what: string, run: () => A): Effect.Effect<A, EmbeddedPostgresError> =>
  Effect.try({
    try: run,
    catch: (cause) =>
      cause instanceof EmbeddedPostgresError
        ? cause
        : new EmbeddedPostgresError({ message: `Cannot ${what}: ${cause instanceof Error ? cause.message : String(cause)}`, cause }),
  })
