import { Effect, Metric } from "effect"
import { randomUUID } from "node:crypto"
import { visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { balancesAt } from "../evm/balances.ts"
import { Chain } from "../evm/Chain.ts"
import { beginComparison, continueComparison, countDifferences, recordDifferences } from "../store/comparisons.ts"
import { blocksPerQuery, depositsTo, lastScannedBlock, totalsPaidBy, walletAccount, walletsPerQuery } from "./deposits.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

const unsettledPageSize = 200
/** Ledger and chain are not read at one moment, so a difference counts only if it is the same in three rounds. */
const roundsToReport = 3
/** Ledgers read at a time: the connections are shared with the requests of buyers. */
const ledgersAtOnce = 2

const differingWallets = Metric.gauge("farthing_x402_wallets_differing", {
  description: "Managed wallets whose balance on chain differs from the ledger",
})

/**
 * One round over all wallets, if no node worked on one for `everyMs`: compares the balance on chain with the ledger. Returns the wallets
 * with a reported difference in micro-units (chain minus ledger); undefined if another node has the round. The metric is the same on every node.
 */
export const compareWallets = Effect.fnUntraced(function* (everyMs: number) {
  const round = randomUUID()
  const reported = (yield* beginComparison(round, everyMs)) ? yield* compareAll(round) : undefined
  yield* Metric.update(differingWallets, yield* countDifferences(roundsToReport))
  return reported
})

const compareAll = Effect.fnUntraced(function* (round: string) {
  const reported: Array<{ readonly wallet: Wallet; readonly difference: bigint }> = []
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, walletsPerQuery))
    const differences = yield* differencesOf(page)
    if (!(yield* continueComparison(round))) return undefined
    const rounds = yield* recordDifferences(differences)
    for (const wallet of page) {
      const { address, organisation } = wallet
      if ((rounds.get(address) ?? 0) < roundsToReport) continue
      const difference = differences.get(address)!
      reported.push({ wallet, difference })
      yield* Effect.logError(`x402: wallet ${address} has ${difference} micro-USD more on chain than in the ledger`).pipe(
        Effect.annotateLogs({ organisation }),
      )
    }
    if (page.length < walletsPerQuery) return reported
    after = page.at(-1)!.organisation
  }
})

/**
 * By current address, in micro-units; former addresses count with it. A page of wallets costs the chain four requests. The ledger's side is the posted balance, plus captured calls
 * that are not paid yet, plus deposits that are not credited yet.
 */
const differencesOf = Effect.fnUntraced(function* (page: ReadonlyArray<Wallet>) {
  const chain = yield* Chain
  const scanned = yield* lastScannedBlock
  const { number: head } = yield* chain.head
  // Before the first search for deposits, and while it is far behind, there is nothing to compare.
  if (page.length === 0 || scanned === undefined || head - scanned > blocksPerQuery) return new Map<string, bigint>()
  const addresses = page.flatMap(({ address, former }) => [address, ...former])
  const { balances, books, deposits, paid } = yield* Effect.all(
    {
      balances: balancesAt(addresses, head),
      deposits: depositsTo(chain, page, scanned + 1n, head),
      paid: totalsPaidBy(page, scanned + 1n, head),
      books: Effect.forEach(page, bookedFor, { concurrency: ledgersAtOnce }),
    },
    { concurrency: "unbounded" },
  )
  const expected = new Map(page.map(({ address, organisation }, i) => [address, books[i]! - (paid.get(organisation) ?? 0n)]))
  for (const { amount, wallet } of deposits) expected.set(wallet.address, expected.get(wallet.address)! + amount)
  const onChain = ({ address, former }: Wallet) => [address, ...former].reduce((sum, one) => sum + balances.get(one)!, 0n)
  return new Map(page.map((wallet) => [wallet.address, onChain(wallet) - expected.get(wallet.address)!]))
})

/** What the ledger knows of a wallet's money: what is posted, and captured calls that are not settled yet. */
const bookedFor = Effect.fnUntraced(function* ({ organisation }: Wallet) {
  const queries = yield* LedgerQueries
  const accounts = yield* queries.accounts(organisation)
  let total: bigint = accounts.find(({ id }) => id === walletAccount)?.posted ?? 0n
  yield* visitUnsettled({ rail: "x402", organisation }, unsettledPageSize, (calls) =>
    Effect.sync(() => {
      for (const call of calls) if (call.settles === "later") total += call.amount
      return true
    }),
  )
  return total
})
