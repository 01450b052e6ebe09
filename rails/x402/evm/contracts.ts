import { Effect, Option } from "effect"
import { decodeFunctionResult, encodeEventTopics, encodeFunctionData, parseAbi, prepareEncodeFunctionData } from "viem"
import type { Authorization } from "./authorization.ts"
import { Chain, type SimulationOptions } from "./Chain.ts"
import type { Hex } from "./hex.ts"

/** What this rail reads of the token (ERC-20 and EIP-3009). */
export const tokenAbi = parseAbi([
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function balanceOf(address owner) view returns (uint256)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
])

// Prepared once: viem otherwise hashes the signature of the function for each call.
const balanceOf = prepareEncodeFunctionData({ abi: tokenAbi, functionName: "balanceOf" })
const authorizationState = prepareEncodeFunctionData({ abi: tokenAbi, functionName: "authorizationState" })

export const balanceOfCall = (owner: Hex): Hex => encodeFunctionData({ ...balanceOf, args: [owner] })
export const authorizationStateCall = (authorizer: Hex, nonce: Hex): Hex =>
  encodeFunctionData({ ...authorizationState, args: [authorizer, nonce] })

const tokenEvents = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
])
const topicOf = (eventName: "AuthorizationUsed" | "AuthorizationCanceled" | "Transfer"): Hex =>
  encodeEventTopics({ abi: tokenEvents, eventName })[0]
export const authorizationUsedTopic = topicOf("AuthorizationUsed")
export const authorizationCanceledTopic = topicOf("AuthorizationCanceled")
export const transferTopic = topicOf("Transfer")

const transferArguments = "address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce"
const transferByKey = prepareEncodeFunctionData({
  abi: parseAbi([`function transferWithAuthorization(${transferArguments}, uint8 v, bytes32 r, bytes32 s)`]),
})
const transferByWallet = prepareEncodeFunctionData({
  abi: parseAbi([`function transferWithAuthorization(${transferArguments}, bytes signature)`]),
})
const keySignature = /^0x([0-9a-f]{64})([0-9a-f]{64})(1[bc])$/

/** A key's signature is passed as v, r and s, which older tokens support too; a smart wallet's signature as bytes. */
export const transferCall = (authorization: Authorization): Hex => {
  const { from, nonce, signature, to, validAfter, validBefore, value } = authorization
  const args = [from, to, value, validAfter, validBefore, nonce] as const
  const [, r, s, v] = keySignature.exec(signature) ?? []
  return v === undefined
    ? encodeFunctionData({ ...transferByWallet, args: [...args, signature] })
    : encodeFunctionData({ ...transferByKey, args: [...args, Number(`0x${v}`), `0x${r}`, `0x${s}`] })
}

/** Fixed: a transfer that a key signed takes up to 96,000, and an estimate would be one more request that can be wrong. */
export const transferGas = 150_000n
/** A smart wallet checks the signature with code of its own; some wallets verify passkeys. */
export const walletGas = 400_000n
/** The deployment of the payer's wallet and its transfer. */
const deployGas = 900_000n
/** What the settlement of a wallet takes less once the wallet is deployed. */
export const savedDeployGas = deployGas - walletGas
/** What a receiving contract may use beside the transfer to it: the splitter pays up to 8 wallets, which may never have had a balance. */
const receiverGas = 450_000n
export const cancelGas = 21_000n

/** The gas limit of the transaction that settles an authorization. The simulation has the same limit, so a payer whose code needs more is refused. */
export const gasFor = ({ deploys, receiver, signature }: Pick<Authorization, "deploys" | "receiver" | "signature">): bigint => {
  const own = receiver === undefined ? 0n : receiverGas
  if (deploys !== undefined) return deployGas + own
  return (keySignature.test(signature) ? transferGas : walletGas) + own
}

/** Multicall3 has this address on every network that matters here. */
const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
const multicallAbi = parseAbi([
  "struct Call { address target; bytes callData; }",
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function tryAggregate(bool requireSuccess, Call[] calls) payable returns (Result[] returnData)",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
])

/** The call that settles an authorization. A wallet that is not deployed yet is deployed first; that may fail, since anybody can deploy it earlier. */
export const settlingCall = (asset: Hex, authorization: Authorization): { readonly to: Hex; readonly data: Hex; readonly gas: bigint } => {
  const { deploys, receiver } = authorization
  const gas = gasFor(authorization)
  const use = receiver === undefined ? { to: asset, data: transferCall(authorization) } : { to: receiver.contract, data: receiver.data }
  if (deploys === undefined) return { ...use, gas }
  const calls = [
    { target: deploys.factory, allowFailure: true, callData: deploys.data },
    { target: use.to, allowFailure: false, callData: use.data },
  ]
  return { to: multicall3, data: encodeFunctionData({ abi: multicallAbi, functionName: "aggregate3", args: [calls] }), gas }
}

/** Data that a simulated call returned; undefined if it reverted. */
export type Returned = Hex | undefined

/**
 * Several calls one after the other on one state, in one round trip, with at most `gas` for all of them. `Option.none` if the network has
 * no Multicall3.
 */
export const simulateAll = Effect.fnUntraced(function* (
  calls: ReadonlyArray<{ readonly to: Hex; readonly data: Hex }>,
  options: SimulationOptions = {},
) {
  const chain = yield* Chain
  const args = [false, calls.map(({ data, to }) => ({ target: to, callData: data }))] as const
  const data = encodeFunctionData({ abi: multicallAbi, functionName: "tryAggregate", args })
  const simulated = yield* chain.simulate({ to: multicall3, data, ...options })
  if (simulated._tag === "Reverted") return Option.none()
  return Option.liftThrowable((data: Hex): ReadonlyArray<Returned> =>
    decodeFunctionResult({ abi: multicallAbi, functionName: "tryAggregate", data }).map(({ returnData, success }) =>
      success ? returnData : undefined,
    ),
  )(simulated.data)
})

const walletAbi = parseAbi(["function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)"])

/** ERC-1271: asks a smart wallet whether a signature is valid for it. */
export const isValidSignatureCall = (digest: Uint8Array, signature: Hex): Hex =>
  encodeFunctionData({ abi: walletAbi, functionName: "isValidSignature", args: [`0x${Buffer.from(digest).toString("hex")}`, signature] })

/** ERC-1271: the first bytes of a wallet's answer for a valid signature. */
export const validSignatureAnswer = "0x1626ba7e"
