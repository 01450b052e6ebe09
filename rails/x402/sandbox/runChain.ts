import { Data, Deferred, Effect, Schedule, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { placeContracts, type SandboxClient, sandboxClient } from "./placeContracts.ts"
import { copyFileSync, existsSync, statSync, rmSync, renameSync, readFileSync } from "fs"
import { createRequire } from "module"

/** The chain did not come up, or has ended. */
export class ChainStopped extends Data.TaggedError("ChainOver")<{ readonly message: string }> {}

const chainId = 84_532
const keepMs = 200
/** Blocks that are mined behind the last transaction, one a second: enough for any number of confirmations the sandbox asks for. */
const followingBlocks = 8
const idleBlockMs = 60_000

/**
 * anvil on a port of loopback, with USDC, Multicall3 and a minter, for the scope. It mines at once what it is sent; behind
 * that, and now and then, an empty block, so that confirmations and time go on as on a chain that others use too.
 * `ended` fails when anvil ends by itself.
 */
export const runChain = Effect.fnUntraced(function* (options: {
  readonly port: number
  readonly directory: string
  /** No blocks of its own accord: a test mines. */
  readonly still?: boolean
}): Effect.fn.Return<{ readonly url: string; readonly ended: Effect.Effect<never, ChainStopped> }, ChainStopped, Scope.Scope> {
  const url = `http://127.0.0.1:${options.port}`
  const state = stateBackup(options.directory)
  yield* Effect.sync(() => {
    mkdirSync(options.directory, { recursive: true })
    state.restore()
  })
  const ended = yield* startAnvil(options.port, state.file, join(options.directory, "cache"))
  const client = sandboxClient(url)
  const placed = Effect.tryPromise({
    try: () => client.getChainId().then(() => placeContracts(client)),
    catch: (cause) => new ChainStopped({ message: cause instanceof Error ? cause.message : String(cause) }),
  })
  const up = Effect.tryPromise(() => client.getChainId()).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.orDie)
  yield* Effect.raceFirst(Effect.andThen(up, placed), ended).pipe(
    Effect.timeoutOrElse({ duration: "20 seconds", orElse: () => new ChainStopped({ message: "anvil did not answer within 20 seconds" }) }),
  )
  yield* Effect.forkScoped(Effect.repeat(Effect.sync(state.keep), Schedule.spaced(keepMs)))
  if (options.still !== true) yield* Effect.forkScoped(goOn(client))
  return { url, ended }
})

const startAnvil = Effect.fnUntraced(function* (port: number, state: string, cache: string) {
  const over = yield* Deferred.make<never, ChainStopped>()
  const args = ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), "--accounts", "0", "--quiet"]
  const keeping = ["--state", state, "--state-interval", "1", "--prune-history", "256", "--cache-path", cache]
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(anvilProgram(), [...args, ...keeping], { stdio: ["ignore", "inherit", "inherit"] })
      const end = (why: string) => Deferred.doneUnsafe(over, Effect.fail(new ChainStopped({ message: `anvil ended: ${why}` })))
      child.on("error", (error) => end(error.message))
      const guard = guardOf(child)
      child.on("exit", (code, signal) => {
        guard.kill("SIGKILL")
        end(String(signal ?? code))
      })
      return child
    }),
    (child) => endOf(child, Deferred.await(over)),
  )
  return Deferred.await(over)
})

/** The shell's input ends when this process is gone, however it went: anvil must not go on writing to a state that another one takes up. */
const guardOf = (child: ChildProcess) =>
  spawn("/bin/sh", ["-c", 'read -r _; kill -9 "$1"', "chain-guard", String(child.pid)], { stdio: ["pipe", "ignore", "ignore"] })

/** Asked to end, anvil writes its state once more. */
const endOf = (child: ChildProcess, ended: Effect.Effect<never, ChainStopped>) =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOrElse(ended, { duration: "2 seconds", orElse: () => Effect.sync(() => child.kill("SIGKILL")) })
  }).pipe(Effect.ignore)

/** A block a second behind a transaction, one a minute otherwise. */
const goOn = (client: SandboxClient) => {
  let head = -1n
  let left = 0
  let minedAt = Date.now()
  const step = Effect.tryPromise(async () => {
    const number = await client.getBlockNumber({ cacheTime: 0 })
    if (number !== head) left = followingBlocks
    if (left === 0 && Date.now() - minedAt < idleBlockMs) return
    await client.mine({ blocks: 1 })
    left = Math.max(0, left - 1)
    minedAt = Date.now()
    head = number + 1n
  })
  return Effect.repeat(Effect.ignore(step), Schedule.spaced("1 second"))
}
const machines: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" }

/**
 * The anvil program for this machine, out of its npm package. The package's own launcher is passed by: signals would reach
 * it and not anvil, and its install script need not have run.
 */
export const anvilProgram = (platform: string = process.platform, machine: string = process.arch): string => {
  const name = `@foundry-rs/anvil-${platform}-${machines[machine] ?? machine}`
  const program = find(name, platform === "win32" ? "anvil.exe" : "anvil")
  if (program !== undefined) return program
  throw new Error(
    `There is no anvil for ${platform} on ${machine}: the package ${name} is not installed. Install again without --omit=optional.`,
  )
}
const find = (name: string, file: string): string | undefined => {
  const here = createRequire(import.meta.url)
  // Some installers place a package's dependencies below it, where only it can see them.
  for (const require of [here, createRequire(here.resolve("@foundry-rs/anvil/package.json"))]) {
    try {
      const program = require.resolve(`${name}/bin/${file}`)
      if (existsSync(program)) return program
    } catch {}
  }
  return undefined
}

/**
 * anvil writes its state over itself once a second. Killed in between it leaves half a file, which it refuses to begin
 * with: so a whole one is kept beside it, at most a second or so older.
 */
export const stateBackup = (directory: string) => {
  const file = join(directory, "chain.json")
  const kept = join(directory, "chain.kept.json")
  const next = join(directory, "chain.next.json")
  let copied: string | undefined

  return {
    file,
    /** To be called before anvil starts. */
    restore: () => {
      if (isWhole(file)) return
      rmSync(file, { force: true })
      if (isWhole(kept)) copyFileSync(kept, file)
    },
    /** Keeps what anvil wrote last. To be called a few times a second. */
    keep: () => {
      const before = stampOf(file)
      if (before === undefined || before.stamp === copied || Date.now() - before.at < quietMs) return
      copyFileSync(file, next)
      // Written to while it was copied: it is copied again.
      if (stampOf(file)?.stamp !== before.stamp) return
      renameSync(next, kept)
      copied = before.stamp
    },
  }
}
/** A file that nobody has written to for so long is written to the end. */
const quietMs = 300
const stampOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? undefined : { at: stat.mtimeMs, stamp: `${stat.mtimeMs} ${stat.size}` }
}
const isWhole = (file: string): boolean => {
  if (!existsSync(file)) return false
  try {
    JSON.parse(readFileSync(file, "utf8"))
    return true
  } catch {
    return false
  }
}
