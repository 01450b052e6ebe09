import { Effect, Metric } from "effect"
import { visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Chain } from "../evm/Chain.ts"
import { depositsTo, lastScannedBlock, totalPaidBy, walletAccount } from "./deposits.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

const pageSize = 200
/** Ledger and chain are not read at one moment, so a difference counts only if it is the same in three rounds. */
const roundsToReport = 3

const differingWallets = Metric.gauge("farthing_x402_wallets_differing", {
  description: "Managed wallets whose balance on chain differs from the ledger",
})

/** By wallet: the last difference, and in how many consecutive rounds it was the same. */
export type RepeatedDifferences = Map<string, { readonly difference: bigint; readonly rounds: number }>

/**
 * One round over all wallets: compares the balance on chain with the ledger. Returns the wallets with a reported difference in micro-units
 * (chain minus ledger).
 */
export const compareWallets = Effect.fnUntraced(function* (differences: RepeatedDifferences) {
  const reported: Array<{ readonly wallet: Wallet; readonly difference: bigint }> = []
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, pageSize))
    for (const wallet of page) {
      const difference = yield* differenceOf(wallet)
      const before = differences.get(wallet.address)
      if (difference === 0n) {
        differences.delete(wallet.address)
        continue
      }
      const rounds = before?.difference === difference ? before.rounds + 1 : 1
      differences.set(wallet.address, { difference, rounds })
      if (rounds < roundsToReport) continue
      reported.push({ wallet, difference })
      const { address, organisation } = wallet
      yield* Effect.logError(`x402: wallet ${address} has ${difference} micro-USD more on chain than in the ledger`).pipe(
        Effect.annotateLogs({ organisation }),
      )
    }
    if (page.length < pageSize) break
    after = page.at(-1)!.address
  }
  yield* Metric.update(differingWallets, reported.length)
  return reported
})

/** The ledger's side is the posted balance, plus captured calls that are not paid yet, plus deposits that are not credited yet. */
const differenceOf = Effect.fnUntraced(function* (wallet: Wallet) {
  const chain = yield* Chain
  const queries = yield* LedgerQueries
  const { organisation } = wallet
  const { number: head } = yield* chain.head
  const scanned = yield* lastScannedBlock
  // Before the first search for deposits there is nothing to compare.
  if (scanned === undefined) return 0n
  const accounts = yield* queries.accounts(organisation)
  const posted = accounts.find(({ id }) => id === walletAccount)?.posted ?? 0n
  const unpaid = yield* unsettledAmount(wallet)
  const uncredited = (yield* depositsTo(chain, [wallet], scanned + 1n, head)).reduce((sum, { amount }) => sum + amount, 0n)
  const paid = yield* totalPaidBy(wallet, scanned + 1n, head)
  const onChain = yield* chain.balanceOf(wallet.address)
  return onChain - (posted + unpaid + uncredited - paid)
})

const unsettledAmount = Effect.fnUntraced(function* ({ organisation }: Wallet) {
  let total = 0n
  yield* visitUnsettled({ rail: "x402", organisation }, pageSize, (calls) =>
    Effect.sync(() => {
      for (const call of calls) if (call.settles === "later") total += call.amount
      return true
    }),
  )
  return total
})
