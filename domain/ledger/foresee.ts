import { Result } from "effect"
import { type MicroUsd, microUsd, zero } from "../Money.ts"
import type { Refused } from "../Refusal.ts"
import { type Admission, admit, keyScope, railScope, sourceScope, type SpendingContext, type ReservationRequest } from "./admit.ts"
import { type Account, dayOf, monthOf } from "./Books.ts"

/** What would become of calls made one after another now, each costing its maximum. */
export interface Simulation {
  /** How many would be admitted before the first refusal. */
  readonly admitted: number
  readonly first: Admission | undefined
  readonly refusal: Refused | undefined
  readonly spent: MicroUsd
}

/** `admit`, over and over, on a copy of the standing that pays as it goes. Reserves and writes nothing. */
export const simulate = (standing: SpendingContext, wish: ReservationRequest, calls: number): Simulation => {
  const accounts = new Map(standing.accounts.map((account) => [account.id, account]))
  const extra = new Map<string, bigint>()
  let options = wish.options
  let first: Admission | undefined
  for (let admitted = 0; admitted < calls; admitted++) {
    const now: SpendingContext = {
      ...standing,
      accounts: [...accounts.values()],
      spent: (scope, period) => microUsd(standing.spent(scope, period) + (extra.get(`${scope}/${period}`) ?? 0n)),
    }
    const admission = admit(now, { ...wish, options })
    if (Result.isFailure(admission)) return { admitted, first, refusal: admission.failure, spent: microUsd(wish.max * BigInt(admitted)) }
    const { account, option } = admission.success
    first ??= admission.success
    accounts.set(account.id, after(account, wish.max, option.deposits !== undefined))
    // A payment that was presented pays one call.
    if (option.claim !== undefined) options = options.filter((other) => other.claim !== option.claim)
    for (const [scope, period] of counted(standing, wish, option.rail)) {
      extra.set(`${scope}/${period}`, (extra.get(`${scope}/${period}`) ?? 0n) + wish.max)
    }
  }
  return { admitted: calls, first, refusal: undefined, spent: microUsd(wish.max * BigInt(calls)) }
}

/** What a rail brings in from outside for a call leaves its account as it was. */
const after = (account: Account, max: MicroUsd, deposits: boolean): Account => ({
  ...account,
  posted: microUsd(account.posted - (deposits ? zero : max)),
})

const counted = (
  { key, now }: SpendingContext,
  { source }: ReservationRequest,
  rail: string,
): ReadonlyArray<readonly [scope: string, period: string]> => {
  const day = dayOf(now)
  const shared = [[railScope(rail), day] as const, [sourceScope(source), day] as const]
  return key === null ? shared : [[keyScope(key.id), monthOf(now)], [keyScope(key.id), day], ...shared]
}
