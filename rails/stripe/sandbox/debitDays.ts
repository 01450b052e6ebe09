import { dayMs } from "../../../domain/time.ts"
import { businessDaysAfter, isBusinessDay } from "../targetDays.ts"

/** Debits handed in after 10:30 in Frankfurt begin on the next day. Winter time all year: an hour is no matter here. */
const cutoffMs = 9.5 * 3_600_000

/** Midnight of the day on which a debit that is made now begins. */
export const firstDay = (now: number): number => {
  const today = Math.floor(now / dayMs) * dayMs
  return isBusinessDay(today) && now - today < cutoffMs ? today : businessDaysAfter(today, 1)
}

/** `YYYY-MM-DD` */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
