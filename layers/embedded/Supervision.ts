import type { PgConnection } from "@effect/sql-pg"
import { Deferred, Effect, Exit, Queue, Schedule, type Scope } from "effect"
import { arrive } from "./Arrival.ts"
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import type { Server } from "./Server.ts"
import { reasonOf } from "./Session.ts"

/**
 * Holds a session with the server and, whenever it is lost, arrives anew: which starts the server, or finds that another process did.
 * `ready` is completed with the first arrival; if that fails, so does `ready`, and nothing is supervised.
 */
export const keepRunning = Effect.fnUntraced(function* (
  server: Server,
  ready: Deferred.Deferred<void, EmbeddedPostgresError>,
): Effect.fn.Return<never, EmbeddedPostgresError> {
  yield* hold(Effect.onExit(arrive(server), (exit) => Deferred.done(ready, Exit.asVoid(exit))))
  return yield* Effect.forever(Effect.andThen(Effect.sleep("20 millis"), hold(arriveAgain(server))))
})

type Arrival<E> = Effect.Effect<PgConnection.PgConnection, E, Scope.Scope>

/** Ends when the session is lost. A dying server closes it, so a loss is noticed at once and nothing is polled. */
const hold = <E>(arrival: Arrival<E>): Effect.Effect<void, E> =>
  Effect.gen(function* () {
    const session = yield* arrival
    return yield* Effect.gen(function* () {
      // Nobody notifies this channel; the queue fails when the connection does.
      const notifications = yield* session.listen("farthing_embedded")
      return yield* Effect.forever(Queue.take(notifications))
    }).pipe(Effect.catch((lost) => Effect.logWarning(`The embedded PostgreSQL went away (${reasonOf(lost)}); starting it again`)))
  }).pipe(Effect.scoped)

const arriveAgain = (server: Server): Arrival<never> =>
  arrive(server).pipe(
    Effect.tapError((error) => Effect.logWarning(`The embedded PostgreSQL is still away: ${error.message}`)),
    Effect.retry(Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])),
    Effect.orDie,
    Effect.tap(() => Effect.logWarning("The embedded PostgreSQL is back")),
  )
