import { Context, Effect, Layer, type Scope } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { start } from "../../../layers/embedded/EmbeddedPostgres.ts"
import { temporaryDirectory } from "./Cluster.ts"
import { type GatewayProcess, spawnNode } from "./gatewayProcess.ts"
import { command, type CommandResult } from "./inProcess.ts"

export const packageRoot = fileURLToPath(new URL("../../..", import.meta.url))
const main = `${packageRoot}src/main.ts`

type Environment = Readonly<Record<string, string>>

/** One command of the command line, as a process of its own, to its end. */
export const farthing = (args: ReadonlyArray<string>, env: Environment): Effect.Effect<CommandResult> =>
  run(process.execPath, [main, ...args], env)

/** One line, as a person would paste it into a shell in the package's folder. */
export const shell = (line: string, env: Environment): Effect.Effect<CommandResult> => run("/bin/bash", ["-c", line], env)

const run = (program: string, args: ReadonlyArray<string>, env: Environment): Effect.Effect<CommandResult> =>
  Effect.callback((resume) => {
    const at = Date.now()
    const child = spawn(program, args, {
      cwd: packageRoot,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 180_000,
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.on("close", (code) => resume(Effect.succeed({ code, stdout, stderr, ms: Date.now() - at })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

export interface ServedGateway extends GatewayProcess {
  /** The standard output up to 300 ms after the server was ready. */
  readonly startupOutput: string
  readonly readyMs: number
}

const ready = /^Farthing sandbox is ready at (http:\S+)$/

/** `npm start` on a free port. The process is npm's: the gateway is its child. */
export const npmStart = (env: Environment): Effect.Effect<GatewayProcess, never, Scope.Scope> => {
  const npm = execFileSync("/bin/sh", ["-c", 'readlink -f "$(command -v npm)"'], { encoding: "utf8" }).trim()
  return spawnNode([npm, "--prefix", packageRoot, "--silent", "start"], ready, { PORT: "0", ...env })
}

/** `farthing serve` on a free port, once it says where it is. */
export const serve = Effect.fnUntraced(function* (env: Environment): Effect.fn.Return<ServedGateway, never, Scope.Scope> {
  const at = Date.now()
  const node = yield* spawnNode([main, "serve"], ready, { PORT: "0", ...env })
  const readyMs = Date.now() - at
  yield* Effect.sleep(300)
  return { ...node, startupOutput: node.output(), readyMs }
})

/** A data directory of its own with a new database, and the secrets that were shown for it. */
export class DataDirectory extends Context.Service<
  DataDirectory,
  { readonly env: Readonly<Record<string, string>>; readonly secrets: Array<string> }
>()("farthing/test/support/DataDirectory") {}

export const dataDirectory = Layer.effect(
  DataDirectory,
  Effect.gen(function* () {
    const env = { FARTHING_DATA_DIR: yield* temporaryDirectory }
    jsonOf(yield* farthing(["migrate", "--json"], env))
    return { env, secrets: [] }
  }),
)

/** Such a directory whose database runs, so that no command starts and stops it. */
export const runningDirectory = Layer.tap(dataDirectory, (context) =>
  Effect.orDie(start({ directory: Context.get(context, DataDirectory).env["FARTHING_DATA_DIR"]! })),
)

/** The one JSON object that a command printed; it must have printed nothing else. */
const jsonOf = ({ code, stderr, stdout }: CommandResult): Record<string, never> => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout.trimEnd().split("\n").length).toBe(1)
  const object: unknown = JSON.parse(stdout)
  expect(Object.prototype.toString.call(object)).toBe("[object Object]")
  return object as Record<string, never>
}

/** What a command answers with `--json`, run in this process. */
export const runForJson = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  return jsonOf(yield* command([...args, "--json"], (yield* DataDirectory).env))
})

/** Exit code 1, nothing on standard output, one sentence on standard error. */
export const expectCommandError = (result: CommandResult, sentence: RegExp) => {
  expect(result.stderr).toMatch(sentence)
  expect({ code: result.code, stdout: result.stdout, lines: result.stderr.trimEnd().split("\n").length }).toEqual({
    code: 1,
    stdout: "",
    lines: 1,
  })
}

/** With `--json`: exit code 1, one JSON object with the code and the sentence on standard output, nothing on standard error. */
export const expectJsonError = ({ code, stderr, stdout }: CommandResult, error: { readonly code: string; readonly sentence: RegExp }) => {
  expect({ code, stderr, lines: stdout.trimEnd().split("\n").length }).toEqual({ code: 1, stderr: "", lines: 1 })
  expect(JSON.parse(stdout)).toEqual({ error: { code: error.code, message: expect.stringMatching(error.sentence) } })
}
