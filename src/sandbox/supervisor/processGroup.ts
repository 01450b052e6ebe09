import { Effect, Schedule } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

/** Whether this process was started with that argument: a process id is reused, an argument such as an instance id is not. */
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

/** kill -9 of a supervisor with all its processes, if that process still is the supervisor. */
export const killSupervisor = (pid: number | null, instance: string): void => {
  if (pid === null || !runsWith(pid, instance)) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {}
}

/** Waits until no process of a group is left, 2 seconds at most: its number may be in use by another program. */
export const waitForGroupEnd = (group: number): Effect.Effect<void> =>
  Effect.suspend(() => (exists(-group) ? Effect.fail("still running") : Effect.void)).pipe(
    Effect.retry(Schedule.upTo(Schedule.spaced("20 millis"), { duration: "2 seconds" })),
    Effect.ignore,
  )

/** The input of the shell ends when the supervisor ends, also by a kill. Then the shell kills the whole process group, itself included. */
const script = "read -r _; kill -9 0"

/**
 * Ends every process of the supervisor together with it, even if it is killed. Must run before the supervisor starts another process; the
 * supervisor leads a process group of its own.
 */
export const processGroupGuard = Effect.acquireRelease(
  Effect.sync(() => {
    const state = { released: false }
    const watch = () => {
      const shell = spawn("/bin/sh", ["-c", script, "sandbox-guard"], { cwd: "/", env: {}, stdio: ["pipe", "ignore", "ignore"] })
      shell.unref()
      shell.on("exit", () => state.released || watch())
      return shell
    }
    watch()
    return state
  }),
  (state) => Effect.sync(() => (state.released = true)),
)
