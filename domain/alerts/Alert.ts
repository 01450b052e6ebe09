import type { OrganisationId } from "../money/ids.ts"
import { microUsd, toDecimal } from "../money/Money.ts"

/** Amounts in `data` are micro-USD as text, so that no digit is lost in JSON. */
export type AlertContent =
  | {
      readonly code: "limit_reached"
      readonly data: {
        readonly key_id: string
        readonly key_name: string
        readonly limit: "monthly" | "daily"
        readonly percent: 50 | 80 | 100
        readonly period: string
        readonly limit_micro_usd: string
        readonly spent_micro_usd: string
      }
    }
  | { readonly code: "balance_low"; readonly data: { readonly threshold_micro_usd: string; readonly available_micro_usd: string } }
  | {
      readonly code: "debit_failed"
      readonly data: {
        readonly payment_id: string
        readonly amount_minor: number
        readonly currency: string
        readonly reason: string | null
        /** What it needs before it is made again. Absent in alerts of earlier releases. */
        readonly remedy?: "time" | "mandate" | "new_mandate"
      }
    }
  | { readonly code: "auto_topup_disabled"; readonly data: { readonly failures: number; readonly reason: string } }

export type AlertCode = AlertContent["code"]
export const alertCodes = [
  "limit_reached",
  "balance_low",
  "debit_failed",
  "auto_topup_disabled",
] as const satisfies ReadonlyArray<AlertCode>

/** How far a channel got. `error`: why the last attempt failed; null once it was sent. */
export interface AlertDelivery {
  readonly attempts: number
  readonly sentAt: number | null
  readonly error: string | null
}

/** Something that a buyer should know, once. Times are milliseconds since 1970. */
export type Alert = AlertContent & {
  readonly id: string
  readonly organisation: OrganisationId
  readonly at: number
  readonly acknowledgedAt: number | null
  readonly webhook: AlertDelivery
  readonly mail: AlertDelivery
}

const dollars = (micro: string) => `${toDecimal(microUsd(BigInt(micro)))} USD`

const remedies = {
  time: "For lack of money it is made again in a few days: make sure that the account covers the amount.",
  mandate: "Set up a new mandate. What is owed is then debited again.",
  new_mandate: "Wait: it is announced again with the new mandate.",
} as const

/** The alert in two sentences: what happened, and what to do. */
export const describeAlert = (alert: AlertContent): { readonly message: string; readonly action: string } => {
  switch (alert.code) {
    case "limit_reached": {
      const { key_name: name, limit, limit_micro_usd: max, percent, period, spent_micro_usd: spent } = alert.data
      // The alert is raised at 50, 80 or 100 %; what was spent by then may be more.
      const share = BigInt(max) === 0n ? 100n : (BigInt(spent) * 100n) / BigInt(max)
      const used = `The key "${name}" has spent ${dollars(spent)} of its ${limit} limit of ${dollars(max)} in ${period} (${share} %).`
      return percent === 100
        ? {
            message: `${used} Its calls are refused until the limit is raised or the period ends.`,
            action: "Raise the limit, or wait for the next period.",
          }
        : { message: used, action: "Raise the limit if the key needs more." }
    }
    case "balance_low":
      return {
        message: `The balance fell to ${dollars(alert.data.available_micro_usd)}, below ${dollars(alert.data.threshold_micro_usd)}.`,
        action: "Top up, or set up automatic top-ups.",
      }
    case "debit_failed": {
      const { amount_minor: minor, currency, reason, remedy } = alert.data
      return {
        message: `A direct debit of ${(minor / 100).toFixed(2)} ${currency} failed or was taken back${reason === null ? "" : ` (${reason})`}. Direct debit pays for no call until it is collected.`,
        action: remedy === undefined ? `${remedies.time} Otherwise set up a new mandate.` : remedies[remedy],
      }
    }
    case "auto_topup_disabled":
      return {
        message: `Automatic top-ups were switched off after ${alert.data.failures} failed payments: ${alert.data.reason}`,
        action: "Check the card, and switch automatic top-ups on again.",
      }
  }
}
