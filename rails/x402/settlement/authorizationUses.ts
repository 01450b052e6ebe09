import { Effect } from "effect"
import { encodeEventTopics, pad, parseAbi } from "viem"
import { Chain, type Inclusion, type Log, type Receipt } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import type { AuthorizationId } from "../store/settlements.ts"
import { inGroups } from "./transactions.ts"

const events = parseAbi([
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
])
const topicOf = (eventName: "AuthorizationUsed" | "AuthorizationCanceled" | "Transfer"): Hex =>
  encodeEventTopics({ abi: events, eventName })[0]
const usedTopic = topicOf("AuthorizationUsed")
const cancelledTopic = topicOf("AuthorizationCanceled")
const transferTopic = topicOf("Transfer")

/** A payment as the token's own events must show it. */
export interface ExpectedTransfer extends AuthorizationId {
  readonly payee: Hex
  readonly value: bigint
}

/**
 * The proof: this receipt's `AuthorizationUsed` for payer and nonce, and behind it, before that of another authorization,
 * the `Transfer` from payer to payee of exactly this value. Whoever sent the transaction.
 */
export const inclusionIn = (receipt: Receipt, asset: Hex, expected: ExpectedTransfer): Inclusion | undefined => {
  const logs = receipt.logs.filter(({ address }) => address.toLowerCase() === asset.toLowerCase()).sort((a, b) => a.logIndex - b.logIndex)
  const used = logs.findIndex((log) => log.topics[0] === usedTopic && isOf(log, expected))
  if (!receipt.succeeded || used === -1) return undefined
  for (const log of logs.slice(used + 1)) {
    if (log.topics[0] === usedTopic) return undefined
    if (!pays(log, expected)) continue
    const { blockHash, blockNumber, hash } = receipt
    return { hash: lowerCase(hash), blockNumber, blockHash: lowerCase(blockHash), logIndex: log.logIndex }
  }
  return undefined
}

const isOf = ({ topics }: Log, { nonce, payer }: AuthorizationId) =>
  topics[1]?.toLowerCase() === pad(payer) && topics[2]?.toLowerCase() === nonce

const pays = ({ data, topics }: Log, { payee, payer, value }: ExpectedTransfer) =>
  topics[0] === transferTopic &&
  topics[1]?.toLowerCase() === pad(payer) &&
  topics[2]?.toLowerCase() === pad(payee) &&
  BigInt(data) === value

/** Where an authorization was used or cancelled. */
export interface AuthorizationUse extends AuthorizationId {
  readonly cancelled: boolean
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** Nonces in one request. Nodes bound it. */
const noncesAtOnce = 400

/** Uses of any of these nonces between two blocks: one request for hundreds of them. */
export const authorizationUses = Effect.fnUntraced(function* (ids: ReadonlyArray<AuthorizationId>, fromBlock: bigint, toBlock: bigint) {
  const chain = yield* Chain
  const found = yield* Effect.forEach(
    inGroups(ids, noncesAtOnce),
    (group) => chain.logs({ fromBlock, toBlock, topics: [[usedTopic, cancelledTopic], null, group.map(({ nonce }) => nonce)] }),
    { concurrency: 4 },
  )
  return found.flat().map(({ blockHash, blockNumber, hash, topics }): AuthorizationUse => ({
    cancelled: topics[0] === cancelledTopic,
    payer: lowerCase(`0x${(topics[1] ?? "0x").slice(-40)}`),
    nonce: lowerCase(topics[2] ?? "0x"),
    hash: lowerCase(hash),
    blockNumber,
    blockHash: lowerCase(blockHash),
  }))
})

/** Looks ever further back for the use of one authorization, as far as a chain of two-second blocks goes in about a day. */
export const findAuthorizationUse = Effect.fnUntraced(function* (id: AuthorizationId, head: bigint, blocksAtOnce: number) {
  const span = BigInt(blocksAtOnce)
  for (let to = head; to >= 0n && head - to < mostBlocksBack; to -= span) {
    const from = to >= span ? to - span + 1n : 0n
    const use = (yield* authorizationUses([id], from, to)).find(({ payer }) => payer === id.payer)
    if (use !== undefined) return use
  }
  return undefined
})

const mostBlocksBack = 40_000n
