import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type GatewayProcess, spawnNode } from "./processGateway.ts"

export const packageRoot = fileURLToPath(new URL("../..", import.meta.url))
const main = `${packageRoot}src/main.ts`

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

type Environment = Readonly<Record<string, string>>

/** One command of the command line, as a process of its own, to its end. */
export const farthing = (args: ReadonlyArray<string>, env: Environment): Effect.Effect<Said> => run(process.execPath, [main, ...args], env)

/** A line as somebody would paste it into a shell that stands in the package. */
export const shell = (line: string, env: Environment): Effect.Effect<Said> => run("/bin/bash", ["-c", line], env)

const run = (program: string, args: ReadonlyArray<string>, env: Environment): Effect.Effect<Said> =>
  Effect.callback((resume) => {
    const at = Date.now()
    const child = spawn(program, args, {
      cwd: packageRoot,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.on("close", (code) => resume(Effect.succeed({ code, stdout, stderr, ms: Date.now() - at })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

export interface Served extends GatewayProcess {
  /** What it said on standard output until it was ready and a little after. */
  readonly said: string
  readonly readyMs: number
}

/** `farthing serve` on a free port, once it says where it is. */
export const serve = Effect.fnUntraced(function* (env: Environment): Effect.fn.Return<Served, never, Scope.Scope> {
  const at = Date.now()
  const node = yield* spawnNode([main, "serve"], /^Farthing sandbox is ready at (http:\S+)$/, { PORT: "0", ...env })
  const readyMs = Date.now() - at
  yield* Effect.sleep(300)
  return { ...node, said: node.output(), readyMs }
})
