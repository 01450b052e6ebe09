import { Effect } from "effect"
import { type Asset, ChainUnavailable, type Network } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { actAsMinter, minter, sandboxClient, type SandboxClient, tokenAbi, usdcAddress, waitUntilMined } from "./placeContracts.ts"

export const sandboxNetwork: Network = { chainId: 84_532, caip2: "eip155:84532", v1: "base-sepolia" }
export const sandboxAsset: Asset = { address: usdcAddress, name: "USDC", version: "2" }

/** Mints USDC, in micro-units, to an address of the sandbox's chain. Answers the transaction, once it is in a block. */
export const mintUsdc = (url: string, to: Hex, amount: bigint): Effect.Effect<Hex, ChainUnavailable> =>
  withClient(url, async (client) => {
    await actAsMinter(client)
    const mint = { address: usdcAddress, abi: tokenAbi, functionName: "mint", args: [to, amount], account: minter } as const
    const hash = await client.writeContract({ ...mint, gas: 150_000n })
    await waitUntilMined(client, hash, `USDC could not be minted to ${to}: is it blacklisted?`)
    return hash
  })

/** Mints an address what it lacks of so much USDC, in micro-units: done again, it adds nothing. */
export const mintUsdcUpTo = Effect.fnUntraced(function* (url: string, owner: Hex, amount: bigint) {
  const held = yield* withClient(url, (client) =>
    client.readContract({ address: usdcAddress, abi: tokenAbi, functionName: "balanceOf", args: [owner] }),
  )
  if (held < amount) yield* mintUsdc(url, owner, amount - held)
})

/** Puts so many blocks on top of what is there. */
export const mineBlocks = (url: string, blocks: number): Effect.Effect<void, ChainUnavailable> =>
  withClient(url, (client) => client.mine({ blocks }))

/** Sees to it that an address of the sandbox's chain has so much for gas, in wei. */
export const ensureGasBalance = (url: string, address: Hex, wei: bigint): Effect.Effect<void, ChainUnavailable> =>
  withClient(url, async (client) => {
    if ((await client.getBalance({ address })) < wei) await client.setBalance({ address, value: wei })
  })

const withClient = <A>(url: string, ask: (client: SandboxClient) => Promise<A>): Effect.Effect<A, ChainUnavailable> =>
  Effect.tryPromise({
    try: () => ask(sandboxClient(url)),
    catch: (cause) => new ChainUnavailable({ message: `The sandbox's chain: ${cause instanceof Error ? cause.message : String(cause)}` }),
  })
