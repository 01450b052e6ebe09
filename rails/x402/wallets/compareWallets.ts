import { Effect, Metric } from "effect"
import { visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Chain } from "../evm/Chain.ts"
import { paidBy, transfersTo, walletAccount, watchedUpTo } from "./deposits.ts"
import { type Wallet, Wallets } from "./Wallets.ts"

const pageSize = 200
/** Books and chain are not read in one moment: only a difference that stays is one. */
const alarmAfter = 3

/** Wallets whose books and chain have differed for a while. */
const differing = Metric.gauge("farthing_x402_wallets_differing", {
  description: "Managed wallets whose balance on chain is not what the books say",
})

/** How often in a row the same difference was seen, by wallet. */
export type RepeatedDifferences = Map<string, { readonly difference: bigint; readonly times: number }>

/**
 * One pass over the wallets: what each has on chain against what the books say it has. Answers those whose difference has
 * been the same three times, in micro-units: on chain less in the books.
 */
export const compareWallets = Effect.fnUntraced(function* (suspicions: RepeatedDifferences) {
  const found: Array<{ readonly wallet: Wallet; readonly difference: bigint }> = []
  for (let after = ""; ;) {
    const page = yield* Effect.flatMap(Wallets, (wallets) => wallets.page(after, pageSize))
    for (const wallet of page) {
      const difference = yield* differenceOf(wallet)
      const before = suspicions.get(wallet.address)
      if (difference === 0n) {
        suspicions.delete(wallet.address)
        continue
      }
      const times = before?.difference === difference ? before.times + 1 : 1
      suspicions.set(wallet.address, { difference, times })
      if (times < alarmAfter) continue
      found.push({ wallet, difference })
      const { address, organisation } = wallet
      yield* Effect.logError(`x402: wallet ${address} has ${difference} micro-USD more on chain than in the books`).pipe(
        Effect.annotateLogs({ organisation }),
      )
    }
    if (page.length < pageSize) break
    after = page.at(-1)!.address
  }
  yield* Metric.update(differing, found.length)
  return found
})

/** Booked, plus what is captured and not paid yet, plus what came in and is not credited yet. */
const differenceOf = Effect.fnUntraced(function* (wallet: Wallet) {
  const chain = yield* Chain
  const reading = yield* LedgerQueries
  const { organisation } = wallet
  const { number: head } = yield* chain.head
  const watched = yield* watchedUpTo
  // Nobody has looked for deposits yet: there is nothing to hold the chain against.
  if (watched === undefined) return 0n
  const accounts = yield* reading.accounts(organisation)
  const posted = accounts.find(({ id }) => id === walletAccount)?.posted ?? 0n
  const unpaid = yield* unsettledOf(wallet)
  const arriving = (yield* transfersTo([wallet], watched + 1n, head)).reduce((sum, { amount }) => sum + amount, 0n)
  const leaving = yield* paidBy(wallet, watched + 1n, head)
  const onChain = yield* chain.balanceOf(wallet.address)
  return onChain - (posted + unpaid + arriving - leaving)
})

const unsettledOf = Effect.fnUntraced(function* ({ organisation }: Wallet) {
  let total = 0n
  yield* visitUnsettled({ rail: "x402", organisation }, pageSize, (calls) =>
    Effect.sync(() => {
      for (const call of calls) if (call.settles === "later") total += call.amount
      return true
    }),
  )
  return total
})
