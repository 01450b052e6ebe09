import { Array, Effect, Option } from "effect"
import { decodeFunctionResult } from "viem"
import { Chain, ChainUnavailable } from "./Chain.ts"
import { balanceOfCall, simulateAll, tokenAbi } from "./contracts.ts"
import type { Hex } from "./hex.ts"

const balancesPerCall = 400

/**
 * Balances in one block, in micro-units by address: one request for 400 of them with Multicall3, else one for each address, which the
 * transport sends in batches.
 */
export const balancesAt = Effect.fnUntraced(function* (owners: ReadonlyArray<Hex>, block: bigint) {
  const parts = yield* Effect.forEach(Array.chunksOf(owners, balancesPerCall), (some) => balancesOf(some, block))
  return new Map(parts.flat().map((balance, i) => [owners[i]!, balance]))
})

const balancesOf = Effect.fnUntraced(function* (owners: ReadonlyArray<Hex>, block: bigint) {
  const chain = yield* Chain
  const { address: to } = chain.asset
  const calls = owners.map((owner) => ({ to, data: balanceOfCall(owner) }))
  const returned = yield* simulateAll(calls, { at: block })
  if (Option.isNone(returned)) {
    return yield* Effect.forEach(owners, (owner) => chain.balanceOf(owner, block), { concurrency: "unbounded" })
  }
  return yield* Effect.forEach(owners, (_, i) =>
    Effect.try({
      try: () => decodeFunctionResult({ abi: tokenAbi, functionName: "balanceOf", data: returned.value[i] ?? "0x" }),
      catch: () => new ChainUnavailable({ message: "the node's answer to a multicall is not valid" }),
    }),
  )
})
