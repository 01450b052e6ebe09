import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import type { Debtor } from "../store/Debtor.ts"
import { type Rate, centsOf, freshRate, microOf } from "../rates.ts"
import { SepaTerms, maxCents, minCents, stripeCreditorId } from "../settings.ts"
import { type DatedLine, SepaStore } from "../store/SepaStore.ts"
import {
  canceledByOperator,
  type Collection,
  inFlight,
  isUnresolved,
  type Line,
  takenCents,
  unsent,
  unsentNotice,
} from "../store/Collection.ts"
import { debitDay } from "./debitDay.ts"
import { due, plan } from "./plan.ts"

/**
 * Writes the debit down that is due, if one is, and answers the one in flight. What failed before is claimed again first,
 * at the same euros; nothing new is claimed beside it.
 */
export const collect = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined) return undefined
  const open = yield* store.open(organisation)
  const flying = open.find(inFlight)
  if (flying !== undefined) return flying
  const payer = payerOf(debtor)
  if (payer === undefined) return undefined
  const now = yield* store.now
  const unresolved = open.filter(isUnresolved).sort((a, b) => a.createdAt - b.createdAt)
  if (unresolved.length === 0) return yield* claimNew(debtor, payer, now)
  const ripe = unresolved.find((failed) => isRipe(failed, payer, now))
  return ripe === undefined ? undefined : yield* claimAgain(ripe, payer, now)
})

interface Payer {
  readonly customer: string
  readonly mandate: string
  readonly paymentMethod: string
  readonly reference: string | null
  readonly last4: string | null
}

const payerOf = ({ customer, mandate, subscription }: Debtor): Payer | undefined =>
  customer === null || mandate === null || mandate.status !== "active" || subscription === "none"
    ? undefined
    : { customer, mandate: mandate.id, paymentMethod: mandate.paymentMethod, reference: mandate.reference, last4: mandate.last4 }

/** A debit that failed for lack of money is made once more after some days. Every other failure needs a new mandate. */
const isRipe = (failed: Collection, payer: Payer, now: number): boolean =>
  failed.mandate !== payer.mandate || (failed.remedy === "time" && failed.retryAt !== null && failed.retryAt <= now)

/** The same euros at the same rate, or what the payer took back of them. */
const claimAgain = Effect.fnUntraced(function* (failed: Collection, payer: Payer, now: number) {
  const store = yield* SepaStore
  const { claim, id: instead, organisation, rate } = failed
  const last = Math.max(...(yield* store.claimOf(claim)).map((debit) => debit.attempt))
  // The payer's bank never saw a debit that the operator cancelled.
  const attempt = failed.failureCode === canceledByOperator ? last : last + 1
  const taken = failed.status === "disputed" ? takenCents(failed.moves) : 0n
  const owed =
    taken > 0n && taken < failed.cents ? { cents: taken, micro: microOf(taken, rate) } : { cents: failed.cents, micro: failed.micro }
  const again = yield* draft({ organisation, claim, attempt, ...owed, rate, reason: "again" }, payer, now)
  return yield* begin(again, { instead })
})

const claimNew = Effect.fnUntraced(function* ({ carry, organisation, subscription }: Debtor, payer: Payer, now: number) {
  const rate = yield* freshRate(now)
  if (rate === undefined) return undefined
  const owing = yield* owed(organisation, now, rate, carry, subscription === "cancelled")
  if (owing === undefined) return undefined
  const planned = plan({ lines: owing.lines, carry: microUsd(carry), rate, maxCents })
  if (planned === undefined) return undefined
  const id = uuidV7Unsafe()
  const { cents, covers, micro } = planned
  const first = yield* draft(
    { organisation, claim: id, attempt: 1, cents, micro, rate, carriedIn: carry, reason: owing.reason },
    payer,
    now,
    id,
  )
  return yield* begin(first, { lines: covers, carried: carry, carry: planned.carry })
})

const begin = Effect.fnUntraced(function* (collection: Collection, bind: Parameters<SepaStore["Service"]["begin"]>[1]) {
  const store = yield* SepaStore
  return (yield* store.begin(collection, bind)) ? collection : undefined
})

/** Everything that is owed and claimed by nothing, if it is due. What it amounts to is looked at before the lines are. */
const owed = Effect.fnUntraced(function* (organisation: OrganisationId, now: number, rate: Rate, carry: bigint, isLast: boolean) {
  const store = yield* SepaStore
  const terms = yield* SepaTerms
  const reading = yield* LedgerQueries
  const account = (yield* reading.accounts(organisation)).find(({ id }) => id === "sepa")
  const fees = yield* store.freeFees(organisation)
  const cents = owedCents(account === undefined || account.posted > 0n ? 0n : -account.posted, fees, rate)
  if (cents < minCents) return undefined
  const [oldest] = yield* unclaimed(organisation, now, 1)
  const times = [...fees.map(({ at }) => at), ...(oldest === undefined ? [] : [oldest.closedAt ?? now])]
  const oldestAt = times.length === 0 ? null : Math.min(...times)
  // A mandate that the buyer ended collects the rest at once.
  const reason = isLast
    ? "remainder"
    : due({ now, cents, oldestAt, thresholdCents: terms.thresholdCents, maxAgeMs: terms.maxAgeDays * dayMs })
  if (reason === undefined) return undefined
  const calls = yield* unclaimed(organisation, now, maxCalls)
  const lines: ReadonlyArray<DatedLine> = [...fees, ...calls.map(({ amount, closedAt, id }) => ({ id, amount, at: closedAt ?? now }))]
  return { lines, reason: lines.length === 0 && carry > 0n ? ("remainder" as const) : reason }
})

/** Of what is owed, fees among it: they are fixed in cents, the rest is converted. */
export const owedCents = (micro: bigint, fees: ReadonlyArray<Line>, rate: Rate): bigint => {
  const fixed = fees.filter(({ cents }) => cents !== undefined)
  const rest = fixed.reduce((left, { amount }) => left - amount, micro)
  return fixed.reduce((sum, { cents = 0n }) => sum + cents, rest > 0n ? centsOf(rest, rate) : 0n)
}

const page = 1_000
/** Of one debit. What is more waits for the next. */
const maxCalls = 100_000

/** Captured calls that no claim covers, in the order of their capture. */
export const unclaimed = Effect.fnUntraced(function* (organisation: OrganisationId, before: number, most: number) {
  const store = yield* SepaStore
  const unclaimedCalls: Array<Pick<Call, "id" | "amount" | "closedAt">> = []
  let pages = 0
  yield* visitUnsettled({ rail: "sepa", organisation, before: before + 1 }, page, (calls) =>
    Effect.gen(function* () {
      const bound = yield* store.bound(
        organisation,
        calls.map(({ id }) => id),
      )
      for (const { amount, closedAt, id } of calls) if (!bound.has(id)) unclaimedCalls.push({ id, amount, closedAt })
      return unclaimedCalls.length < most && ++pages <= maxCalls / page
    }),
  )
  return unclaimedCalls.slice(0, most)
})

type Claim = Pick<Collection, "organisation" | "claim" | "attempt" | "cents" | "micro" | "rate" | "reason" | "carriedIn">

const draft = Effect.fnUntraced(function* (claim: Claim, { last4, reference, ...payer }: Payer, now: number, id: string = uuidV7Unsafe()) {
  const { creditorId } = yield* SepaTerms
  return {
    ...claim,
    ...payer,
    ...unsent,
    id,
    notice: {
      at: now,
      debitOn: debitDay(now),
      cents: claim.cents,
      mandateReference: reference,
      last4,
      creditorId,
      ...(creditorId !== stripeCreditorId && { delivery: unsentNotice(now) }),
    },
    createdAt: now,
  } satisfies Collection
})
