import { Data, Effect } from "effect"

/** The embedded database is not available. `message` says what the operator can do. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Runs file system calls. An exception becomes the error "Cannot <what>: …". */
export const attempt = <A>(what: string, run: () => A): Effect.Effect<A, EmbeddedPostgresError> =>
  Effect.try({
    try: run,
    catch: (cause) =>
      cause instanceof EmbeddedPostgresError
        ? cause
        : new EmbeddedPostgresError({ message: `Cannot ${what}: ${cause instanceof Error ? cause.message : String(cause)}`, cause }),
  })
/** The code of an exception, if it has one: `ENOENT`, or PostgreSQL's `57P03`. */
export const errorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined
