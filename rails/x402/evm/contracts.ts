import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem"
import type { Hex } from "./hex.ts"
import type { Authorization } from "./authorization.ts"
import { Effect, Option } from "effect"
import { Chain } from "./Chain.ts"

const authorized = "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce"
const byKey = parseAbi([`function transferWithAuthorization(${authorized}, uint8 v, bytes32 r, bytes32 s)`])
const byWallet = parseAbi([`function transferWithAuthorization(${authorized}, bytes signature)`])
const walletAbi = parseAbi(["function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)"])

const ofKey = /^0x([0-9a-f]{64})([0-9a-f]{64})(1[bc])$/

export const isKeySigned = (signature: Hex) => ofKey.test(signature)

/** The token's call. A key's signature goes in its three parts, which older tokens know too; a wallet's as it is. */
export const transferCall = (authorization: Authorization): Hex => {
  const { from, nonce, signature, to, validAfter, validBefore, value } = authorization
  const args = [from, to, value, validAfter, validBefore, nonce] as const
  const [, r, s, v] = ofKey.exec(signature) ?? []
  return v === undefined
    ? encodeFunctionData({ abi: byWallet, functionName: "transferWithAuthorization", args: [...args, signature] })
    : encodeFunctionData({ abi: byKey, functionName: "transferWithAuthorization", args: [...args, Number(`0x${v}`), `0x${r}`, `0x${s}`] })
}

/** ERC-1271: the question to a smart wallet whether it vouches for a signature. */
export const isValidSignatureCall = (digest: Uint8Array, signature: Hex): Hex =>
  encodeFunctionData({ abi: walletAbi, functionName: "isValidSignature", args: [`0x${Buffer.from(digest).toString("hex")}`, signature] })

/** What a wallet answers that does. */
export const validSignatureAnswer = "0x1626ba7e"
export interface Call {
  readonly to: Hex
  readonly data: Hex
}

/** Data that a call returned; undefined where it reverted. */
export type Returned = Hex | undefined
/** Multicall3 stands at this address on every network that counts. */
const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
const tryAggregateAbi = parseAbi([
  "struct Call { address target; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function tryAggregate(bool requireSuccess, Call[] calls) payable returns (Result[] returnData)",
])

/** Several calls one after the other on one state, in one round trip, with at most `gas` for all of them. None where the network has no Multicall3. */
export const simulateAll = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>, gas?: bigint) {
  const chain = yield* Chain
  const args = [false, calls.map(({ data, to }) => ({ target: to, callData: data }))] as const
  const data = encodeFunctionData({ abi: tryAggregateAbi, functionName: "tryAggregate", args })
  const simulated = yield* chain.simulate({ to: multicall3, data, ...(gas === undefined ? {} : { gas }) })
  if (simulated._tag === "Reverted") return Option.none()
  return Option.liftThrowable((data: Hex): ReadonlyArray<Returned> =>
    decodeFunctionResult({ abi: tryAggregateAbi, functionName: "tryAggregate", data }).map(({ returnData, success }) =>
      success ? returnData : undefined,
    ),
  )(simulated.data)
})
