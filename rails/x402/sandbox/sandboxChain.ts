import { Effect } from "effect"
import { ChainUnavailable } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { actAsMinter, minter, type SandboxClient, sandboxClient, usdcAbi, usdcAddress, waitUntilMined } from "./placeContracts.ts"

/** Mints micro-units of USDC and waits for the block. Returns the transaction. */
export const mintUsdc = (url: string, to: Hex, amount: bigint): Effect.Effect<Hex, ChainUnavailable> =>
  withClient(url, async (client) => {
    await actAsMinter(client)
    const mint = { address: usdcAddress, abi: usdcAbi, functionName: "mint", args: [to, amount], account: minter } as const
    const hash = await client.writeContract({ ...mint, gas: 150_000n })
    await waitUntilMined(client, hash, `USDC could not be minted to ${to}: is it blacklisted?`)
    return hash
  })

/** Mints what the owner's balance is below `amount`, in micro-units. */
export const mintUsdcUpTo = Effect.fnUntraced(function* (url: string, owner: Hex, amount: bigint) {
  const balance = yield* withClient(url, (client) =>
    client.readContract({ address: usdcAddress, abi: usdcAbi, functionName: "balanceOf", args: [owner] }),
  )
  if (balance < amount) yield* mintUsdc(url, owner, amount - balance)
})

export const mineBlocks = (url: string, blocks: number): Effect.Effect<void, ChainUnavailable> =>
  withClient(url, (client) => client.mine({ blocks }))

/** Raises the balance for gas to `wei` if it is lower. */
export const ensureGasBalance = (url: string, address: Hex, wei: bigint): Effect.Effect<void, ChainUnavailable> =>
  withClient(url, async (client) => {
    if ((await client.getBalance({ address })) < wei) await client.setBalance({ address, value: wei })
  })

const withClient = <A>(url: string, use: (client: SandboxClient) => Promise<A>): Effect.Effect<A, ChainUnavailable> =>
  Effect.tryPromise({
    try: () => use(sandboxClient(url)),
    catch: (cause) => new ChainUnavailable({ message: `The sandbox's chain: ${cause instanceof Error ? cause.message : String(cause)}` }),
  })
