import { Effect } from "effect"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sandboxClient } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { runChain } from "../../../../rails/x402/sandbox/runChain.ts"
import { chainComponent, fundGas, fundUsdc, sandboxAsset, sandboxNetwork } from "../../../../rails/x402/sandbox/sandboxChain.ts"
import { spawnNode } from "../../../support/processGateway.ts"
import { freePort } from "../../../../src/sandbox/components/freePort.ts"
import type { Hex } from "../../../../rails/x402/chain/Chain.ts"

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
  mint: (to: Hex, amount: bigint) => Effect.orDie(fundUsdc(url, to, amount)),
  /** Ten ether for gas. */
  gas: (address: Hex) => Effect.orDie(fundGas(url, address, 10n ** 19n)),
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

/** The sandbox's own chain as a process, which `loseTheLast` kills as soon as something has happened, and starts again at its place. */
export const mortalChain = Effect.gen(function* () {
  const [directory, port] = [yield* stateDirectory, yield* freePort]
  const command = chainComponent.command.map((word) => word.replace("{port}", String(port)).replace("{state}", directory))
  const start = spawnNode(command.slice(1), /^ready (http:\S+)$/)
  let running = yield* start
  const written = () => statSync(join(directory, "chain.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const loseTheLast = <A, E, R>(happens: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const before = written()
      while (written() === before) yield* Effect.sleep(5)
      const outcome = yield* happens
      running.signal("SIGKILL")
      yield* running.ended
      running = yield* start
      return outcome
    })
  return { ...chainAt(running.baseUrl), loseTheLast }
})
