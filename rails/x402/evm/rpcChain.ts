import { Effect, Layer, type Redacted, Result, Schema } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { decodeErrorResult, numberToHex, parseAbi } from "viem"
import { type Asset, Chain, ChainUnavailable, type Network, type Simulated } from "./Chain.ts"
import { authorizationStateCall, balanceOfCall } from "./contracts.ts"
import { type Hex, HexData } from "./hex.ts"
import { decodingRpc, invalidAnswer, makeRpc, type NodeError } from "./rpc.ts"
import { BlockAnswer, broadcastRefusal, FeeHistoryAnswer, LogsAnswer, Quantity, ReceiptAnswer, TransactionAnswer } from "./rpcAnswers.ts"

export interface ChainOptions {
  readonly network: Network
  readonly asset: Asset
  /** JSON-RPC URLs, the preferred one first. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** For one request to one node. */
  readonly timeoutMs?: number
}

/** The chain over JSON-RPC by viem's transport. */
export const rpcChain = ({ asset, network, timeoutMs = 5_000, urls }: ChainOptions): Layer.Layer<Chain> =>
  Layer.effect(
    Chain,
    Effect.gen(function* () {
      const rpc = yield* makeRpc({ chainId: network.chainId, contract: asset.address, urls, timeoutMs })
      const hex = decodingRpc(rpc, HexData)
      const quantity = decodingRpc(rpc, Quantity)
      const block = decodingRpc(rpc, BlockAnswer)
      const receipt = decodingRpc(rpc, ReceiptAnswer)
      const transaction = decodingRpc(rpc, TransactionAnswer)
      const logs = decodingRpc(rpc, LogsAnswer)
      const feeHistory = decodingRpc(rpc, FeeHistoryAnswer)
      const readToken = (data: Hex, at: bigint | undefined) => quantity("eth_call", [{ to: asset.address, data }, blockTag(at)])
      const transactionCount = (account: Hex, at: "latest" | "pending") =>
        Effect.map(quantity("eth_getTransactionCount", [account, at]), Number)

      return Chain.of({
        network,
        asset,
        codeAt: (address) => hex("eth_getCode", [address, "latest"]),
        balanceOf: (owner, at) => readToken(balanceOfCall(owner), at),
        authorizationUsed: (from, nonce, at) => Effect.map(readToken(authorizationStateCall(from, nonce), at), (used) => used !== 0n),
        simulate: ({ at, data, gas, to }) =>
          Effect.flatMap(rpc("eth_call", [{ to, data, ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }, blockTag(at)]), simulated),
        head: Effect.flatMap(block("eth_getBlockByNumber", ["latest", false]), (head) =>
          head === null ? new ChainUnavailable({ message: "the node has no blocks" }) : Effect.succeed(head),
        ),
        block: (number) => Effect.map(block("eth_getBlockByNumber", [numberToHex(number), false]), (answer) => answer ?? undefined),
        receipt: (hash) => Effect.map(receipt("eth_getTransactionReceipt", [hash]), receiptOf),
        hasTransaction: (hash) => Effect.map(transaction("eth_getTransactionByHash", [hash]), (answer) => answer !== null),
        logs: ({ address = asset.address, fromBlock, toBlock, topics }) =>
          Effect.map(
            logs("eth_getLogs", [{ address, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock), topics }]),
            (answer) =>
              answer
                .filter(({ removed }) => removed !== true)
                .map(({ logIndex, removed: _removed, transactionHash, ...log }) => ({
                  ...log,
                  logIndex: Number(logIndex),
                  hash: transactionHash,
                })),
          ),
        transactionCounts: (account) =>
          Effect.all(
            { mined: transactionCount(account, "latest"), pending: transactionCount(account, "pending") },
            { concurrency: "unbounded" },
          ),
        gasBalance: (account) => quantity("eth_getBalance", [account, "latest"]),
        fees: Effect.all(
          { history: feeHistory("eth_feeHistory", ["0x1", "latest", []]), tip: quantity("eth_maxPriorityFeePerGas", []) },
          { concurrency: "unbounded" },
        ).pipe(Effect.map(({ history, tip }) => ({ baseFee: history.baseFeePerGas.at(-1) ?? 0n, tip }))),
        broadcast: (raw) =>
          Effect.map(rpc("eth_sendRawTransaction", [raw]), (answer) =>
            Result.isSuccess(answer) ? { _tag: "Accepted" as const } : broadcastRefusal(answer.failure.message),
          ),
      })
    }),
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

const blockTag = (number: bigint | undefined) => (number === undefined ? "latest" : numberToHex(number))

const receiptOf = (receipt: typeof ReceiptAnswer.Type) => {
  if (receipt === null) return undefined
  const { effectiveGasPrice, gasUsed, l1Fee, logs, status, transactionHash, ...block } = receipt
  return {
    ...block,
    gasCost: gasUsed === undefined || effectiveGasPrice === undefined ? null : gasUsed * effectiveGasPrice + (l1Fee ?? 0n),
    hash: transactionHash,
    succeeded: status === 1n,
    logs: logs.map(({ logIndex, ...log }) => ({ ...log, logIndex: Number(logIndex) })),
  }
}

const isHexData = Schema.is(HexData)

/** A revert is a result; any other error of the node says nothing about the call. */
const simulated = (answer: Result.Result<unknown, NodeError>): Effect.Effect<Simulated, ChainUnavailable> => {
  if (Result.isSuccess(answer)) {
    return isHexData(answer.success) ? Effect.succeed({ _tag: "Succeeded", data: answer.success }) : invalidAnswer("eth_call")
  }
  const { code, message } = answer.failure
  if (code !== 3 && !/revert|out ?of ?gas|intrinsic gas/i.test(message)) return new ChainUnavailable({ message: `eth_call: ${message}` })
  const data = isHexData(answer.failure.data) ? answer.failure.data : "0x"
  return Effect.succeed({ _tag: "Reverted", reason: revertReason(data, message), data })
}

const errorAbi = parseAbi(["error Error(string)"])

const revertReason = (data: Hex, message: string): string | null => {
  try {
    const decoded = decodeErrorResult({ abi: errorAbi, data })
    if (decoded.errorName === "Error") return String(decoded.args[0])
  } catch {}
  return /revert(?:ed)?:? +(?!without)(?:reason string )?'?(.+?)'?$/i.exec(message)?.[1] ?? null
}
