import { minCents } from "../settings.ts"

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

/** When the next debit is due at the latest, if nothing more is bought; null where nothing is owed that could be debited. */
export const dueAt = (outstanding: Outstanding): number | null => {
  if (outstanding.cents < minCents) return null
  if (due(outstanding) !== undefined || outstanding.oldestAt === null) return outstanding.now
  return Math.min(outstanding.oldestAt + outstanding.maxAgeMs, startOfNextMonth(outstanding.oldestAt))
}

/** The first moment of the UTC month. */
export const startOfMonth = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

export const startOfNextMonth = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** `2026-11` */
export const periodOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The months that have ended since `from` (a period), `from` first, at most `most` of them. */
export const endedPeriods = (from: string, now: number, most: number): ReadonlyArray<string> => {
  const ended: Array<string> = []
  let start = Date.parse(`${from}-01T00:00:00Z`)
  while (startOfNextMonth(start) <= now && ended.length < most) {
    ended.push(periodOf(start))
    start = startOfNextMonth(start)
  }
  return ended
}
