import { Effect, Result, Schema } from "effect"
import { isoMonth, isoTime } from "../../../domain/time.ts"
import { keyScope, organisationRefusal, railScope, type ReservationRequest, sourceScope } from "../../../domain/ledger/admit.ts"
import { simulate, type Simulation } from "../../../domain/ledger/simulate.ts"
import { LedgerQueries, type SpendingSnapshot } from "../../../domain/ledger/LedgerQueries.ts"
import { withOpenedAccounts } from "../../../domain/ledger/accounts.ts"
import type { PaymentOption } from "../../../domain/ledger/state.ts"
import { microUsd, Money, toMoney } from "../../../domain/money/Money.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { checkPinnedRail, collectOffers, orderOptions, type RailOffer, whileUnavailable } from "../../../domain/rail/select.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { respond } from "../../../rails/http/respond.ts"
import { limitsView, LimitsView } from "../billing/limits.ts"

const MoneyView = Schema.toEncoded(Money)
const Reason = Schema.Struct({ code: Schema.String, message: Schema.String })

/** What would become of a paid call: nothing was dispatched, reserved or charged to find out. */
export const PreflightView = Schema.Struct({
  slug: Schema.String,
  operation: Schema.String,
  method: Schema.String,
  price: MoneyView,
  total: MoneyView,
  rail: Schema.NullOr(Schema.String).annotate({
    description: "The rail that would pay the first of the calls, also where the others are refused. Null where none would.",
  }),
  would_succeed: Schema.Boolean.annotate({ description: "Whether all of the calls would be admitted, each on any rail." }),
  reason_if_not: Schema.NullOr(Reason),
  rails: Schema.Array(
    Schema.Struct({
      rail: Schema.String,
      viable: Schema.Boolean.annotate({
        description: "Whether this rail alone would pay all of the calls. If it would pay some of them, `gaps` has how many.",
      }),
      cost: Schema.NullOr(MoneyView),
      gaps: Schema.Array(Reason),
    }),
  ),
  spent_after: MoneyView,
  limits: LimitsView,
  valid_until: Schema.String,
}).annotate({ identifier: "Preflight" })

interface PreflightOf {
  readonly method: string
  readonly calls: number
  /** A free endpoint of a listed API: no rail and no limit applies. */
  readonly free?: boolean
}

/** How long the figures are valid if no other call spends: a price may change, and limits follow the calendar. */
const validMs = 30_000

/**
 * What would become of an order, or of several like it one after another, if it came now: its price, the rail that would pay, what
 * each rail lacks. The rails and the ledger get the questions that a paid call asks, with the same `admit`; nothing is
 * dispatched, reserved or charged.
 */
export const preflight = Effect.fnUntraced(function* (order: Order, { calls, free = false, method }: PreflightOf) {
  const caller = yield* CurrentCaller
  const queries = yield* LedgerQueries
  const rails = yield* Rails
  yield* checkPinnedRail(order.pinned)
  const offers = free ? [] : yield* collectOffers({ ...order, pinned: null })
  const considered = offers.filter(({ rail }) => order.pinned === null || rail === order.pinned)
  const chosen = orderOptions(order, considered, [...rails.keys()])
  const options = offers.flatMap(({ result }) => (Result.isSuccess(result) ? result.success : []))
  const scopes = [keyScope(caller.key), sourceScope(order.source), ...[...rails.keys()].map(railScope)]
  const claims = options.flatMap(({ claim }) => claim ?? [])
  const accounts = options.map(({ account }) => account)
  const now = yield* queries.spendingSnapshot(caller.organisation, caller.key, { scopes, claims, accounts })
  const snapshot = { ...now, accounts: withOpenedAccounts(now.accounts, caller.organisation, options) }
  const reservation = (of: ReadonlyArray<PaymentOption>, attempts: ReservationRequest["attempts"]): ReservationRequest => ({
    max: order.quote.max,
    maxSpend: order.maxSpend,
    source: order.source,
    sourceDailyCap: order.sourceDailyCap,
    options: of.filter(({ claim }) => claim === undefined || !now.claimed.has(claim)),
    attempts,
  })
  const simulated = free ? freeOfCharge(calls) : simulate(snapshot, reservation(chosen.options, chosen.attempts), calls)
  const simulation = { ...simulated, refusal: whileUnavailable(simulated.refusal, chosen.unavailable) }
  const switchedOff = organisationRefusal({ organisation: now.organisation, executing: 0 })
  const spent = microUsd(now.spent(keyScope(caller.key), isoMonth(now.now)) + simulation.spent)
  return {
    slug: order.source,
    operation: order.operation,
    method,
    price: toMoney(order.quote.max),
    total: toMoney(microUsd(order.quote.max * BigInt(calls))),
    rail: simulation.first?.option.rail ?? null,
    would_succeed: simulation.refusal === undefined,
    reason_if_not: simulation.refusal === undefined ? null : reasonOf(simulation, calls),
    rails: offers.map((offer) => {
      const view = railView(offer, (option) => simulate(unlimited(snapshot), reservation([option], []), calls), calls)
      return switchedOff === undefined
        ? view
        : { ...view, viable: false, gaps: [{ code: switchedOff.code, message: switchedOff.message }, ...view.gaps] }
    }),
    spent_after: toMoney(spent),
    limits: limitsView(caller, spent, now.now),
    valid_until: isoTime(now.now + validMs),
  } satisfies typeof PreflightView.Encoded
})

/** The answer of a paid route to `X-Payment-Dry-Run: 1`. */
export const dryRun = Effect.fnUntraced(function* (order: Order, method: string, free = false) {
  const view = yield* preflight(order, { method, calls: 1, free })
  return respond(PreflightView, view, { headers: { "cache-control": "no-store" } })
})

const freeOfCharge = (calls: number): Simulation => ({ admitted: calls, first: undefined, refusal: undefined, spent: microUsd(0n) })

/** A rail is judged by itself, whatever the key's limits say. The organisation's own state is a gap beside those of the rail. */
const unlimited = (snapshot: SpendingSnapshot): SpendingSnapshot => ({
  ...snapshot,
  key: null,
  organisation: { ...snapshot.organisation, status: "active", spending: true, concurrency: Number.MAX_SAFE_INTEGER },
})

const railView = ({ rail, result }: RailOffer, alone: (option: PaymentOption) => Simulation, calls: number) => {
  if (Result.isFailure(result)) {
    const { failure } = result
    const code = failure._tag === "Gap" ? failure.code : "unavailable"
    return { rail, viable: false, cost: null, gaps: [{ code, message: failure.message }] }
  }
  const simulation = alone(result.success)
  const gaps = simulation.refusal === undefined ? [] : [reasonOf(simulation, calls)]
  return { rail, viable: gaps.length === 0, cost: toMoney(microUsd(result.success.cost * BigInt(calls))), gaps }
}

const reasonOf = ({ admitted, refusal }: Simulation, calls: number) => {
  const { code, message } = refusal!.toEnvelope().error
  return { code, message: calls === 1 ? message : `After ${admitted} of ${calls} calls: ${message}` }
}
