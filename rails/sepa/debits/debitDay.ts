import { dayMs, isoDate } from "../../../domain/time.ts"
import { businessDaysAfter, isBusinessDay } from "../../stripe/targetDays.ts"

/**
 * How many calendar days before its day a debit is announced. By Stripe's mandate the payer agrees to a notice of up to two days
 * before, and Stripe takes a day that is three to fifteen ahead. One more leaves a day on which the same request can be repeated.
 */
const noticeDays = 4

/**
 * The day of a debit that is announced now, `YYYY-MM-DD`: the first TARGET business day after the notice, since banks debit on no other.
 * It is not made before. At most eight days ahead: from the Friday before Easter's closing days to the Tuesday after them.
 */
export const debitDay = (now: number): string => {
  const earliest = Math.floor(now / dayMs) * dayMs + noticeDays * dayMs
  return isoDate(isBusinessDay(earliest) ? earliest : businessDaysAfter(earliest, 1))
}

/**
 * The next step of a debit that is not known to have been sent. `send`: Stripe accepts its day. `wait`: it is too late to send, but an
 * earlier request, or a clock that differs, may still arrive. `announce`: nothing can arrive any more, so another day is needed.
 */
export const stepFor = (debitOn: string, now: number): "send" | "wait" | "announce" => {
  const ahead = Date.parse(debitOn) / dayMs - Math.floor(now / dayMs)
  if (ahead >= 3) return "send"
  return ahead === 2 ? "wait" : "announce"
}
