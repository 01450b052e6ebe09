import { Result } from "effect"
import { microUsd, type MicroUsd } from "../money/Money.ts"
import type { Refused } from "../Refusal.ts"
import { type Admission, admit, keyScope, railScope, type ReservationRequest, sourceScope, type SpendingContext } from "./admit.ts"
import { available } from "./state.ts"
import { isoDate, isoMonth } from "../time.ts"

/** The outcome of calls made one after another now, each at its maximum cost. */
export interface Simulation {
  /** How many would be admitted before the first refusal. */
  readonly admitted: number
  readonly first: Admission | undefined
  readonly refusal: Refused | undefined
  readonly spent: MicroUsd
}

/**
 * What `admit` would answer to `calls` such calls on a copy of the context that pays each time. Reserves and writes nothing. Balances
 * and limits only shrink, so the calls that one rail takes are consecutive: `admit` decides the first of them, a division the rest.
 */
export const simulate = (context: SpendingContext, request: ReservationRequest, calls: number): Simulation => {
  const { max } = request
  const accounts = new Map(context.accounts.map((account) => [account.id, account]))
  const extra = new Map<string, bigint>()
  const now = (): SpendingContext => ({
    ...context,
    accounts: [...accounts.values()],
    spent: (scope, period) => microUsd(context.spent(scope, period) + (extra.get(`${scope}/${period}`) ?? 0n)),
  })
  let options = request.options
  let first: Admission | undefined
  for (let admitted = 0; admitted < calls;) {
    const admission = admit(now(), { ...request, options })
    if (Result.isFailure(admission)) return { admitted, first, refusal: admission.failure, spent: microUsd(max * BigInt(admitted)) }
    first ??= admission.success
    const { account, option } = admission.success
    const next = Math.min(calls - admitted, consecutive(now(), request, admission.success))
    const cost = microUsd(max * BigInt(next))
    // A deposit that a rail brings in for the call leaves the account unchanged.
    if (option.deposits === undefined) accounts.set(account.id, { ...account, posted: microUsd(account.posted - cost) })
    // A payment that was presented pays one call.
    if (option.claim !== undefined) options = options.filter((other) => other.claim !== option.claim)
    for (const [scope, period] of counted(context, request, option.rail)) {
      extra.set(`${scope}/${period}`, (extra.get(`${scope}/${period}`) ?? 0n) + cost)
    }
    admitted += next
  }
  return { admitted: calls, first, refusal: undefined, spent: microUsd(max * BigInt(calls)) }
}

/** How many calls in a row, the admitted one included, the same rail takes before a limit, a cap or the balance ends. */
const consecutive = (
  { key, now, spent }: SpendingContext,
  { max, source, sourceDailyCap }: ReservationRequest,
  { account, option }: Admission,
): number => {
  if (option.claim !== undefined) return 1
  if (max === 0n) return Number.MAX_SAFE_INTEGER
  const [month, day] = [isoMonth(now), isoDate(now)]
  const left = [
    option.deposits === undefined ? available(account) : null,
    option.dailyCap === undefined ? null : option.dailyCap - spent(railScope(option.rail), day),
    sourceDailyCap === undefined ? null : sourceDailyCap - spent(sourceScope(source), day),
    key === null || key.monthly === null ? null : key.monthly - spent(keyScope(key.id), month),
    key === null || key.daily === null ? null : key.daily - spent(keyScope(key.id), day),
  ]
  const times = left.flatMap((amount) => (amount === null ? [] : [Number(amount / max)]))
  return Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, ...times))
}

const counted = (
  { key, now }: SpendingContext,
  { source }: ReservationRequest,
  rail: string,
): ReadonlyArray<readonly [scope: string, period: string]> => {
  const day = isoDate(now)
  const shared = [[railScope(rail), day] as const, [sourceScope(source), day] as const]
  return key === null ? shared : [[keyScope(key.id), isoMonth(now)], [keyScope(key.id), day], ...shared]
}
