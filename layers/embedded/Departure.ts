import { Effect, Schedule } from "effect"
import { errorCode } from "./ErrorCode.ts"
import { shutDown } from "./Postmaster.ts"
import type { Server } from "./Server.ts"
import { isAlone, joinToLeave, reasonOf } from "./Session.ts"

/** Stops the server if nobody else uses it. Several processes may leave at once: the last one stops it. Never fails, never hangs. */
export const leave = (server: Server): Effect.Effect<void> =>
  Effect.gen(function* () {
    const session = yield* joinToLeave(server).pipe(
      // It may be starting again at this moment.
      Effect.retry({
        schedule: Schedule.upTo(Schedule.spaced("15 millis"), { duration: "3 seconds" }),
        while: (error) => errorCode(error.reason.cause) === "57P03",
      }),
    )
    if (!(yield* isSoonAlone(isAlone(session)))) return
    // Under the lock, so that nobody can join between the look and the signal.
    if (!(yield* shutDown(server))) yield* Effect.logWarning(`PostgreSQL is still shutting down; see ${server.place.log}`)
  }).pipe(
    Effect.scoped,
    Effect.catch((error) => Effect.logDebug(`PostgreSQL is left as it is: ${reasonOf(error)}`)),
  )

/** This process has just closed its own connections, and the server takes a moment to notice. */
const isSoonAlone = Effect.fnUntraced(function* <E>(look: Effect.Effect<boolean, E>): Effect.fn.Return<boolean, E> {
  for (let tries = 0; tries < 15; tries++) {
    if (yield* look) return true
    yield* Effect.sleep(15)
  }
  return false
})
