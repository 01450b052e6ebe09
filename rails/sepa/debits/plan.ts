import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { centsOf, microOf, type Rate } from "../rates.ts"
import { minCents } from "../settings.ts"

/** Something that is owed: a call, or a month's fee. */
export interface Line {
  readonly id: string
  readonly amount: MicroUsd
}

export interface Plan<L extends Line> {
  readonly cents: bigint
  /** What these cents pay. */
  readonly micro: MicroUsd
  readonly covers: ReadonlyArray<L>
  /** Owed for lines that are covered now or were before, less than a cent of it unless a single line is above the limit. */
  readonly carry: MicroUsd
}

/**
 * What one debit claims: as many lines as fit below `maxCents`, oldest first, with what was carried over. Rounded down to
 * cents, and what that leaves is carried over again, so that nothing is ever lost. Undefined below 0.50 EUR.
 */
export const plan = <L extends Line>(owed: {
  readonly lines: ReadonlyArray<L>
  readonly carry: MicroUsd
  readonly rate: Rate
  readonly maxCents: bigint
}): Plan<L> | undefined => {
  const { carry, lines, maxCents, rate } = owed
  let total: bigint = carry
  let taken = 0
  for (const { amount } of lines) {
    const fits = centsOf(total + amount, rate) <= maxCents
    // A line that is larger than any debit is begun with this one and carried over.
    if (!fits && (taken > 0 || centsOf(total, rate) >= minCents)) break
    total += amount
    taken++
    if (!fits) break
  }
  const whole = centsOf(total, rate)
  const cents = whole > maxCents ? maxCents : whole
  if (cents < minCents) return undefined
  const micro = microOf(cents, rate)
  return { cents, micro, covers: lines.slice(0, taken), carry: microUsd(total - micro) }
}
