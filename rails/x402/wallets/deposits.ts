import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pad } from "viem"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Chain } from "../evm/Chain.ts"
import { type Hex } from "../evm/hex.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

/** The account that a managed wallet's money is booked on. */
export const walletAccount = "x402"

/** `Transfer(address,address,uint256)`. */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
const walletsPerQuestion = 200
const blocksPerQuestion = 2_000n

/**
 * One pass: what came in for the managed wallets in blocks that are deep enough is credited, each transfer once, by the
 * place of its log. Where it stopped is kept; a pass that is done again books nothing twice. The very first one looks back:
 * a wallet may be given out, and funded, before anybody looks. Answers how many were new.
 */
export const creditDeposits = Effect.fnUntraced(function* ({ confirmations }: PaymentTerms) {
  const chain = yield* Chain
  const { number: head } = yield* chain.head
  const final = head - BigInt(confirmations - 1)
  const from = ((yield* watchedUpTo) ?? firstLook(final)) + 1n
  if (from > final) return 0
  const to = final - from >= blocksPerQuestion ? from + blocksPerQuestion - 1n : final
  let credited = 0
  // Wallets are read behind the head: whoever got a deposit by then had been given out before.
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, walletsPerQuestion))
    for (const deposit of yield* transfersTo(page, from, to)) if (yield* credit(deposit)) credited++
    if (page.length < walletsPerQuestion) break
    after = page.at(-1)!.address
  }
  yield* keepWatched(to)
  return credited
})

interface Deposit {
  readonly wallet: Wallet
  readonly hash: Hex
  readonly logIndex: number
  readonly amount: bigint
}

/** What came in for these wallets between two blocks, both included. */
export const transfersTo = Effect.fnUntraced(function* (wallets: ReadonlyArray<Wallet>, fromBlock: bigint, toBlock: bigint) {
  if (wallets.length === 0 || fromBlock > toBlock) return []
  const chain = yield* Chain
  const byTopic = new Map(wallets.map((wallet) => [topicOf(wallet.address), wallet]))
  const logs = yield* chain.logs({ fromBlock, toBlock, topics: [transferTopic, null, [...byTopic.keys()]] })
  return logs.flatMap(({ data, hash, logIndex, topics }): ReadonlyArray<Deposit> => {
    const wallet = byTopic.get(topics[2]!.toLowerCase() as Hex)
    const amount = BigInt(data)
    return wallet === undefined || amount === 0n ? [] : [{ wallet, hash, logIndex, amount }]
  })
})

/** What these wallets paid between two blocks, both included. */
export const paidBy = Effect.fnUntraced(function* ({ address }: Wallet, fromBlock: bigint, toBlock: bigint) {
  if (fromBlock > toBlock) return 0n
  const chain = yield* Chain
  const logs = yield* chain.logs({ fromBlock, toBlock, topics: [transferTopic, topicOf(address)] })
  return logs.reduce((sum, { data }) => sum + BigInt(data), 0n)
})

const topicOf = (address: Hex): Hex => pad(address).toLowerCase() as Hex

const credit = Effect.fnUntraced(function* ({ amount, hash, logIndex, wallet: { organisation } }: Deposit) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "ConfigureAccount", organisation, account: walletAccount, rail: "x402" })
  const transfer = { debit: outside("x402"), credit: buyerAccount(walletAccount), amount: microUsd(amount) }
  const { posted } = yield* ledger.execute({ _tag: "Post", organisation, ref: `deposit:${hash}:${logIndex}`, transfers: [transfer] })
  if (posted) yield* Effect.logInfo(`x402: a deposit of ${amount} micro-USD was credited`).pipe(Effect.annotateLogs({ organisation, hash }))
  return posted
})

const firstLook = (final: bigint) => (final < blocksPerQuestion ? -1n : final - blocksPerQuestion)

/** The last block that was looked at; undefined before the first pass. */
export const watchedUpTo = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { asset, network } = yield* Chain
  const [row] = yield* sql<{ readonly block: string }>`select block::text as block from rail_x402.watched
    where network = ${network.caip2} and asset = ${asset.address}`
  return row === undefined ? undefined : BigInt(row.block)
})

const keepWatched = Effect.fnUntraced(function* (block: bigint) {
  const sql = yield* SqlClient
  const { asset, network } = yield* Chain
  yield* sql`insert into rail_x402.watched as before (network, asset, block) values (${network.caip2}, ${asset.address}, ${block})
    on conflict (network, asset) do update set block = greatest(before.block, excluded.block)`
})
