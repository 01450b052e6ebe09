import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { sandboxClient, usdcAbi, usdcAddress, waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { chainComponent } from "../../../../rails/x402/module.ts"
import { ensureGasBalance, mintUsdc } from "../../../../rails/x402/sandbox/sandboxChain.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { freePort } from "../../../../src/sandbox/loopback.ts"
import { authorize, someone } from "../support/authorize.ts"
import { erc20Abi, parseAbi } from "viem"

const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-chain-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })),
)

/** The component's own program, as the keeper starts it: again where another program took the port before the chain had it. */
const started = (state: string) => Effect.orDie(Effect.retry(tried(state), { times: 3 }))

const tried = Effect.fnUntraced(function* (state: string) {
  const port = yield* freePort
  const [program, ...args] = chainComponent.command.map((word) => word.replace("{port}", String(port)).replace("{state}", state))
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] })),
    (process) => Effect.sync(() => process.kill("SIGKILL")),
  )
  const url = yield* Effect.tryPromise(async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("ready ")) return line.slice("ready ".length)
    throw new Error("it ended before it was ready")
  })
  const end = (signal: NodeJS.Signals) =>
    Effect.promise(async () => {
      const gone = once(child, "exit")
      child.kill(signal)
      await gone
    })
  return { url, client: sandboxClient(url), end }
})

const balance = (client: ReturnType<typeof sandboxClient>, owner: `0x${string}`) =>
  Effect.promise(() => client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [owner] }))

const answers = (url: string) =>
  Effect.promise(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )

it.live("the sandbox chain answers like Base Sepolia to a client that signs for its USDC, and a signature moves money", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { client, end, url } = yield* started(yield* directory)
      const domain = yield* Effect.promise(() =>
        client.readContract({ address: usdcAddress, abi: usdcAbi, functionName: "DOMAIN_SEPARATOR" }),
      )
      expect(domain).toBe("0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818")
      expect(yield* Effect.promise(() => client.getChainId())).toBe(84_532)
      expect(
        (yield* Effect.promise(() => client.getCode({ address: "0xcA11bde05977b3631167028862bE2a173976CA11" })))!.length,
      ).toBeGreaterThan(5_000)

      const [payer, payee, relayer] = [someone(), someone(), someone()]
      yield* mintUsdc(url, payer.address, 5_000_000n)
      yield* ensureGasBalance(url, relayer.address, 10n ** 18n)
      const { from, nonce, signature, to, validAfter, validBefore, value } = yield* Effect.promise(() =>
        authorize({ asset: sandboxAsset, network: sandboxNetwork }, payer, { to: payee.address, value: 10_000n }),
      )
      const hash = yield* Effect.promise(() =>
        client.writeContract({
          account: relayer,
          address: usdcAddress,
          abi: parseAbi([
            "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
          ]),
          functionName: "transferWithAuthorization",
          args: [from, to, value, validAfter, validBefore, nonce, signature],
        }),
      )
      yield* Effect.promise(() => waitUntilMined(client, hash, "it was not moved"))
      expect(yield* balance(client, payee.address)).toBe(10_000n)
      expect(yield* balance(client, payer.address)).toBe(4_990_000n)

      yield* end("SIGTERM")
      expect(yield* answers(url)).toBe(false)
    }),
  ),
)

it.live("a killed sandbox chain ends its anvil and continues from its last state, or from a whole copy if anvil was writing", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const state = yield* directory
      const payee = someone()
      const first = yield* started(state)
      const hash = yield* mintUsdc(first.url, payee.address, 7n)
      // Both the file and its copy hold what was mined once the copy does.
      const kept = Effect.sync(() => readFileSync(join(state, "chain.kept.json"), "utf8").includes(hash))
      yield* Effect.repeat(
        Effect.catchDefect(kept, () => Effect.succeed(false)),
        { until: (has) => has, schedule: Schedule.spaced("50 millis") },
      )
      yield* first.end("SIGKILL")
      yield* Effect.repeat(answers(first.url), { until: (still) => !still, schedule: Schedule.spaced("20 millis") })

      truncateSync(join(state, "chain.json"), 1_000)
      const second = yield* started(state)
      expect(yield* balance(second.client, payee.address)).toBe(7n)
      expect((yield* Effect.promise(() => second.client.getTransactionReceipt({ hash }))).status).toBe("success")
      yield* mintUsdc(second.url, payee.address, 1n)
      expect(yield* balance(second.client, payee.address)).toBe(8n)
      yield* second.end("SIGTERM")
    }),
  ),
)
