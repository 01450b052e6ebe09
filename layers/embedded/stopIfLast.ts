import { Effect, Schedule } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import type { Server } from "./paths.ts"
import { type OtherSessions, otherSessions, openStoppingSession, reasonOf } from "./sessions.ts"

/** Stops the server if no other process uses it. Several processes may leave at once: the last one stops it. Never fails, never hangs. */
export const stopIfLast = (server: Server): Effect.Effect<void> =>
  Effect.gen(function* () {
    const session = yield* openStoppingSession(server).pipe(
      // The server may be starting again at this moment.
      Effect.retry({
        schedule: Schedule.upTo(Schedule.spaced("15 millis"), { duration: "3 seconds" }),
        while: () => postmasterPid(server) !== undefined,
      }),
    )
    if (!(yield* isLastSession(otherSessions(session, server)))) return
    // Under the lock, so that no process can connect between the check and the signal.
    if (!(yield* shutDown(server))) yield* Effect.logWarning(`PostgreSQL is still shutting down; see ${server.paths.log}`)
  }).pipe(
    Effect.scoped,
    Effect.catch((error) => Effect.logDebug(`PostgreSQL is left running: ${reasonOf(error)}`)),
  )

/**
 * This process has just closed its own connections, and the server notices that late, on a busy machine very late. No other process would
 * stop the server then, so closing sessions are waited for, up to 5 seconds. A staying session is not.
 */
const isLastSession = Effect.fnUntraced(function* <E>(others: Effect.Effect<OtherSessions, E>): Effect.fn.Return<boolean, E> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 15) {
    const other = yield* others
    if (other === "none") return true
    if (other === "staying" && waitedMs >= 225) return false
    yield* Effect.sleep(15)
  }
  return false
})

/** Asks the server for a fast shutdown and waits for its end. False after 20 seconds, which is longer than a large checkpoint takes. */
export const shutDown = Effect.fnUntraced(function* (server: Server): Effect.fn.Return<boolean> {
  const pid = postmasterPid(server)
  if (pid === undefined) return true
  try {
    process.kill(pid, "SIGINT")
  } catch {
    return true
  }
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 15) {
    // If another process has restarted it already, the process id differs.
    if (postmasterPid(server) !== pid) return true
    yield* Effect.sleep(15)
  }
  return false
})

/** The process id in `postmaster.pid`, if that process runs on this data: an id from another container may be another process here. */
const postmasterPid = ({ paths }: Server): number | undefined => {
  try {
    const pid = Number(fs.readFileSync(path.join(paths.data, "postmaster.pid"), "utf8").split("\n")[0])
    const isOurs = !fs.existsSync("/proc/self/cmdline") || fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(paths.data)
    return isOurs && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}
