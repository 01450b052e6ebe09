import { Effect, Layer, type Redacted, Result, Schema } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { decodeErrorResult, encodeFunctionData, numberToHex, parseAbi } from "viem"
import { Block, broadcastAnswer, FeeHistory, LogAnswers, Quantity, ReceiptAnswer } from "./rpcAnswers.ts"
import { type Hex, HexData } from "./hex.ts"
import { type Asset, Chain, ChainUnavailable, type Network, type Simulated } from "./Chain.ts"
import { decodingRpc, makeRpc, type NodeError } from "./rpc.ts"

export interface ChainOptions {
  readonly network: Network
  readonly asset: Asset
  /** JSON-RPC URLs, the preferred one first. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** For one request to one node, 5 seconds unless said otherwise. */
  readonly timeoutMs?: number
}

const abi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "error Error(string)",
])

/** The chain over JSON-RPC by viem's transport. The node's chain id and the asset's code are looked at once. */
export const rpcChain = ({ asset, network, timeoutMs = 5_000, urls }: ChainOptions): Layer.Layer<Chain> =>
  Layer.effect(
    Chain,
    Effect.gen(function* () {
      const ask = yield* makeRpc({ chainId: network.chainId, contract: asset.address, urls, timeoutMs })
      const asks = {
        hex: decodingRpc(ask, HexData),
        quantity: decodingRpc(ask, Quantity),
        block: decodingRpc(ask, Schema.NullOr(Block)),
        receipt: decodingRpc(ask, ReceiptAnswer),
        logs: decodingRpc(ask, LogAnswers),
        feeHistory: decodingRpc(ask, FeeHistory),
      }
      const read = (data: Hex, at: Hex | "latest" = "latest") => asks.quantity("eth_call", [{ to: asset.address, data }, at])
      const count = (account: Hex, at: "latest" | "pending") => Effect.map(asks.quantity("eth_getTransactionCount", [account, at]), Number)

      return Chain.of({
        network,
        asset,
        codeAt: (address) => asks.hex("eth_getCode", [address, "latest"]),
        balanceOf: (owner) => read(encodeFunctionData({ abi, functionName: "balanceOf", args: [owner] })),
        authorizationUsed: (from, nonce, at) =>
          Effect.map(
            read(
              encodeFunctionData({ abi, functionName: "authorizationState", args: [from, nonce] }),
              at === undefined ? "latest" : numberToHex(at),
            ),
            (used) => used !== 0n,
          ),
        simulate: ({ data, gas, to }) =>
          Effect.flatMap(ask("eth_call", [{ to, data, ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }, "latest"]), simulated),
        head: Effect.flatMap(asks.block("eth_getBlockByNumber", ["latest", false]), (head) =>
          head === null ? new ChainUnavailable({ message: "the node has no blocks" }) : Effect.succeed(head),
        ),
        block: (number) => Effect.map(asks.block("eth_getBlockByNumber", [numberToHex(number), false]), (block) => block ?? undefined),
        receipt: (hash) => Effect.map(asks.receipt("eth_getTransactionReceipt", [hash]), (receipt) => receiptOf(receipt)),
        logs: ({ fromBlock, toBlock, topics }) =>
          Effect.map(
            asks.logs("eth_getLogs", [
              { address: asset.address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock), topics },
            ]),
            (logs) =>
              logs
                .filter(({ removed }) => removed !== true)
                .map(({ logIndex, removed: _removed, transactionHash, ...log }) => ({
                  ...log,
                  logIndex: Number(logIndex),
                  hash: transactionHash,
                })),
          ),
        nonces: (account) =>
          Effect.all({ mined: count(account, "latest"), pending: count(account, "pending") }, { concurrency: "unbounded" }),
        gasBalance: (account) => asks.quantity("eth_getBalance", [account, "latest"]),
        fees: Effect.all(
          { history: asks.feeHistory("eth_feeHistory", ["0x1", "latest", []]), tip: asks.quantity("eth_maxPriorityFeePerGas", []) },
          { concurrency: "unbounded" },
        ).pipe(Effect.map(({ history, tip }) => ({ baseFee: history.baseFeePerGas.at(-1) ?? 0n, tip }))),
        broadcast: (raw) =>
          Effect.map(ask("eth_sendRawTransaction", [raw]), (said) =>
            Result.isSuccess(said) ? { _tag: "Accepted" as const } : broadcastAnswer(said.failure.message),
          ),
      })
    }),
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

const receiptOf = (receipt: typeof ReceiptAnswer.Type) => {
  if (receipt === null) return undefined
  const { logs, status, transactionHash, ...block } = receipt
  return {
    ...block,
    hash: transactionHash,
    succeeded: status === 1n,
    logs: logs.map(({ logIndex, ...log }) => ({ ...log, logIndex: Number(logIndex) })),
  }
}

const isHexData = Schema.is(HexData)

/** A revert is an answer; any other error of the node says nothing about the call. */
const simulated = (said: Result.Result<unknown, NodeError>): Effect.Effect<Simulated, ChainUnavailable> => {
  if (Result.isSuccess(said)) {
    if (isHexData(said.success)) return Effect.succeed({ _tag: "Succeeded", data: said.success })
    return new ChainUnavailable({ message: "eth_call: that is no answer" })
  }
  const { code, message } = said.failure
  if (code !== 3 && !/revert|out ?of ?gas|intrinsic gas/i.test(message)) return new ChainUnavailable({ message: `eth_call: ${message}` })
  const data = isHexData(said.failure.data) ? said.failure.data : "0x"
  return Effect.succeed({ _tag: "Reverted", reason: reasonOf(data, message), data })
}

const reasonOf = (data: Hex, message: string): string | null => {
  try {
    const decoded = decodeErrorResult({ abi, data })
    if (decoded.errorName === "Error") return String(decoded.args[0])
  } catch {}
  return /revert(?:ed)?:? +(?!without)(?:reason string )?'?(.+?)'?$/i.exec(message)?.[1] ?? null
}
