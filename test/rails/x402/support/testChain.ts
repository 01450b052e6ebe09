import { Effect, Schedule } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sandboxClient } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { runChain } from "../../../../rails/x402/sandbox/runChain.ts"
import { chainComponent } from "../../../../rails/x402/module.ts"
import { ensureGasBalance, mintUsdc } from "../../../../rails/x402/sandbox/sandboxChain.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { type GatewayProcess, spawnNode } from "../../../support/cluster/gatewayProcess.ts"
import { until } from "../../../support/until.ts"
import { freePort } from "../../../../src/sandbox/loopback.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { rpcProxy } from "./rpcProxy.ts"

const stateDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-chain-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })),
)

const chainAt = (url: string) => ({
  url,
  network: sandboxNetwork,
  asset: sandboxAsset,
  client: sandboxClient(url),
  /** Mints USDC, in micro-units. */
  mint: (to: Hex, amount: bigint) => Effect.orDie(mintUsdc(url, to, amount)),
  /** Ten ether for gas. */
  gas: (address: Hex) => Effect.orDie(ensureGasBalance(url, address, 10n ** 19n)),
})
export type TestChain = ReturnType<typeof chainAt>

/**
 * A chain of one's own with the real USDC at its canonical address, for the scope (about half a second to start). It mines
 * each transaction at once and nothing else: `client.mine` makes confirmations. `client` is viem's test client with all
 * public, wallet and `anvil_` actions.
 */
export const testChain = Effect.gen(function* () {
  const directory = yield* stateDirectory
  // Another program may have taken the port before the chain has it.
  const started = Effect.flatMap(freePort, (port) => runChain({ port, directory, still: true }))
  const { url } = yield* Effect.retry(started, { times: 3 })
  return chainAt(url)
})

/**
 * The sandbox's own chain as a process, at one address for as long as the scope lives. `loseTheLast` kills it behind
 * something, and starts it again from what it had written down before: as if it had died before it wrote the next time.
 */
export const mortalChain = Effect.gen(function* () {
  const directory = yield* stateDirectory
  const files = ["chain.json", "chain.kept.json"].map((name) => join(directory, name))
  let running: GatewayProcess | undefined
  // Another program may have taken the port before the chain has it. The proxy keeps its own, over every restart.
  const started = Effect.flatMap(freePort, (port) => {
    const command = chainComponent.command.map((word) => word.replace("{port}", String(port)).replace("{state}", directory))
    return spawnNode(command.slice(1), /^ready (http:\S+)$/)
  })
  const start = Effect.catchDefect(started, Effect.fail).pipe(
    Effect.retry({ times: 3 }),
    Effect.orDie,
    Effect.tap((node) => Effect.sync(() => (running = node))),
  )
  yield* start
  const { url } = yield* rpcProxy(() => running!.baseUrl)
  const loseTheLast = <A, E, R>(happens: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const written = yield* writtenFrom(files[0]!)
      const outcome = yield* happens
      running!.signal("SIGKILL")
      // Its anvil dies a moment after it, and may write until then.
      yield* until(Effect.map(answers(running!.baseUrl), (still) => !still))
      for (const file of files) writeFileSync(file, written)
      yield* start
      return outcome
    })
  return { ...chainAt(url), loseTheLast }
})

const answers = (url: string) =>
  Effect.promise(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )

/** All that has happened by now, as anvil writes it down once a second. A writing may change the file twice, and one may be under way. */
const writtenFrom = Effect.fnUntraced(function* (file: string) {
  const stamp = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  for (const _ of [1, 2, 3]) {
    const before = stamp()
    yield* until(Effect.sync(() => stamp() !== before))
  }
  const whole = Effect.try(() => {
    const text = readFileSync(file, "utf8")
    JSON.parse(text)
    return text
  })
  return yield* Effect.orDie(Effect.retry(whole, Schedule.spaced("20 millis")))
})
