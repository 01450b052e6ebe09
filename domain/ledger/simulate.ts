import { Result } from "effect"
import { microUsd, type MicroUsd, zero } from "../money/Money.ts"
import type { Refused } from "../Refusal.ts"
import { type Admission, admit, keyScope, railScope, type ReservationRequest, sourceScope, type SpendingContext } from "./admit.ts"
import type { Account } from "./state.ts"
import { isoDate, isoMonth } from "../time.ts"

/** The outcome of calls made one after another now, each at its maximum cost. */
export interface Simulation {
  /** How many would be admitted before the first refusal. */
  readonly admitted: number
  readonly first: Admission | undefined
  readonly refusal: Refused | undefined
  readonly spent: MicroUsd
}

/** Runs `admit` `calls` times on a copy of the context that pays each time. Reserves and writes nothing. */
export const simulate = (context: SpendingContext, request: ReservationRequest, calls: number): Simulation => {
  const accounts = new Map(context.accounts.map((account) => [account.id, account]))
  const extra = new Map<string, bigint>()
  let options = request.options
  let first: Admission | undefined
  for (let admitted = 0; admitted < calls; admitted++) {
    const now: SpendingContext = {
      ...context,
      accounts: [...accounts.values()],
      spent: (scope, period) => microUsd(context.spent(scope, period) + (extra.get(`${scope}/${period}`) ?? 0n)),
    }
    const admission = admit(now, { ...request, options })
    if (Result.isFailure(admission)) return { admitted, first, refusal: admission.failure, spent: microUsd(request.max * BigInt(admitted)) }
    const { account, option } = admission.success
    first ??= admission.success
    accounts.set(account.id, after(account, request.max, option.deposits !== undefined))
    // A payment that was presented pays one call.
    if (option.claim !== undefined) options = options.filter((other) => other.claim !== option.claim)
    for (const [scope, period] of counted(context, request, option.rail)) {
      extra.set(`${scope}/${period}`, (extra.get(`${scope}/${period}`) ?? 0n) + request.max)
    }
  }
  return { admitted: calls, first, refusal: undefined, spent: microUsd(request.max * BigInt(calls)) }
}

/** A deposit that a rail brings in for the call leaves the account unchanged. */
const after = (account: Account, max: MicroUsd, deposits: boolean): Account => ({
  ...account,
  posted: microUsd(account.posted - (deposits ? zero : max)),
})
const counted = (
  { key, now }: SpendingContext,
  { source }: ReservationRequest,
  rail: string,
): ReadonlyArray<readonly [scope: string, period: string]> => {
  const day = isoDate(now)
  const shared = [[railScope(rail), day] as const, [sourceScope(source), day] as const]
  return key === null ? shared : [[keyScope(key.id), isoMonth(now)], [keyScope(key.id), day], ...shared]
}
