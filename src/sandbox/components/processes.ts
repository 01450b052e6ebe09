import { Effect, Schedule } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

/** Whether this process was started with that argument: numbers are used again, arguments like these are not. */
export const runsWith = (pid: number, argument: string): boolean => {
  if (pid < 2 || !exists(pid)) return false
  try {
    return commandOf(pid).includes(argument)
  } catch {
    return false
  }
}

const commandOf = (pid: number): ReadonlyArray<string> =>
  existsSync("/proc/self/cmdline")
    ? readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
    : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
        .trim()
        .split(" ")

/** kill -9 of a keeper with all it has started, if it still is that keeper. */
export const killKeeper = (pid: number | null, instance: string): void => {
  if (pid === null || !runsWith(pid, instance)) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {}
}

/** Waits until nothing of a process group is left, 2 seconds at most: its number may be somebody else's by now. */
export const groupIsGone = (group: number): Effect.Effect<void> =>
  Effect.suspend(() => (exists(-group) ? Effect.fail("still there") : Effect.void)).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("20 millis"), { duration: "2 seconds" })),
    Effect.ignore,
  )
