import { Effect } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { unusableReason } from "../../domain/ledger/admit.ts"
import { type Account, available } from "../../domain/ledger/state.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { type MicroUsd, microUsd, zero } from "../../domain/money/Money.ts"
import { dayMs } from "../../domain/time.ts"
import { owedCents, unclaimed } from "./debits/collect.ts"
import { bookedOf } from "./checkPayment.ts"
import { type Collection, inFlight, isCollecting, isUnresolved, suspends } from "./store/Collection.ts"
import { exposureOf, isBarred, maxPastDebits } from "./mandates/exposure.ts"
import { debitDay } from "./debits/debitDay.ts"
import { forecast, type Forecast } from "./debits/plan.ts"
import { feeAtMonthEnd } from "./fees.ts"
import { type Debtor, missingRequirement, usableMandate } from "./store/Debtor.ts"
import { type Rate, Rates, microOf } from "./rates.ts"
import { euros, SepaTerms, type SepaTermsShape } from "./settings.ts"
import { SepaStore } from "./store/SepaStore.ts"

/** What is collected next: a debit on its way with its notice, or an estimate of the one to come. */
export interface NextCollection {
  readonly id: string | null
  readonly status: "new" | "processing" | "planned" | "retry"
  readonly reason: string
  /** `YYYY-MM-DD`, not before. */
  readonly debitOn: string
  readonly cents: bigint
  readonly rate: Rate
  readonly notice: Collection["notice"] | null
}

export interface AccountView {
  readonly debtor: Debtor | undefined
  readonly terms: SepaTermsShape
  readonly exposureCap: MicroUsd
  /** Collected, but the payer can still take it back without a reason: it counts against the cap. */
  readonly reversible: MicroUsd
  /** Owed and in no debit that is on its way; so are the entries, those of a debit that is owed again among them. */
  readonly outstanding: MicroUsd
  readonly inFlight: MicroUsd
  readonly entries: number
  readonly oldestAt: number | null
  readonly next: NextCollection | null
  readonly last: Collection | undefined
  readonly gaps: ReadonlyArray<{ readonly code: string; readonly message: string }>
  /** No call is accepted until the organisation gives a mandate. */
  readonly needsMandate: boolean
  /** A debit that failed or was taken back, while it is owed again. */
  readonly returned: Collection | undefined
  /** `inactive`: there is a mandate and no fee accrues, because the rail cannot be used. */
  readonly subscription: Debtor["subscription"] | "inactive"
  readonly renewsAt: number | null
}

const maxEntries = 10_000

export const accountView = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const terms = yield* SepaTerms
  const reading = yield* LedgerQueries
  const now = yield* store.now
  const debtor = yield* store.debtor(organisation)
  const account = (yield* reading.accounts(organisation)).find(({ id }) => id === "sepa")
  const open = yield* store.open(organisation)
  const debits = yield* store.collections(organisation, { limit: maxPastDebits })
  const [last] = debits
  const subscription = subscriptionOf(debtor, account, yield* store.blockedSince(organisation))
  const exposure = exposureOf(debits, now, terms)
  const rate = yield* Effect.orElseSucceed(
    Effect.flatMap(Rates, ({ usdToEur }) => usdToEur),
    () => undefined,
  )
  const [calls, fees] = yield* Effect.all([unclaimed(organisation, now + dayMs, maxEntries), store.freeFees(organisation)])
  const times = [...fees.map(({ at }) => at), ...calls.slice(0, 1).map(({ closedAt }) => closedAt ?? now)]
  const oldestAt = times.length === 0 ? null : Math.min(...times)
  const collecting = open.find(isCollecting)
  const outstanding = owedBeside(account, collecting, debits)
  const unresolved = open.filter(isUnresolved)
  const again = yield* store.covered(
    organisation,
    unresolved.map(({ claim }) => claim),
  )
  const isBarredNow = debtor !== undefined && isBarred(debtor, debits)
  const suspending = open.filter(suspends)
  const free = unresolved.reduce((left, { micro }) => left - micro, outstanding as bigint)
  const owed = { now, oldestAt, thresholdCents: terms.thresholdCents, maxAgeMs: terms.maxAgeDays * dayMs }
  const feeCents = debtor === undefined || subscription !== "active" ? 0n : yield* feeAtMonthEnd(debtor, now)
  return {
    debtor,
    terms,
    exposureCap: rate === undefined ? zero : microOf(exposure.capCents, rate),
    reversible: rate === undefined ? zero : microOf(exposure.reversibleCents, rate),
    outstanding,
    inFlight: microUsd(collecting?.micro ?? 0n),
    entries: calls.length + fees.length + again.entries,
    oldestAt: again.oldestAt === null ? oldestAt : Math.min(again.oldestAt, oldestAt ?? again.oldestAt),
    next: nextOf(
      collecting,
      unresolved,
      rate === undefined ? null : forecast({ ...owed, cents: owedCents(free < 0n ? 0n : free, fees, rate) }, feeCents),
      rate,
    ),
    last,
    gaps: gapsOf(debtor, account, {
      suspending,
      isBusy: open.some(inFlight),
      monthlyFee: euros(terms.monthlyFeeCents),
      isBarred: isBarredNow,
    }),
    needsMandate: isBarredNow || needsMandate(debtor, suspending[0]),
    returned: suspending.find(isUnresolved),
    subscription,
    renewsAt: subscription === "active" && debtor?.feeFrom != null ? monthAfter(debtor.feeFrom) : null,
  } satisfies AccountView
})

/** A debtor of an earlier release has no times in which the rail could be used: then the account decides. */
const subscriptionOf = (debtor: Debtor | undefined, account: Account | undefined, blocked: number | null): AccountView["subscription"] => {
  if (debtor?.subscription !== "active") return debtor?.subscription ?? "none"
  const isUsable = debtor.usable === null ? account?.status === "active" : debtor.usable.at(-1)?.to === null
  return isUsable && blocked === null && debtor.mandate?.status === "active" ? "active" : "inactive"
}

/** What a voided debit was paid for is owed to the payer until it is refunded: it pays nothing of the rest. */
const owedBeside = (account: Account | undefined, collecting: Collection | undefined, debits: ReadonlyArray<Collection>): MicroUsd => {
  const needless = debits.reduce((total, debit) => (debit.voidedAt === null ? total : total + bookedOf(debit)), 0n)
  const owed = needless - (account?.posted ?? 0n) - (collecting?.micro ?? 0n)
  return owed > 0n ? microUsd(owed) : zero
}

const monthAfter = (period: string): number => {
  const start = new Date(`${period}-01T00:00:00Z`)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
}

const nextOf = (
  collecting: Collection | undefined,
  unresolved: ReadonlyArray<Collection>,
  planned: Forecast | null,
  rate: Rate | undefined,
): NextCollection | null => {
  if (collecting !== undefined) return noticed(collecting, collecting.status === "new" ? "new" : "processing", collecting.notice.debitOn)
  const [failed] = unresolved
  if (failed !== undefined) return failed.retryAt === null ? null : noticed(failed, "retry", debitDay(failed.retryAt))
  if (planned === null || rate === undefined) return null
  const { at, cents, reason } = planned
  return { id: null, status: "planned", reason, debitOn: debitDay(at), cents, rate, notice: null }
}

const noticed = (
  { cents, id, notice, rate, reason }: Collection,
  status: "new" | "processing" | "retry",
  debitOn: string,
): NextCollection => ({
  id: status === "retry" ? null : id,
  status,
  reason: status === "retry" ? "again" : reason,
  debitOn,
  cents,
  rate,
  notice: status === "retry" ? null : notice,
})

/** Everything that is in the way of a call on this rail, each with what to do about it. */
const gapsOf = (
  debtor: Debtor | undefined,
  account: Account | undefined,
  {
    isBarred,
    isBusy,
    monthlyFee,
    suspending,
  }: {
    readonly suspending: ReadonlyArray<Collection>
    /** A debit is on its way, needed or not. */
    readonly isBusy: boolean
    readonly monthlyFee: string
    readonly isBarred: boolean
  },
) => {
  const gaps: Array<{ code: string; message: string }> = []
  const gap = missingRequirement(debtor, monthlyFee)
  if (gap !== undefined) gaps.push({ code: gap.code, message: gap.message })
  if (debtor?.mandate?.status === "inactive") {
    gaps.push({
      code: "mandate_inactive",
      message: "The mandate is not valid any more. Give a new one: POST /v1/me/sepa/mandate. What is owed stays owed.",
    })
  }
  const [owing] = suspending
  if (owing !== undefined)
    gaps.push({ code: inFlight(owing) ? "collection_again" : `collection_${owing.status}`, message: owedAgain(owing, debtor, isBusy) })
  if (isBarred) {
    gaps.push({
      code: "collection_given_up",
      message: "A debit of this mandate was given up as a loss. Give a new mandate: POST /v1/me/sepa/mandate, or ask the operator.",
    })
  }
  if (gaps.length === 0 && account !== undefined && account.status === "active" && available(account) <= 0n) {
    gaps.push({
      code: "exposure_reached",
      message:
        "The exposure cap is reached: what is owed, and what was collected in the last eight weeks, count. Use another rail until the next debit is collected or older debits are final.",
    })
  }
  if (account?.status === "frozen" || (gaps.length === 0 && account?.status === "suspended"))
    gaps.push({ code: account.status, message: `On this rail ${unusableReason(account)}.` })
  return gaps
}

/** A customer that was deleted at Stripe can give no mandate until the operator renews it. */
const needsMandate = (debtor: Debtor | undefined, owing: Collection | undefined): boolean => {
  if (debtor === undefined) return true
  const { customerDeletedAt, mandate, subscription } = debtor
  if (customerDeletedAt !== null) return false
  if (mandate === null || subscription === "cancelled" || mandate.status === "inactive") return true
  return owing !== undefined && isUnresolved(owing) && owing.mandate === mandate.id && !isTriedAgain(owing)
}

const isTriedAgain = ({ remedy, retryAt }: Collection) => remedy === "time" && retryAt !== null

const owedAgain = (debit: Collection, debtor: Debtor | undefined, isBusy: boolean): string => {
  const amount = euros(debit.cents)
  const { subscription = "none" } = debtor ?? {}
  const usable = debtor && usableMandate(debtor)
  if (inFlight(debit)) {
    const state = subscription === "cancelled" ? "is ended" : "is not valid"
    const then = usable
      ? "Calls are accepted again once it has succeeded."
      : `The mandate ${state}: calls are accepted again once the debit has succeeded and a new mandate is given (POST /v1/me/sepa/mandate).`
    return `A debit of ${amount} that failed or was taken back before is being made again. ${then}`
  }
  const what = debit.status === "failed" ? "failed" : "was taken back"
  if (usable && usable.id !== debit.mandate) {
    const when = isBusy ? "after the debit on its way has ended" : "within minutes, and made some days later"
    return `A debit of ${amount} ${what} and is owed again. With the new mandate it is announced again ${when}.`
  }
  const again = isTriedAgain(debit) ? `It is tried again on ${debitDay(debit.retryAt!)}.` : "Give a new mandate: POST /v1/me/sepa/mandate."
  return `A debit of ${amount} ${what} and is owed again. ${again}`
}
