import { Result } from "effect"
import { SourceUnavailable } from "../catalogue/sourceRefusals.ts"
import { keyExpired, keyRevoked } from "../identity/refusals.ts"
import { type MicroUsd, microUsd, maxOf, toDecimal, zero } from "../Money.ts"
import type { PaymentOption } from "../rail/Rail.ts"
import type { Refused } from "../Refusal.ts"
import { type Account, type Attempt, available, dayOf, type KeyLimits, monthOf, type Organisation } from "./Books.ts"
import { InsufficientBalance, OrganisationUnavailable, RateLimitExceeded, SpendingNotPermitted, SpendLimitExceeded } from "./refusals.ts"

/** Everything that decides whether a call may spend: locked rows where it is for real, a snapshot for preflight. */
export interface SpendingContext {
  readonly now: number
  readonly organisation: Organisation
  readonly key: KeyLimits | null
  /** All accounts of the organisation. */
  readonly accounts: ReadonlyArray<Account>
  /** Spent so far, holds included, by scope and period. */
  readonly spent: (scope: string, period: string) => MicroUsd
}

export interface Admission {
  readonly option: PaymentOption
  readonly account: Account
  readonly attempts: ReadonlyArray<Attempt>
}

/** What a call wants to reserve. `options` are the rails that would pay, best first; `attempts` those that already could not. */
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
 * simulation give one verdict. The order is the documented one: the organisation, `max_spend`, then the key's
 * per-request, monthly and daily limits, then the source's own cap and the balance.
 */
export const admit = (s: SpendingContext, wish: ReservationRequest): Result.Result<Admission, Refused> => {
  const refusal = keyRefusal(s) ?? organisationRefusal(s) ?? limitRefusal(s, wish) ?? capRefusal(s, wish)
  return refusal === undefined ? chooseRail(s, wish) : Result.fail(refusal)
}

const keyRefusal = ({ key, now }: SpendingContext): Refused | undefined => {
  if (key === null) return undefined
  if (key.revokedAt !== null) return keyRevoked()
  return key.expiresAt <= now ? keyExpired(key.expiresAt) : undefined
}

/** Also asked by the gate, before anything else is looked at. */
export const organisationRefusal = ({ organisation, accounts }: Pick<SpendingContext, "organisation" | "accounts">) => {
  if (organisation.status === "suspended") {
    return new OrganisationUnavailable({
      message: "This organisation is suspended and cannot spend. Ask its owner to settle what is open.",
    })
  }
  if (!organisation.spending) {
    return new SpendingNotPermitted({ message: "An owner has switched this organisation's spending off. Ask an owner to switch it on." })
  }
  const open = accounts.reduce((total, account) => total + account.open, 0)
  if (open >= organisation.concurrency) {
    return new RateLimitExceeded({
      message: `This organisation already has ${organisation.concurrency} calls executing. Wait for one to end, then retry with the same Idempotency-Key.`,
      retryAfterSeconds: 1,
    })
  }
  return undefined
}

const limitRefusal = ({ key, now, spent }: SpendingContext, { max, maxSpend }: ReservationRequest): Refused | undefined => {
  if (maxSpend !== null && max > maxSpend) return limitExceeded("max_spend", max, maxSpend, "Raise max_spend or ask for less.")
  if (key === null) return undefined
  if (key.perRequest !== null && max > key.perRequest) {
    return limitExceeded("per_request", max, key.perRequest, "Use a key with a higher per-request limit.")
  }
  if (key.monthly !== null) {
    const left = microUsd(key.monthly - spent(keyScope(key.id), monthOf(now)))
    if (max > left) return limitExceeded("monthly", max, left, "Wait for the next month (UTC) or use a key with a higher monthly limit.")
  }
  if (key.daily !== null) {
    const left = microUsd(key.daily - spent(keyScope(key.id), dayOf(now)))
    if (max > left) return limitExceeded("daily", max, left, "Wait for the next day (UTC) or use a key with a higher daily limit.")
  }
  return undefined
}

/** A cap that is no limit of the key makes the source unavailable until the day is over. */
const capRefusal = ({ now, spent }: SpendingContext, { max, source, sourceDailyCap }: ReservationRequest): Refused | undefined => {
  if (sourceDailyCap === undefined) return undefined
  const left = microUsd(sourceDailyCap - spent(sourceScope(source), dayOf(now)))
  if (max <= left) return undefined
  return new SourceUnavailable({
    message: `Your organisation may spend ${toDecimal(sourceDailyCap)} USD a day (UTC) on ${source}, and ${toDecimal(maxOf(left, zero))} USD of it are left. Nothing was charged. Retry tomorrow.`,
    retryAfterSeconds: Math.ceil((86_400_000 - (now % 86_400_000)) / 1000),
  })
}

const limitExceeded = (limit: "per_request" | "monthly" | "max_spend" | "daily", required: MicroUsd, left: MicroUsd, advice: string) => {
  const available = maxOf(left, zero)
  return new SpendLimitExceeded({
    message: `This call may cost up to ${toDecimal(required)} USD, but the ${limit} limit leaves ${toDecimal(available)} USD. Nothing was charged. ${advice}`,
    limit,
    required,
    available,
  })
}

const chooseRail = (s: SpendingContext, wish: ReservationRequest): Result.Result<Admission, Refused> => {
  const attempts: Array<Attempt> = [...wish.attempts]
  let covered = zero
  let suspended = 0
  for (const option of wish.options) {
    const account = s.accounts.find((a) => a.id === option.account)
    const said = (outcome: Attempt["outcome"], reason: string) => attempts.push({ rail: option.rail, outcome, reason })
    if (account === undefined) {
      said("unavailable", "the organisation has no account on this rail")
      continue
    }
    if (account.status === "suspended") {
      suspended++
      said("unavailable", "the account is suspended")
      continue
    }
    const spentToday = option.dailyCap === undefined ? zero : s.spent(railScope(option.rail), dayOf(s.now))
    const underCap = option.dailyCap === undefined ? available(account) : microUsd(option.dailyCap - spentToday)
    const left = maxOf(zero, underCap < available(account) ? underCap : available(account))
    covered = maxOf(covered, left)
    if (wish.max > left) {
      said("insufficient", `${toDecimal(left)} USD available, ${toDecimal(wish.max)} USD required`)
      continue
    }
    said("selected", wish.options.length + wish.attempts.length > 1 ? "cheapest rail that covers the call" : "the only rail that was asked")
    return Result.succeed({ option, account, attempts })
  }
  if (suspended > 0 && suspended === attempts.length) {
    return Result.fail(
      new OrganisationUnavailable({
        message: "The only rail this organisation can pay with is suspended. Settle what is open on it, or add another.",
      }),
    )
  }
  return Result.fail(insufficientBalance(wish.max, covered, attempts))
}

/** 402 with the reason of every rail that was considered. */
export const insufficientBalance = (required: MicroUsd, covered: MicroUsd, attempts: ReadonlyArray<Attempt>) =>
  new InsufficientBalance({
    message: `No rail covers this call: it may cost up to ${toDecimal(required)} USD. ${attempts.map((a) => `${a.rail}: ${a.reason.replace(/\.$/, "")}`).join("; ")}. Nothing was charged. Top up, or pay on another rail.`,
    required,
    available: covered,
  })

export const keyScope = (key: string) => `key:${key}`
export const railScope = (rail: string) => `rail:${rail}`
export const sourceScope = (source: string) => `source:${source}`
