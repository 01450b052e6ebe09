import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Alert } from "../../../domain/alerts/Alert.ts"
import { Alerts } from "../../../domain/alerts/Alerts.ts"
import { organisationRefusal } from "../../../domain/ledger/admit.ts"
import { type Account, available, type Organisation } from "../../../domain/ledger/state.ts"
import { microUsd, sum, toDecimal } from "../../../domain/money/Money.ts"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import type { RailOffer } from "../../../domain/rail/select.ts"
import { isoTime } from "../../../domain/time.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { microPerCent } from "../../../rails/credits/topups/checkout.ts"
import { AutoTopups } from "../../../rails/credits/autoTopup/AutoTopups.ts"
import { Api } from "../Api.ts"
import { causeOf, describeNow } from "../alerts/cause.ts"
import { railProblem, readRails } from "../billing/railProblems.ts"

interface Item {
  readonly code: string
  readonly message: string
  readonly action: string
  readonly rail: string | null
  readonly subject: string | null
  readonly alert_id: string | null
  readonly since: string | null
  readonly count: number
}

export const AttentionHandlers = HttpApiBuilder.group(Api, "attention", (handlers) =>
  handlers.handle(
    "read",
    Effect.fnUntraced(function* () {
      const { offers, snapshot } = yield* readRails
      return {
        items: [
          ...ofOrganisation(snapshot.organisation),
          ...offers.flatMap((offer) => ofRail(offer, snapshot.accounts)),
          ...(yield* unknownPayments),
          ...(yield* reachedCeiling(snapshot.accounts)),
          ...(yield* openAlerts(snapshot.accounts)),
        ],
      }
    }, answer),
  ),
)

const item = (code: string, message: string, action: string, more: Partial<Item> = {}): Item => ({
  code,
  message,
  action,
  rail: null,
  subject: null,
  alert_id: null,
  since: null,
  count: 1,
  ...more,
})

const ofOrganisation = (organisation: Organisation): ReadonlyArray<Item> => {
  const refusal = organisationRefusal({ organisation, executing: 0 })
  if (refusal === undefined) return []
  return organisation.status === "suspended"
    ? [item("organisation_suspended", refusal.message, "Ask the operator of this gateway.")]
    : [item("spending_off", refusal.message, "Switch spending on. By program: PATCH /v1/organisation with spending: true.")]
}

const actions: Readonly<Record<string, string>> = {
  balance_empty: "Top up this rail, or pay with another one.",
  account_frozen: "Ask the operator of this gateway.",
  account_missing: "Ask the operator of this gateway.",
  rail_unavailable: "Use another rail meanwhile; nothing can be done here.",
}

/** Where callers sign their own payments, nothing is missing: each call brings its payment. */
const broughtByTheCall = "payment_required"

const ofRail = (offer: RailOffer, accounts: ReadonlyArray<Account>): ReadonlyArray<Item> => {
  const problem = railProblem(offer, accounts)
  if (problem === undefined || problem.code === broughtByTheCall) return []
  const message = `${offer.rail}: ${problem.message}`
  return [
    item(problem.code, message, actions[problem.code] ?? "Do what the message says. Until then only other rails pay.", {
      rail: offer.rail,
    }),
  ]
}

/** The oldest ones that one answer counts. */
const maxUnknown = 1_000

const unknownPayments = Effect.gen(function* () {
  const { organisation } = yield* CurrentCaller
  const holds = yield* Effect.flatMap(OperatorQueries, (queries) => queries.holds({ organisation, unknown: true }, maxUnknown))
  const [oldest] = holds
  if (oldest === undefined) return []
  const held = toDecimal(sum(holds.map(({ call }) => call.max)))
  return [
    item(
      "payment_unknown",
      `Of ${holds.length} calls the outcome of the payment is unknown; ${held} USD are held for them.`,
      "Wait: the gateway asks the rail until it knows, and pays nothing twice. If the oldest is hours old, ask the operator.",
      { since: isoTime(oldest.call.reservedAt), count: holds.length },
    ),
  ]
})

/** Automatic top-ups that would be due and would take more than their ceiling of the month. */
const reachedCeiling = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>) {
  const topups = yield* AutoTopups
  const { organisation } = yield* CurrentCaller
  const state = topups === undefined ? undefined : yield* Effect.orElseSucceed(topups.read(organisation), () => undefined)
  const credits = accounts.find(({ id }) => id === "credits")
  if (state === undefined || credits === undefined || state.auto.status !== "active") return []
  const { cents, monthlyCents, thresholdMicro } = state.auto
  if (state.monthCents + cents <= monthlyCents || available(credits) >= thresholdMicro) return []
  const [ceiling, left, threshold] = [monthlyCents * microPerCent, available(credits), thresholdMicro].map((micro) =>
    toDecimal(microUsd(micro)),
  )
  return [
    item(
      "auto_topup_ceiling",
      `The credits are ${left} USD, below ${threshold} USD, and automatic top-ups have reached their ceiling of ${ceiling} USD for this month.`,
      "Raise the ceiling, or top up by card.",
      { rail: "credits" },
    ),
  ]
})

const maxAlerts = 100

/** The alerts that were not acknowledged and whose cause lasts. */
const openAlerts = (accounts: ReadonlyArray<Account>) =>
  Effect.gen(function* () {
    const { organisation } = yield* CurrentCaller
    const alerts = yield* Effect.flatMap(Alerts, ({ list }) => list(organisation, { acknowledged: false, current: true }, maxAlerts))
    const causes = yield* Effect.forEach(alerts, (alert) => causeOf(alert, accounts))
    return alerts.flatMap((alert, place) => {
      const cause = causes[place]!
      if (cause === "gone") return []
      const { action, message } = describeNow(alert, cause)
      return item(alert.code, message, action, { subject: subjectOf(alert), alert_id: alert.id, since: isoTime(alert.at) })
    })
  })

const subjectOf = ({ code, data }: Alert) => (code === "limit_reached" ? data.key_id : code === "debit_failed" ? data.payment_id : null)
