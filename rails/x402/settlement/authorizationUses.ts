import { Array, Effect } from "effect"
import { pad } from "viem"
import { Chain, type Inclusion, type Log, type TransactionReceipt } from "../evm/Chain.ts"
import { authorizationCanceledTopic, authorizationUsedTopic, transferTopic } from "../evm/contracts.ts"
import { type Hex, lowerCase, sameHex } from "../evm/hex.ts"
import type { AuthorizationId } from "../store/settlements.ts"

/** The transfer that an authorization must have made. */
interface ExpectedTransfer extends AuthorizationId {
  readonly payee: Hex
  readonly value: bigint
}

/**
 * The proof of a payment: the receipt has `AuthorizationUsed` for payer and nonce, and behind it, before the next `AuthorizationUsed`, a
 * `Transfer` of exactly this value from payer to payee. The sender of the transaction does not matter.
 */
export const inclusionIn = (receipt: TransactionReceipt, asset: Hex, expected: ExpectedTransfer): Inclusion | undefined => {
  const logs = receipt.logs.filter(({ address }) => sameHex(address, asset)).sort((a, b) => a.logIndex - b.logIndex)
  const used = logs.findIndex((log) => log.topics[0] === authorizationUsedTopic && isFor(log, expected))
  if (!receipt.succeeded || used === -1) return undefined
  for (const log of logs.slice(used + 1)) {
    if (log.topics[0] === authorizationUsedTopic) return undefined
    if (!isTransferOf(log, expected)) continue
    const { blockHash, blockNumber, hash } = receipt
    return { hash: lowerCase(hash), blockNumber, blockHash: lowerCase(blockHash), logIndex: log.logIndex }
  }
  return undefined
}

const isFor = ({ topics }: Log, { nonce, payer }: AuthorizationId) => sameHex(topics[1], pad(payer)) && sameHex(topics[2], nonce)

const isTransferOf = ({ data, topics }: Log, { payee, payer, value }: ExpectedTransfer) =>
  topics[0] === transferTopic && sameHex(topics[1], pad(payer)) && sameHex(topics[2], pad(payee)) && BigInt(data) === value

/** The event that used or cancelled an authorization. */
export interface AuthorizationUse extends AuthorizationId {
  readonly cancelled: boolean
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** Nonces in one request for logs. Nodes limit it. */
const noncesPerQuery = 400

/** Uses of these authorizations in a range of blocks, both ends included. Another payer's use of the same nonce may be among them. */
export const authorizationUses = Effect.fnUntraced(function* (ids: ReadonlyArray<AuthorizationId>, fromBlock: bigint, toBlock: bigint) {
  const chain = yield* Chain
  const logs = yield* Effect.forEach(
    Array.chunksOf(ids, noncesPerQuery),
    (chunk) =>
      chain.logs({
        fromBlock,
        toBlock,
        topics: [[authorizationUsedTopic, authorizationCanceledTopic], null, chunk.map(({ nonce }) => nonce)],
      }),
    { concurrency: 4 },
  )
  return logs.flat().map(({ blockHash, blockNumber, hash, topics }): AuthorizationUse => ({
    cancelled: topics[0] === authorizationCanceledTopic,
    payer: lowerCase(`0x${(topics[1] ?? "0x").slice(-40)}`),
    nonce: lowerCase(topics[2] ?? "0x"),
    hash: lowerCase(hash),
    blockNumber,
    blockHash: lowerCase(blockHash),
  }))
})

/** About a day of two-second blocks. */
const maxBlocksBack = 40_000n

/** Searches backwards from `head` for the use of one authorization. */
export const findAuthorizationUse = Effect.fnUntraced(function* (id: AuthorizationId, head: bigint, blocksPerQuery: number) {
  const span = BigInt(blocksPerQuery)
  for (let to = head; to >= 0n && head - to < maxBlocksBack; to -= span) {
    const from = to >= span ? to - span + 1n : 0n
    const use = (yield* authorizationUses([id], from, to)).find(({ payer }) => payer === id.payer)
    if (use !== undefined) return use
  }
  return undefined
})

/** A range of logs that common nodes answer. */
const blocksPerSearch = 2_000

/** Searches the blocks of about a day from `start` on for the use of one authorization. */
export const findAuthorizationUseSince = (id: AuthorizationId, start: bigint, head: bigint) => {
  const end = start + maxBlocksBack - 1n
  return findAuthorizationUse(id, end < head ? end : head, blocksPerSearch)
}

/** The number of the first block that is not before a time in seconds since 1970, or `head`. About 25 requests on a long chain. */
export const firstBlockSince = Effect.fnUntraced(function* (time: bigint, head: bigint) {
  const chain = yield* Chain
  let [low, high] = [0n, head]
  while (low < high) {
    const middle = (low + high) / 2n
    // A node that does not keep old blocks has none that is older than the one it keeps.
    const block = yield* chain.block(middle)
    if (block === undefined || block.timestamp < time) low = middle + 1n
    else high = middle
  }
  return low
})
