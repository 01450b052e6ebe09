import { Effect } from "effect"
import { type Alert, describeAlert } from "../../../domain/alerts/Alert.ts"
import type { ListedAlert } from "../../../domain/alerts/Alerts.ts"
import type { Account } from "../../../domain/ledger/state.ts"
import { AutoTopups } from "../../../rails/credits/autoTopup/AutoTopups.ts"
import { findPayment } from "../billing/payments.ts"

/** Whether the cause of an alert lasts. `retrying`: the gateway is making the debit again. */
export const alertCauses = ["lasts", "retrying", "gone"] as const
type AlertCause = (typeof alertCauses)[number]

/** Of a failed debit and of a switched-off automatic top-up only the rail knows it. */
export const causeOf = Effect.fnUntraced(function* (alert: ListedAlert, accounts: ReadonlyArray<Account>) {
  if (!alert.isCurrent) return "gone" satisfies AlertCause
  switch (alert.code) {
    case "auto_topup_disabled": {
      const topups = yield* AutoTopups
      const isOn = topups !== undefined && (yield* topups.read(alert.organisation))?.auto.status !== "disabled"
      return isOn ? "gone" : "lasts"
    }
    case "debit_failed":
      return yield* causeOfDebit(alert, alert.data.payment_id, accounts)
    default:
      return "lasts"
  }
})

const causeOfDebit = Effect.fnUntraced(function* ({ organisation }: Alert, id: string, accounts: ReadonlyArray<Account>) {
  const payment = yield* findPayment(organisation, id)
  const { again_as: again, written_off_at: writtenOff } = payment?.rail_details ?? {}
  // A dispute that was won settles the debit again.
  if (payment?.status === "settled" || typeof writtenOff === "string") return "gone"
  // The debit that was made in its place has an alert of its own if it fails too.
  const next = typeof again === "string" ? yield* findPayment(organisation, again) : undefined
  if (next?.status === "settled" || next?.status === "failed") return "gone"
  // The rail takes calls again: what was owed is paid, whatever debit paid it.
  const own = accounts.filter(({ rail }) => rail === payment?.rail)
  if (own.length > 0 && own.every(({ status }) => status === "active")) return "gone"
  return next === undefined ? "lasts" : "retrying"
})

const actions: Readonly<Partial<Record<AlertCause, string>>> = {
  retrying: "Wait: what is owed is being debited again.",
  gone: "Nothing: its cause is gone.",
}

/** The alert in two sentences. What there is to do depends on whether its cause lasts. */
export const describeNow = (alert: Alert, cause: AlertCause) => {
  const { action, message } = describeAlert(alert)
  return { message, action: actions[cause] ?? action }
}
