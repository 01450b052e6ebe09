import { Effect } from "effect"
import { buyerAccount, platformFees } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { freshRate, microOf } from "./rates.ts"
import { SepaTerms } from "./settings.ts"
import { SepaStore, feeLine } from "./store/SepaStore.ts"
import type { Debtor } from "./store/Debtor.ts"
import { startOfNextMonth } from "../../domain/time.ts"

const maxMonths = 24

/** Writes down the fee of every month that has ended with the subscription active. The amount is fixed here, once. */
export const accrueFees = Effect.fnUntraced(function* ({ feeFrom, organisation, subscription }: Debtor) {
  const store = yield* SepaStore
  const { monthlyFeeCents } = yield* SepaTerms
  if (feeFrom === null || subscription !== "active") return
  const now = yield* store.now
  const periods = endedPeriods(feeFrom, now, maxMonths)
  const last = periods.at(-1)
  if (last === undefined) return
  const rate = yield* freshRate(now)
  if (rate === undefined) return
  const amount = microOf(monthlyFeeCents, rate)
  const lines = amount === 0n ? [] : periods.map((period) => feeLine(period, amount, endOf(period) - 1))
  yield* store.addFees(organisation, lines, periodOf(endOf(last)))
})

const endOf = (period: string): number => startOfNextMonth(Date.parse(`${period}-01T00:00:00Z`))

/** Books the fees that were written down: only then can a debit claim them. */
export const bookFees = Effect.gen(function* () {
  const store = yield* SepaStore
  const ledger = yield* Ledger
  for (const fee of yield* store.unbookedFees(500)) {
    const transfer = { debit: buyerAccount("sepa"), credit: platformFees, amount: fee.amount }
    yield* ledger.execute({ _tag: "Post", organisation: fee.organisation, ref: `sepa:${fee.id}`, transfers: [transfer] })
    yield* store.feeBooked(fee)
  }
})

/** `2026-11` */
export const periodOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
/** The months that have ended since `from` (a period), `from` first, at most `most` of them. */
export const endedPeriods = (from: string, now: number, most: number): ReadonlyArray<string> => {
  const ended: Array<string> = []
  let start = Date.parse(`${from}-01T00:00:00Z`)
  while (startOfNextMonth(start) <= now && ended.length < most) {
    ended.push(periodOf(start))
    start = startOfNextMonth(start)
  }
  return ended
}
