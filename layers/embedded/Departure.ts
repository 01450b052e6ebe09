import { Effect, Schedule } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Server } from "./Server.ts"
import { type Company, companyOf, joinToLeave, reasonOf } from "./Session.ts"

/** Stops the server if nobody else uses it. Several processes may leave at once: the last one stops it. Never fails, never hangs. */
export const leave = (server: Server): Effect.Effect<void> =>
  Effect.gen(function* () {
    const session = yield* joinToLeave(server).pipe(
      // It may be coming up again at this moment.
      Effect.retry({
        schedule: Schedule.upTo(Schedule.spaced("15 millis"), { duration: "3 seconds" }),
        while: () => postmasterPid(server) !== undefined,
      }),
    )
    if (!(yield* isSoonAlone(companyOf(session, server)))) return
    // Under the lock, so that nobody can join between the look and the signal.
    if (!(yield* shutDown(server))) yield* Effect.logWarning(`PostgreSQL is still shutting down; see ${server.place.log}`)
  }).pipe(
    Effect.scoped,
    Effect.catch((error) => Effect.logDebug(`PostgreSQL is left as it is: ${reasonOf(error)}`)),
  )

/**
 * This process has just closed its own connections, and the server takes a moment to notice: on a busy machine a long one. Nobody else
 * would stop the server then, so it is waited for; one who stays is not.
 */
const isSoonAlone = Effect.fnUntraced(function* <E>(look: Effect.Effect<Company, E>): Effect.fn.Return<boolean, E> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 15) {
    const company = yield* look
    if (company === "nobody") return true
    if (company === "somebody who stays" && waitedMs >= 225) return false
    yield* Effect.sleep(15)
  }
  return false
})

/** Asks the server for a fast shutdown and waits until it is gone. False if it takes longer than a large checkpoint should. */
export const shutDown = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<boolean> {
  const pid = postmasterPid(server)
  if (pid === undefined) return true
  try {
    process.kill(pid, "SIGINT")
  } catch {
    return true
  }
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 15) {
    // Another process may have started it anew already: then the number differs.
    if (postmasterPid(server) !== pid) return true
    yield* Effect.sleep(15)
  }
  return false
})

/** The first line of `postmaster.pid`, if that process runs on this data: one from another container may have anybody's number here. */
const postmasterPid = ({ place }: Server): number | undefined => {
  try {
    const pid = Number(fs.readFileSync(path.join(place.data, "postmaster.pid"), "utf8").split("\n")[0])
    const isOurs = !fs.existsSync("/proc/self/cmdline") || fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(place.data)
    return isOurs && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
