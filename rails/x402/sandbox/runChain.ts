import { Data, Deferred, Effect, Schedule, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { placeContracts, type SandboxClient, sandboxClient } from "./placeContracts.ts"

/** The chain did not start, or its process has ended. */
export class ChainStopped extends Data.TaggedError("ChainStopped")<{ readonly message: string }> {}

const chainId = 84_532
const backupMs = 200
/** Empty blocks mined after the last transaction, one a second: more than the confirmations of a sandbox. */
const followingBlocks = 8
const idleBlockMs = 60_000

/**
 * anvil on a loopback port, with USDC, Multicall3 and a minter, for the scope. It mines each transaction at once, and empty blocks after it and
 * once a minute, so that confirmations and time advance as on a shared chain. `stopped` fails if anvil ends by itself.
 */
export const runChain = Effect.fnUntraced(function* (options: {
  readonly port: number
  readonly directory: string
  /** Mines no empty blocks: a test mines them. */
  readonly still?: boolean
}): Effect.fn.Return<{ readonly url: string; readonly stopped: Effect.Effect<never, ChainStopped> }, ChainStopped, Scope.Scope> {
  const url = `http://127.0.0.1:${options.port}`
  const state = stateBackup(options.directory)
  yield* Effect.sync(() => {
    mkdirSync(options.directory, { recursive: true })
    state.restore()
  })
  const stopped = yield* startAnvil(options.port, state.file, join(options.directory, "cache"))
  const client = sandboxClient(url)
  const place = Effect.tryPromise({
    try: () => client.getChainId().then(() => placeContracts(client)),
    catch: (cause) => new ChainStopped({ message: cause instanceof Error ? cause.message : String(cause) }),
  })
  const started = Effect.tryPromise(() => client.getChainId()).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.orDie)
  yield* Effect.raceFirst(Effect.andThen(started, place), stopped).pipe(
    Effect.timeoutOrElse({ duration: "20 seconds", orElse: () => new ChainStopped({ message: "anvil did not answer within 20 seconds" }) }),
  )
  yield* Effect.forkScoped(Effect.repeat(Effect.sync(state.backUp), Schedule.spaced(backupMs)))
  if (options.still !== true) yield* Effect.forkScoped(mineEmptyBlocks(client))
  return { url, stopped }
})

const startAnvil = Effect.fnUntraced(function* (port: number, state: string, cache: string) {
  const stopped = yield* Deferred.make<never, ChainStopped>()
  const chainArgs = ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), "--accounts", "0", "--quiet"]
  const stateArgs = ["--state", state, "--state-interval", "1", "--prune-history", "256", "--cache-path", cache]
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(anvilProgram(), [...chainArgs, ...stateArgs], { stdio: ["ignore", "inherit", "inherit"] })
      const stop = (reason: string) => Deferred.doneUnsafe(stopped, Effect.fail(new ChainStopped({ message: `anvil ended: ${reason}` })))
      child.on("error", (error) => stop(error.message))
      const guard = spawnGuard(child)
      child.on("exit", (code, signal) => {
        guard.kill("SIGKILL")
        stop(String(signal ?? code))
      })
      return child
    }),
    (child) => stopAnvil(child, Deferred.await(stopped)),
  )
  return Deferred.await(stopped)
})

/**
 * A shell that kills anvil when this process ends for any reason, which the shell sees as the end of its input. Otherwise anvil would keep
 * writing to a state file that the next anvil uses.
 */
const spawnGuard = (child: ChildProcess) =>
  spawn("/bin/sh", ["-c", 'read -r _; kill -9 "$1"', "chain-guard", String(child.pid)], { stdio: ["pipe", "ignore", "ignore"] })

/** SIGTERM makes anvil write its state once more. */
const stopAnvil = (child: ChildProcess, stopped: Effect.Effect<never, ChainStopped>) =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOrElse(stopped, { duration: "2 seconds", orElse: () => Effect.sync(() => child.kill("SIGKILL")) })
  }).pipe(Effect.ignore)

const machineNames: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" }

/**
 * The anvil program for this machine, from its npm package. The package's own launcher is not used: it would receive the signals instead of
 * anvil, and its install script may not have run.
 */
export const anvilProgram = (platform: string = process.platform, machine: string = process.arch): string => {
  const name = `@foundry-rs/anvil-${platform}-${machineNames[machine] ?? machine}`
  const program = findProgram(name, platform === "win32" ? "anvil.exe" : "anvil")
  if (program !== undefined) return program
  throw new Error(
    `There is no anvil for ${platform} on ${machine}: the package ${name} is not installed. Install again without --omit=optional.`,
  )
}

const findProgram = (name: string, file: string): string | undefined => {
  const here = createRequire(import.meta.url)
  // Some installers nest a package's dependencies, so that only the package itself can resolve them.
  for (const require of [here, createRequire(here.resolve("@foundry-rs/anvil/package.json"))]) {
    try {
      const program = require.resolve(`${name}/bin/${file}`)
      if (existsSync(program)) return program
    } catch {}
  }
  return undefined
}

/**
 * anvil overwrites its state file once a second. A kill may leave half a file, which anvil refuses to start with, so a complete copy is kept
 * beside it, about a second old.
 */
const stateBackup = (directory: string) => {
  const file = join(directory, "chain.json")
  const backup = join(directory, "chain.kept.json")
  const next = join(directory, "chain.next.json")
  let copied: string | undefined

  return {
    file,
    /** Before anvil starts: replaces an incomplete file by the backup. */
    restore: () => {
      if (isComplete(file)) return
      rmSync(file, { force: true })
      if (isComplete(backup)) copyFileSync(backup, file)
    },
    /** Copies the file if anvil has written it. Runs several times a second. */
    backUp: () => {
      const before = stampOf(file)
      if (before === undefined || before.stamp === copied || Date.now() - before.at < quietMs) return
      copyFileSync(file, next)
      // If anvil wrote during the copy, the next run copies again.
      if (stampOf(file)?.stamp !== before.stamp) return
      renameSync(next, backup)
      copied = before.stamp
    },
  }
}

/** A file that is unchanged for this time is written completely. */
const quietMs = 300

const stampOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? undefined : { at: stat.mtimeMs, stamp: `${stat.mtimeMs} ${stat.size}` }
}

const isComplete = (file: string): boolean => {
  if (!existsSync(file)) return false
  try {
    JSON.parse(readFileSync(file, "utf8"))
    return true
  } catch {
    return false
  }
}

/** One block a second after a transaction, one a minute otherwise. */
const mineEmptyBlocks = (client: SandboxClient) => {
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
