import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { startOfMonth, startOfNextMonth } from "../../../domain/time.ts"
import { type Rate, centsOf, microOf } from "../rates.ts"
import { minCents } from "../settings.ts"
import type { Line } from "../store/Collection.ts"

export interface DebitPlan<L extends Line> {
  readonly cents: bigint
  /** What these cents pay. */
  readonly micro: MicroUsd
  readonly covers: ReadonlyArray<L>
  /** Owed for lines that are covered now or were before, less than a cent of it unless a single line is above the limit. */
  readonly carry: MicroUsd
}

/**
 * What one debit claims: as many lines as fit below `maxCents`, oldest first, with what was carried over. A fee is debited at the cents that
 * it was fixed at. The rest is rounded down to cents, and what that leaves is carried over again, so that nothing is ever lost. Undefined
 * below 0.50 EUR.
 */
export const plan = <L extends Line>(owed: {
  readonly lines: ReadonlyArray<L>
  readonly carry: MicroUsd
  readonly rate: Rate
  readonly maxCents: bigint
}): DebitPlan<L> | undefined => {
  const { carry, lines, maxCents, rate } = owed
  /** To be converted at this rate, and fixed before. */
  let open: bigint = carry
  let fixed = { cents: 0n, micro: 0n }
  let taken = 0
  for (const { amount, cents } of lines) {
    const next = cents === undefined ? { open: open + amount, fixed } : { open, fixed: plus(fixed, cents, amount) }
    const fits = centsOf(next.open, rate) + next.fixed.cents <= maxCents
    // A line that is larger than any debit is begun with this one and carried over, also behind lines that are too small for a debit.
    if (!fits && centsOf(open, rate) + fixed.cents >= minCents) break
    open = next.open
    fixed = next.fixed
    taken++
    if (!fits) break
  }
  const whole = centsOf(open, rate)
  const room = maxCents - fixed.cents
  const converted = whole > room ? room : whole
  const cents = converted + fixed.cents
  if (cents < minCents) return undefined
  const worth = microOf(converted, rate)
  return { cents, micro: microUsd(worth + fixed.micro), covers: lines.slice(0, taken), carry: microUsd(open - worth) }
}

const plus = (fixed: { readonly cents: bigint; readonly micro: bigint }, cents: bigint, micro: bigint) => ({
  cents: fixed.cents + cents,
  micro: fixed.micro + micro,
})

export interface Outstanding {
  readonly now: number
  /** At today's rate. */
  readonly cents: bigint
  /** When the oldest line was booked; null where only a remainder of earlier debits is owed. */
  readonly oldestAt: number | null
  readonly thresholdCents: bigint
  readonly maxAgeMs: number
}

export type DueReason = "threshold" | "age" | "month_end" | "remainder"

/** Why a debit is to be made now, or undefined. Below 0.50 EUR everything is carried over. */
export const due = ({ cents, maxAgeMs, now, oldestAt, thresholdCents }: Outstanding): DueReason | undefined => {
  if (cents < minCents) return undefined
  if (cents >= thresholdCents) return "threshold"
  if (oldestAt === null) return "remainder"
  if (oldestAt < startOfMonth(now)) return "month_end"
  return now - oldestAt >= maxAgeMs ? "age" : undefined
}

export interface Forecast {
  readonly at: number
  readonly reason: DueReason
  readonly cents: bigint
}

/**
 * The next debit, if nothing more is bought: by the age of the oldest line, or at the end of the month with `feeCents`, the fee that is written down
 * then. Null where neither reaches 0.50 EUR.
 */
export const forecast = (outstanding: Outstanding, feeCents: bigint): Forecast | null => {
  const { cents, maxAgeMs, now, oldestAt } = outstanding
  const reason = due(outstanding)
  if (reason !== undefined) return { at: now, reason, cents }
  const monthEnd = startOfNextMonth(now)
  const aged = oldestAt === null || cents < minCents ? Infinity : oldestAt + maxAgeMs
  if (aged < monthEnd) return { at: aged, reason: "age", cents }
  return cents + feeCents < minCents ? null : { at: monthEnd, reason: "month_end", cents: cents + feeCents }
}
