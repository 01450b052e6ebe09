import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("talkativeMain.ts", import.meta.url))

/** The process of `talkativeMain.ts`, and every byte that it writes. */
export const talkative = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [main], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PORT: "0", ...env } })),
    (started) => Effect.sync(() => started.kill("SIGKILL")),
  )
  const output = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text))
  const url = yield* Effect.callback<string>((resume) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^ready (http:\S+)$/.exec(line)?.[1]
      if (address !== undefined) resume(Effect.succeed(address))
    })
    child.once("exit", (code) => resume(Effect.die(new Error(`ended with ${code}: ${output.stderr}`))))
  })
  const stop = Effect.callback<void>((resume) => {
    child.once("close", () => resume(Effect.void))
    child.kill("SIGTERM")
  })
  return { url, output, stop }
})
