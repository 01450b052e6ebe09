import { Array, Data, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pad } from "viem"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { type ChainNode, ChainNodes } from "../evm/ChainNodes.ts"
import { transferTopic } from "../evm/contracts.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

/** The ledger account of an organisation's managed wallet. */
export const walletAccount = "x402"

export const walletsPerQuery = 200
export const blocksPerQuery = 2_000n

/**
 * One round: credits the transfers to managed wallets in final blocks, each once, by its transaction and log index. The last block is stored, and
 * a repeated round credits nothing twice. The first round starts 2,000 blocks back, because a wallet may be funded before any node searches.
 * Returns the number of new deposits.
 */
export const creditDeposits = Effect.fnUntraced(function* (terms: PaymentTerms) {
  const final = yield* finalBlock(terms)
  const from = ((yield* lastScannedBlock) ?? initialBlock(final)) + 1n
  if (from > final) return 0
  const to = final - from >= blocksPerQuery ? from + blocksPerQuery - 1n : final
  const credited = yield* creditRange(from, to)
  yield* storeScannedBlock(to)
  return credited
})

class RescanRefused extends Data.TaggedError("RescanRefused")<{ readonly message: string }> {}

/** Searches final blocks again, for an operator. The stored block stays as it is. */
export const rescanDeposits = Effect.fnUntraced(function* (terms: PaymentTerms, first: bigint, last: bigint | undefined) {
  const final = yield* finalBlock(terms)
  if (first > final) {
    return yield* new RescanRefused({
      message: `Block ${first} is beyond the newest final block, ${final}: no block was searched. Give --from a block up to ${final}, or wait until ${first} is final.`,
    })
  }
  if (last !== undefined && last < first) {
    return yield* new RescanRefused({
      message: `--to ${last} is before --from ${first}: no block was searched. Give --to a block from ${first} on.`,
    })
  }
  const end = last === undefined || last > final ? final : last
  let credited = 0
  for (let from = first; from <= end; from += blocksPerQuery) {
    const to = from + blocksPerQuery - 1n
    credited += yield* creditRange(from, to < end ? to : end)
  }
  return { credited, to: end }
})

/** The newest block that has the required confirmations at every node. */
const finalBlock = Effect.fnUntraced(function* ({ confirmations }: PaymentTerms) {
  const nodes = yield* Effect.flatMap(ChainNodes, ({ all }) => all)
  const heads = yield* Effect.forEach(nodes, ({ head }) => head, { concurrency: "unbounded" })
  return heads.reduce((lowest, { number }) => (number < lowest ? number : lowest), heads[0]?.number ?? 0n) - BigInt(confirmations - 1)
})

const creditRange = Effect.fnUntraced(function* (from: bigint, to: bigint) {
  const nodes = yield* Effect.flatMap(ChainNodes, ({ all }) => all)
  let credited = 0
  // The wallets are read after the head: every wallet with a deposit in these blocks is stored by then.
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, walletsPerQuery))
    for (const deposit of yield* agreedDeposits(nodes, page, from, to)) if (yield* credit(deposit)) credited++
    if (page.length < walletsPerQuery) break
    after = page.at(-1)!.organisation
  }
  return credited
})

/**
 * The deposits of a range, if every node has the same ones in the same blocks, and has these blocks and the last one of the range. A node that
 * lags, or is on another branch, returns no logs or other ones without an error: then nothing is credited, and the range is searched again.
 */
const agreedDeposits = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<ChainNode>,
  page: ReadonlyArray<Wallet>,
  from: bigint,
  to: bigint,
) {
  const answers = yield* Effect.forEach(
    nodes,
    (node) =>
      Effect.gen(function* () {
        const deposits = yield* depositsTo(node, page, from, to)
        const blocks = yield* Effect.forEach([...new Set([to, ...deposits.map(({ block }) => block)])].sort(), node.block)
        const hashes = new Map(blocks.map((block) => [block?.number, block?.hash]))
        if (deposits.some(({ block, blockHash }) => hashes.get(block) !== blockHash)) return yield* disagreement
        const parts = deposits.map(({ amount, blockHash, hash, logIndex }) => `${blockHash} ${hash} ${logIndex} ${amount}`)
        return { deposits, summary: [hashes.get(to), ...parts.sort()].join() }
      }),
    { concurrency: "unbounded" },
  )
  const [first] = answers
  if (first === undefined || answers.some(({ summary }) => summary !== first.summary) || !first.summary.startsWith("0x")) {
    return yield* disagreement
  }
  return first.deposits
})

const disagreement = Effect.suspend(
  () => new ChainUnavailable({ message: "the nodes do not agree about the deposits of a block; the search is repeated" }),
)

interface Deposit {
  readonly wallet: Wallet
  readonly hash: Hex
  readonly logIndex: number
  readonly amount: bigint
  readonly block: bigint
  readonly blockHash: Hex
}

/** Addresses of wallets in one request for logs. Nodes limit it. */
const addressesPerQuery = 400

/** The current and former addresses of these wallets. */
const walletsByTopic = (wallets: ReadonlyArray<Wallet>) =>
  new Map(wallets.flatMap((wallet) => [wallet.address, ...wallet.former].map((address) => [topicOf(address), wallet] as const)))

/** Transfers with one of these wallets as sender (topic 1) or receiver (topic 2), without those between addresses of one organisation. */
const outsideTransfers = Effect.fnUntraced(function* (
  chain: Pick<ChainNode, "logs">,
  wallets: ReadonlyArray<Wallet>,
  side: 1 | 2,
  fromBlock: bigint,
  toBlock: bigint,
) {
  if (wallets.length === 0 || fromBlock > toBlock) return []
  const walletOf = walletsByTopic(wallets)
  const logs = yield* Effect.forEach(Array.chunksOf(walletOf.keys(), addressesPerQuery), (some) =>
    chain.logs({ fromBlock, toBlock, topics: side === 1 ? [transferTopic, some] : [transferTopic, null, some] }),
  )
  return logs.flat().flatMap((log) => {
    const wallet = walletOf.get(lowerCase(log.topics[side]!))
    const amount = BigInt(log.data)
    // A sweep moves an organisation's money from one of its addresses to another one.
    if (wallet === undefined || amount === 0n || walletOf.get(lowerCase(log.topics[3 - side]!)) === wallet) return []
    return [{ ...log, wallet, amount }]
  })
})

/** Transfers to these wallets in a range of blocks, both ends included. */
export const depositsTo = (chain: Pick<ChainNode, "logs">, wallets: ReadonlyArray<Wallet>, fromBlock: bigint, toBlock: bigint) =>
  Effect.map(outsideTransfers(chain, wallets, 2, fromBlock, toBlock), (transfers) =>
    transfers.map(({ amount, blockHash, blockNumber, hash, logIndex, wallet }): Deposit => ({
      wallet,
      hash,
      logIndex,
      amount,
      block: blockNumber,
      blockHash,
    })),
  )

/** What these wallets paid in a range of blocks, both ends included, by their organisation. */
export const totalsPaidBy = Effect.fnUntraced(function* (wallets: ReadonlyArray<Wallet>, fromBlock: bigint, toBlock: bigint) {
  const totals = new Map<string, bigint>()
  for (const { amount, wallet } of yield* outsideTransfers(yield* Chain, wallets, 1, fromBlock, toBlock)) {
    totals.set(wallet.organisation, (totals.get(wallet.organisation) ?? 0n) + amount)
  }
  return totals
})

const topicOf = (address: Hex): Hex => lowerCase(pad(address))

const credit = Effect.fnUntraced(function* ({ amount, hash, logIndex, wallet: { organisation } }: Deposit) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "ConfigureAccount", organisation, account: walletAccount, rail: "x402" })
  const transfer = { debit: outside("x402"), credit: buyerAccount(walletAccount), amount: microUsd(amount) }
  const { posted } = yield* ledger.execute({ _tag: "Post", organisation, ref: `deposit:${hash}:${logIndex}`, transfers: [transfer] })
  if (posted) yield* Effect.logInfo(`x402: a deposit of ${amount} micro-USD was credited`).pipe(Effect.annotateLogs({ organisation, hash }))
  return posted
})

const initialBlock = (final: bigint) => (final < blocksPerQuery ? -1n : final - blocksPerQuery)

/** Undefined before the first round. */
export const lastScannedBlock = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { asset, network } = yield* Chain
  const [row] = yield* sql<{ readonly block: string }>`select block::text as block from rail_x402.watched
    where network = ${network.caip2} and asset = ${asset.address}`
  return row === undefined ? undefined : BigInt(row.block)
})

const storeScannedBlock = Effect.fnUntraced(function* (block: bigint) {
  const sql = yield* SqlClient
  const { asset, network } = yield* Chain
  yield* sql`insert into rail_x402.watched as before (network, asset, block) values (${network.caip2}, ${asset.address}, ${block})
    on conflict (network, asset) do update set block = greatest(before.block, excluded.block)`
})
