import { Result } from "effect"
import { SourceUnavailable } from "../catalogue/Source.ts"
import { keyExpired, keyRevoked, RateLimitExceeded } from "../identity/errors.ts"
import { maxOf, microUsd, type MicroUsd, toDecimal, zero } from "../money/Money.ts"
import { type Account, type Attempt, available, type KeyLimits, type Organisation, type PaymentOption } from "./state.ts"
import type { Refused } from "../Refusal.ts"
import { InsufficientBalance, OrganisationUnavailable, SpendingNotPermitted, SpendLimitExceeded } from "./errors.ts"
import { dayMs, isoDate, isoMonth } from "../time.ts"

/** All that decides whether a call may spend: locked rows for a reservation, a snapshot for preflight. */
export interface SpendingContext {
  readonly now: number
  readonly organisation: Organisation
  readonly key: KeyLimits | null
  /** The accounts of the organisation, of the `transit` ones those alone that an option names. */
  readonly accounts: ReadonlyArray<Account>
  /** Calls of the organisation that execute now, over all its accounts (`isExecuting`). */
  readonly executing: number
  /** Spent so far, holds included, by scope and period. */
  readonly spent: (scope: string, period: string) => MicroUsd
}

export interface Admission {
  readonly option: PaymentOption
  readonly account: Account
  readonly attempts: ReadonlyArray<Attempt>
}

/** What a call wants to reserve. `options` are the rails that would pay, cheapest first; `attempts` the rails that already could not. */
export interface ReservationRequest {
  readonly max: MicroUsd
  readonly maxSpend: MicroUsd | null
  readonly source: string
  /** What the organisation may spend on this source in a UTC day. */
  readonly sourceDailyCap?: MicroUsd | undefined
  readonly options: ReadonlyArray<PaymentOption>
  readonly attempts: ReadonlyArray<Attempt>
}

/**
 * May this call reserve its maximum, and on which rail? Pure, so that PostgreSQL, the memory store, preflight and
 * simulation give one verdict. The order is the documented one: the key, the organisation, `max_spend`, the key's
 * per-request, monthly and daily limits, the source's daily cap; then for each rail its account, daily cap and balance.
 */
export const admit = (context: SpendingContext, request: ReservationRequest): Result.Result<Admission, Refused> => {
  const refusal = keyRefusal(context) ?? organisationRefusal(context) ?? limitRefusal(context, request) ?? capRefusal(context, request)
  return refusal === undefined ? chooseRail(context, request) : Result.fail(refusal)
}

const keyRefusal = ({ key, now }: SpendingContext): Refused | undefined => {
  if (key === null) return undefined
  if (key.revokedAt !== null) return keyRevoked()
  return key.expiresAt <= now ? keyExpired(key.expiresAt) : undefined
}

/** The handlers of paid routes check this before they quote, with `requireSpending` and without the concurrency. */
export const organisationRefusal = ({ executing, organisation }: Pick<SpendingContext, "organisation" | "executing">) => {
  if (organisation.status === "suspended") {
    return new OrganisationUnavailable({
      message:
        "An operator has suspended this organisation, so it cannot spend. Nothing was charged. Ask the operator of this gateway why.",
    })
  }
  if (!organisation.spending) {
    return new SpendingNotPermitted({
      message:
        "The spending of this organisation is switched off. Nothing was charged. Ask an owner, an admin or the operator to switch it on.",
    })
  }
  if (executing >= organisation.concurrency) {
    return new RateLimitExceeded({
      message: `This organisation already has ${organisation.concurrency} calls executing. Wait for one to end, then retry with the same Idempotency-Key.`,
      retryAfterSeconds: 1,
    })
  }
  return undefined
}

const limitRefusal = ({ key, now, spent }: SpendingContext, { max, maxSpend }: ReservationRequest): Refused | undefined => {
  if (maxSpend !== null && max > maxSpend) return limitExceeded("max_spend", max, maxSpend, "Raise max_spend, or ask for less.")
  if (key === null) return undefined
  if (key.perRequest !== null && max > key.perRequest) {
    return limitExceeded("per_request", max, key.perRequest, "Use a key with a higher per-request limit.")
  }
  if (key.monthly !== null) {
    const left = microUsd(key.monthly - spent(keyScope(key.id), isoMonth(now)))
    if (max > left) return limitExceeded("monthly", max, left, "Wait for the next month (UTC) or use a key with a higher monthly limit.")
  }
  if (key.daily !== null) {
    const left = microUsd(key.daily - spent(keyScope(key.id), isoDate(now)))
    if (max > left) return limitExceeded("daily", max, left, "Wait for the next day (UTC) or use a key with a higher daily limit.")
  }
  return undefined
}

/** A daily cap of the listing, not of the key: the source is unavailable until UTC midnight. */
const capRefusal = ({ now, spent }: SpendingContext, { max, source, sourceDailyCap }: ReservationRequest): Refused | undefined => {
  if (sourceDailyCap === undefined) return undefined
  const left = microUsd(sourceDailyCap - spent(sourceScope(source), isoDate(now)))
  if (max <= left) return undefined
  return new SourceUnavailable({
    message: `Your organisation may spend ${toDecimal(sourceDailyCap)} USD a day (UTC) on ${source}, and ${toDecimal(maxOf(left, zero))} USD of it are left. Nothing was charged. Retry tomorrow.`,
    retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000),
  })
}

const limitExceeded = (limit: "per_request" | "monthly" | "max_spend" | "daily", required: MicroUsd, left: MicroUsd, advice: string) => {
  const available = maxOf(left, zero)
  return new SpendLimitExceeded({
    message: `This may cost up to ${toDecimal(required)} USD, but the ${limit} limit leaves ${toDecimal(available)} USD. Nothing was charged. ${advice}`,
    limit,
    required,
    available,
  })
}

const chooseRail = (context: SpendingContext, request: ReservationRequest): Result.Result<Admission, Refused> => {
  const attempts: Array<Attempt> = [...request.attempts]
  let covered = zero
  const unusable: Array<Unusable> = []
  const short: Array<Short> = []
  for (const option of request.options) {
    const account = context.accounts.find((a) => a.id === option.account)
    const attempted = (outcome: Attempt["outcome"], reason: string) => attempts.push({ rail: option.rail, outcome, reason })
    if (account === undefined) {
      attempted("unavailable", "the organisation has no account on this rail")
      continue
    }
    if (account.status !== "active") {
      unusable.push({ ...account, whenSuspended: option.whenSuspended })
      attempted("unavailable", unusableReason(account))
      continue
    }
    const spentToday = option.dailyCap === undefined ? zero : context.spent(railScope(option.rail), isoDate(context.now))
    const underCap = option.dailyCap === undefined ? available(account) : microUsd(option.dailyCap - spentToday)
    const payerLeft = option.maxHeld === undefined ? underCap : microUsd(option.maxHeld - account.held)
    const left = maxOf(zero, minOf(minOf(underCap, payerLeft), available(account)))
    covered = maxOf(covered, left)
    if (request.max > left) {
      const whose =
        payerLeft === left && option.maxHeld !== undefined ? "of the payer's open calls" : "that open calls hold and may release"
      const inFlight = account.held > 0n ? ` beside the ${toDecimal(account.held)} USD ${whose}` : ""
      attempted("insufficient", `${toDecimal(left)} USD available${inFlight}, ${toDecimal(request.max)} USD required`)
      short.push({ coveredByHolds: request.max <= left + account.held })
      continue
    }
    attempted(
      "selected",
      request.options.length + request.attempts.length > 1 ? "cheapest rail that covers the call" : "the only rail that was considered",
    )
    return Result.succeed({ option, account, attempts })
  }
  if (unusable.length > 0 && unusable.length === attempts.length) {
    return Result.fail(
      new OrganisationUnavailable({
        message: `No rail that was considered for this call can be used now. ${reasonsOf(attempts)}. Nothing was charged. ${adviceFor(unusable, short)}`,
      }),
    )
  }
  return Result.fail(insufficientBalance(request.max, covered, attempts, adviceFor(unusable, short)))
}

/** Why an account that is not active pays for nothing, with the amount that is owed on it. */
export const unusableReason = ({ posted, status }: Account): string => {
  if (status === "frozen") return "an operator has frozen the account"
  return posted < 0n ? `the account is suspended, and ${toDecimal(microUsd(-posted))} USD is owed on it` : "the account is suspended"
}

interface Unusable extends Account {
  readonly whenSuspended: string | undefined
}

/** An active account with too little money. `coveredByHolds`: with what its open calls hold it would be enough, if they release it. */
interface Short {
  readonly coveredByHolds: boolean
}

/** What the caller can do next: where it pinned a rail, others may be active. A top-up helps no account that may not pay. */
const adviceFor = (unusable: ReadonlyArray<Unusable>, short: ReadonlyArray<Short>): string => {
  const steps = [
    ...(short.some(({ coveredByHolds }) => coveredByHolds) ? ["wait until open calls end, and retry"] : []),
    ...unusable.filter(({ status }) => status === "suspended").flatMap(stepOf),
    ...(unusable.some(({ status }) => status === "frozen") ? ["ask the operator of this gateway to unfreeze the account"] : []),
    ...(short.length > 0 || unusable.length === 0 ? ["top up"] : []),
    "pay on another rail",
  ].join(", or ")
  return `${steps[0]!.toUpperCase()}${steps.slice(1)}.`
}

/** What ends the suspension of an account. */
const stepOf = ({ posted, whenSuspended }: Unusable): ReadonlyArray<string> => {
  const step = whenSuspended === undefined ? [] : [whenSuspended]
  return posted < 0n ? [["settle what is owed", ...step].join(": ")] : step
}

/** 402 with the reason of every rail that was considered. */
export const insufficientBalance = (
  required: MicroUsd,
  covered: MicroUsd,
  attempts: ReadonlyArray<Attempt>,
  advice = "Top up, or pay on another rail.",
) =>
  new InsufficientBalance({
    message: `${subjectOf(attempts)} this call: it may cost up to ${toDecimal(required)} USD. ${reasonsOf(attempts)}. ${chargedNothing}${advice}`,
    required,
    available: covered,
  })

/** One rail was considered where the caller pinned it. */
const subjectOf = ([first, ...others]: ReadonlyArray<Attempt>): string =>
  first === undefined || others.length > 0 ? "No rail covers" : `The rail ${first.rail} does not cover`

const reasonsOf = (attempts: ReadonlyArray<Attempt>): string =>
  attempts.map(({ rail, reason }) => `${rail}: ${reason.replace(/\.$/, "")}`).join("; ")

/** What follows in the message of a 402 is the advice. */
export const chargedNothing = "Nothing was charged. "

const minOf = (a: MicroUsd, b: MicroUsd): MicroUsd => (a < b ? a : b)

export const keyScope = (key: string) => `key:${key}`
export const railScope = (rail: string) => `rail:${rail}`
export const sourceScope = (source: string) => `source:${source}`
