import { Effect } from "effect"
import { spawn } from "node:child_process"

/** The shell sees the end of its input when the keeper is gone, however it went, and ends the whole process group, itself included. */
const script = "read -r _; kill -9 0"

/**
 * What the keeper has started never outlives it, not even when it is killed. Call it before anything is started; the
 * keeper leads a process group of its own.
 */
export const guard = Effect.acquireRelease(
  Effect.sync(() => {
    const state = { over: false }
    const watch = () => {
      const shell = spawn("/bin/sh", ["-c", script, "sandbox-guard"], { cwd: "/", env: {}, stdio: ["pipe", "ignore", "ignore"] })
      shell.unref()
      shell.on("exit", () => state.over || watch())
      return shell
    }
    watch()
    return state
  }),
  (state) => Effect.sync(() => (state.over = true)),
)
