import { Effect } from "effect"
import { buyerAccount, platformFees } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { freshRate, microOf } from "./rates.ts"
import { SepaTerms } from "./settings.ts"
import { type DatedLine, SepaStore, feeLine } from "./store/SepaStore.ts"
import { type Debtor, newDebtor, type Usable } from "./store/Debtor.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { dayMs, startOfNextMonth } from "../../domain/time.ts"

const maxMonths = 24

/**
 * Writes down the fee of every month that has ended, for the days on which the rail could be used. Both amounts are fixed here, once: the
 * euros that will be debited, and the dollars that the ledger is debited now. `through` ends a month early: the subscription ended in it.
 */
export const accrueFees = Effect.fnUntraced(function* (
  organisation: OrganisationId,
  through: "ended months" | "this month" = "ended months",
) {
  const store = yield* SepaStore
  const { monthlyFeeCents } = yield* SepaTerms
  const { feeFrom } = (yield* store.debtor(organisation)) ?? newDebtor(organisation)
  if (feeFrom === null) return
  const now = yield* store.now
  const ended = endedPeriods(feeFrom, now, maxMonths)
  const periods = through === "this month" ? [...ended, periodOf(now)].filter((period) => period >= feeFrom) : ended
  const last = periods.at(-1)
  if (last === undefined) return
  const rate = yield* freshRate(now)
  if (rate === undefined) return
  // A block of the operator may have begun since the account was last looked at.
  const blocked = yield* store.blockedSince(organisation)
  const { usable } =
    blocked === null
      ? ((yield* store.debtor(organisation)) ?? newDebtor(organisation))
      : yield* store.changeDebtor(organisation, (debtor) => withUsability(debtor, false, Math.min(blocked, now)))
  const lines: Array<DatedLine> = []
  for (const period of periods) {
    const before = yield* store.feesOf(organisation, period)
    if (before.cents === null) continue
    const cents = feeFor(period, monthlyFeeCents, usable ?? [], now) - before.cents
    if (cents > 0n) lines.push(feeLine(period, microOf(cents, rate), cents, Math.min(endOf(period) - 1, now), before.lines))
  }
  yield* store.addFees(organisation, lines, periodOf(endOf(last)))
})

/** The cents that the end of this month adds, if the rail can be used until then. */
export const feeAtMonthEnd = Effect.fnUntraced(function* (debtor: Debtor, now: number) {
  const period = periodOf(now)
  if (debtor.feeFrom === null || debtor.feeFrom > period) return 0n
  const written = yield* (yield* SepaStore).feesOf(debtor.organisation, period)
  if (written.cents === null) return 0n
  const { monthlyFeeCents } = yield* SepaTerms
  const usable = debtor.usable ?? [{ from: startOf(debtor.feeFrom), to: null }]
  const cents = feeFor(period, monthlyFeeCents, usable, endOf(period) - 1) - written.cents
  return cents > 0n ? cents : 0n
})

const startOf = (period: string): number => Date.parse(`${period}-01T00:00:00Z`)
const endOf = (period: string): number => startOfNextMonth(startOf(period))

/** A month's fee in cents: of each UTC day on which the rail could be used an equal part, rounded down. */
export const feeFor = (period: string, monthlyCents: bigint, usable: ReadonlyArray<Usable>, now: number): bigint => {
  const [start, end] = [startOf(period), endOf(period)]
  const days = new Set<number>()
  for (const { from, to } of usable) {
    const last = Math.min(to ?? now, end - 1)
    for (let day = Math.floor(Math.max(from, start) / dayMs); day * dayMs <= last; day++) days.add(day)
  }
  return (monthlyCents * BigInt(days.size)) / BigInt((end - start) / dayMs)
}

/** Records since when the rail can be used, or until when it could. What is before the first unbooked month is forgotten. */
export const withUsability = (debtor: Debtor, isUsable: boolean, now: number): Debtor => {
  const { feeFrom } = debtor
  if (feeFrom === null) return debtor
  // A debtor of an earlier release: the month that is not booked yet counts from its beginning.
  const usable = debtor.usable ?? (isUsable ? [{ from: startOf(feeFrom), to: null }] : [])
  const isOpen = usable.at(-1)?.to === null
  if (isOpen === isUsable) return debtor.usable === null ? { ...debtor, usable } : debtor
  const kept = usable.filter(({ to }) => to === null || to >= startOf(feeFrom))
  const changed = isUsable ? [...kept, { from: now, to: null }] : kept.map((time) => closed(time, now))
  return { ...debtor, usable: changed }
}

const closed = (time: Usable, now: number): Usable => (time.to === null ? { ...time, to: Math.max(time.from, now) } : time)

/** A fee that begins now: days of the same month on which the rail could be used with a mandate that ended count with it. */
export const feeBegins = ({ feeFrom, usable }: Debtor, now: number): Pick<Debtor, "feeFrom" | "usable"> => {
  if (feeFrom !== null) return { feeFrom, usable }
  const period = periodOf(now)
  return { feeFrom: period, usable: (usable ?? []).filter(({ to }) => to !== null && to >= startOf(period)) }
}

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
