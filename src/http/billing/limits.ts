import { Schema } from "effect"
import type { Caller } from "../../../domain/identity/Authenticator.ts"
import { isoMonth } from "../../../domain/time.ts"
import { type MicroUsd, microUsd, maxOf, Money, toMoney, zero } from "../../../domain/money/Money.ts"

const MoneyView = Schema.toEncoded(Money)

export const LimitsView = Schema.Struct({
  per_request: Schema.NullOr(MoneyView),
  monthly: Schema.NullOr(MoneyView),
  daily: Schema.NullOr(MoneyView),
  month_spent: MoneyView,
  month_remaining: Schema.NullOr(MoneyView),
  month_start: Schema.String,
}).annotate({ identifier: "Limits" })

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
  month_start: monthStart(now),
})

export const monthStart = (now: number) => `${isoMonth(now)}-01T00:00:00.000Z`
