import type { Caller } from "../../../domain/identity/Authenticator.ts"
import { type MicroUsd, microUsd, maxOf, toMoney, zero } from "../../../domain/money/Money.ts"
import { isoMonth } from "../../../domain/time.ts"

const moneyOrNull = (amount: MicroUsd | null) => (amount === null ? null : toMoney(amount))

/** What a key may spend, and what is left of its month. A limit that was not set is null. */
export const limitsView = (
  { daily, monthly, perRequest }: Pick<Caller, "daily" | "monthly" | "perRequest">,
  monthSpent: MicroUsd,
  now: number,
) => ({
  per_request: moneyOrNull(perRequest),
  monthly: moneyOrNull(monthly),
  daily: moneyOrNull(daily),
  month_spent: toMoney(monthSpent),
  month_remaining: monthly === null ? null : toMoney(maxOf(zero, microUsd(monthly - monthSpent))),
  month_start: startOfMonth(now),
})

export const startOfMonth = (now: number) => `${isoMonth(now)}-01T00:00:00.000Z`
