import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pad } from "viem"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Chain } from "../evm/Chain.ts"
import { transferTopic } from "../evm/contracts.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

/** The ledger account of an organisation's managed wallet. */
export const walletAccount = "x402"

const walletsPerQuery = 200
const blocksPerQuery = 2_000n

/**
 * One round: credits the transfers to managed wallets in final blocks, each once, by its transaction and log index. The last block is stored, and
 * a repeated round credits nothing twice. The first round starts 2,000 blocks back, because a wallet may be funded before any node searches.
 * Returns the number of new deposits.
 */
export const creditDeposits = Effect.fnUntraced(function* ({ confirmations }: PaymentTerms) {
  const chain = yield* Chain
  const { number: head } = yield* chain.head
  const final = head - BigInt(confirmations - 1)
  const from = ((yield* lastScannedBlock) ?? initialBlock(final)) + 1n
  if (from > final) return 0
  const to = final - from >= blocksPerQuery ? from + blocksPerQuery - 1n : final
  let credited = 0
  // The wallets are read after the head: every wallet with a deposit in these blocks is stored by then.
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, walletsPerQuery))
    for (const deposit of yield* depositsTo(page, from, to)) if (yield* credit(deposit)) credited++
    if (page.length < walletsPerQuery) break
    after = page.at(-1)!.address
  }
  yield* storeScannedBlock(to)
  return credited
})

interface Deposit {
  readonly wallet: Wallet
  readonly hash: Hex
  readonly logIndex: number
  readonly amount: bigint
}

/** Transfers to these wallets in a range of blocks, both ends included. */
export const depositsTo = Effect.fnUntraced(function* (wallets: ReadonlyArray<Wallet>, fromBlock: bigint, toBlock: bigint) {
  if (wallets.length === 0 || fromBlock > toBlock) return []
  const chain = yield* Chain
  const walletOf = new Map(wallets.map((wallet) => [topicOf(wallet.address), wallet]))
  const logs = yield* chain.logs({ fromBlock, toBlock, topics: [transferTopic, null, [...walletOf.keys()]] })
  return logs.flatMap(({ data, hash, logIndex, topics }): ReadonlyArray<Deposit> => {
    const wallet = walletOf.get(lowerCase(topics[2]!))
    const amount = BigInt(data)
    return wallet === undefined || amount === 0n ? [] : [{ wallet, hash, logIndex, amount }]
  })
})

/** The sum of a wallet's transfers in a range of blocks, both ends included. */
export const totalPaidBy = Effect.fnUntraced(function* ({ address }: Wallet, fromBlock: bigint, toBlock: bigint) {
  if (fromBlock > toBlock) return 0n
  const chain = yield* Chain
  const logs = yield* chain.logs({ fromBlock, toBlock, topics: [transferTopic, topicOf(address)] })
  return logs.reduce((sum, { data }) => sum + BigInt(data), 0n)
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
