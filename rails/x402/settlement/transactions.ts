import { Array, Effect, Redacted, Schema } from "effect"
import { encodeFunctionData, keccak256, parseAbi } from "viem"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { Chain } from "../evm/Chain.ts"
import { type Hex, HexData } from "../evm/hex.ts"
import { committedToday, type SignedTransaction } from "../store/nonceSlots.ts"
import { transferCall } from "../evm/contracts.ts"
import { cancelGas, gasFor, transferGas } from "../evm/gas.ts"
import type { Authorization } from "../evm/authorization.ts"
import type { SettlementQueue } from "./SettlementQueue.ts"

/** Wei per gas. */
export interface Fee {
  readonly maxFee: bigint
  readonly tip: bigint
}

const decodeKey = Schema.decodeUnknownSync(HexData)

/** Gas keys by their address, lower case: deriving one takes milliseconds. */
export const gasAccounts = (keys: ReadonlyArray<Redacted.Redacted>): ReadonlyMap<Hex, PrivateKeyAccount> =>
  new Map(
    keys.map((key) => {
      const account = privateKeyToAccount(decodeKey(Redacted.value(key)))
      return [decodeKey(account.address.toLowerCase()), account]
    }),
  )

/** Room for the base fee to double, which takes six full blocks. */
export const usualFee = ({ baseFee, tip }: { readonly baseFee: bigint; readonly tip: bigint }): Fee => ({
  tip: tip > 0n ? tip : 1n,
  maxFee: baseFee * 2n + (tip > 0n ? tip : 1n),
})

/** Nodes take a replacement that offers an eighth more, of both; a quarter more gets there in fewer steps. */
export const higherFee = (before: Fee, now: Fee): Fee => ({
  maxFee: max(before.maxFee + before.maxFee / 4n + 1n, now.maxFee),
  tip: max(before.tip + before.tip / 4n + 1n, now.tip),
})

const max = (a: bigint, b: bigint) => (a > b ? a : b)

const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
const multicallAbi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
])

/** What settles an authorization. A wallet that is not there yet is deployed first; somebody may have done that already. */
export const settlingCall = (asset: Hex, authorization: Authorization): { readonly to: Hex; readonly data: Hex; readonly gas: bigint } => {
  const transfer = transferCall(authorization)
  const gas = gasFor(authorization)
  if (authorization.deploys === undefined) return { to: asset, data: transfer, gas }
  const { data, factory } = authorization.deploys
  const calls = [
    { target: factory, allowFailure: true, callData: data },
    { target: asset, allowFailure: false, callData: transfer },
  ]
  return { to: multicall3, data: encodeFunctionData({ abi: multicallAbi, functionName: "aggregate3", args: [calls] }), gas }
}

/** Uses a slot up without doing anything. */
const cancellingCall = (account: PrivateKeyAccount) => ({ to: account.address, gas: cancelGas })

/** A transaction for a slot, for a settlement or for nothing. */
export const sign = Effect.fnUntraced(function* (
  account: PrivateKeyAccount,
  gasNonce: bigint,
  settles: Authorization | undefined,
  fee: Fee,
) {
  const { asset, network } = yield* Chain
  const call = settles === undefined ? cancellingCall(account) : settlingCall(asset.address, settles)
  const raw = yield* Effect.promise(() =>
    account.signTransaction({
      type: "eip1559",
      chainId: network.chainId,
      nonce: Number(gasNonce),
      maxFeePerGas: fee.maxFee,
      maxPriorityFeePerGas: fee.tip < fee.maxFee ? fee.tip : fee.maxFee,
      ...call,
    }),
  )
  return { hash: keccak256(raw), raw, gas: call.gas, ...fee, cancels: settles === undefined } satisfies SignedTransaction
})

/** Groups of at most so many, for one request each. */
export const inGroups = <A>(all: ReadonlyArray<A>, size: number) => Array.chunksOf(all, size)

/** Wei that today's transactions may still cost in all, or why not even a plain transfer may be sent. */
export const budget = Effect.fnUntraced(function* ({ maxFee }: Fee, { options, place, sql }: SettlementQueue["Service"]) {
  const cost = maxFee * transferGas
  if (cost > options.feeCap) return "gas costs more than the fee cap allows"
  const left = options.dailyGas - (yield* committedToday(sql, place.network))
  return left < cost ? "today's gas budget is used up" : left
})
