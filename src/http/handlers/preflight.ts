import { Effect, Result } from "effect"
import { keyScope, railScope, type ReservationRequest, simulate, type Simulation, sourceScope } from "../../../domain/ledger/admit.ts"
import { type PaymentOption } from "../../../domain/ledger/state.ts"
import { LedgerQueries, type SpendingSnapshot } from "../../../domain/ledger/LedgerQueries.ts"
import { withOpenedAccounts } from "../../../domain/ledger/accounts.ts"
import { microUsd, toMoney } from "../../../domain/money/Money.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { checkPinnedRail, collectOffers, orderOptions, type RailOffer } from "../../../domain/rail/select.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { CurrentCaller } from "../Exchange.ts"
import { json } from "../respond.ts"
import { limitsView } from "../views/limits.ts"
import { isoMonth, isoTime } from "../../../domain/time.ts"

/** What a preflight is about, beside the order itself. */
export interface About {
  readonly method: string
  readonly calls: number
  /** A free endpoint of a listed API: no rail and no limit is asked. */
  readonly free?: boolean
}

/** How long the figures are good for, as long as nobody else spends: a price may change, and limits follow the calendar. */
const validMs = 30_000

/**
 * What would become of an order, or of several like it one after another, if it came now: price, rail, what each rail
 * lacks. It asks the rails and the books what the paid call would ask, and the same `admit`; nothing is dispatched,
 * reserved or charged.
 */
export const preflight = Effect.fnUntraced(function* (order: Order, { calls, free = false, method }: About) {
  const caller = yield* CurrentCaller
  const reading = yield* LedgerQueries
  const rails = yield* Rails
  yield* checkPinnedRail(order.pinned)
  const said = free ? [] : yield* collectOffers({ ...order, pinned: null })
  const asked = said.filter(({ rail }) => order.pinned === null || rail === order.pinned)
  const chosen = orderOptions(order, asked, [...rails.keys()])
  const options = said.flatMap((one) => (Result.isSuccess(one.result) ? one.result.success : []))
  const scopes = [keyScope(caller.key), sourceScope(order.source), ...[...rails.keys()].map(railScope)]
  const claims = options.flatMap(({ claim }) => claim ?? [])
  const prospect = yield* reading.spendingSnapshot(caller.organisation, caller.key, scopes, claims)
  const standing = { ...prospect, accounts: withOpenedAccounts(prospect.accounts, caller.organisation, options) }
  const wish = (of: ReadonlyArray<PaymentOption>, attempts: ReservationRequest["attempts"]): ReservationRequest => ({
    max: order.quote.max,
    maxSpend: order.maxSpend,
    source: order.source,
    sourceDailyCap: order.sourceDailyCap,
    options: of.filter(({ claim }) => claim === undefined || !prospect.claimed.has(claim)),
    attempts: attempts,
  })
  const found = free ? nothingAsked(calls) : simulate(standing, wish(chosen.options, chosen.attempts), calls)
  const spent = microUsd(prospect.spent(keyScope(caller.key), isoMonth(prospect.now)) + found.spent)
  const verdict = {
    slug: order.source,
    operation: order.operation,
    method,
    price: toMoney(order.quote.max),
    total: toMoney(microUsd(order.quote.max * BigInt(calls))),
    rail: found.first?.option.rail ?? null,
    would_succeed: found.refusal === undefined,
    reason_if_not: found.refusal === undefined ? null : reasonOf(found, calls),
    rails: said.map((one) => railView(one, (option) => simulate(unlimited(standing), wish([option], []), calls), calls)),
    spent_after: toMoney(spent),
    limits: limitsView(caller, spent, prospect.now),
    valid_until: isoTime(prospect.now + validMs),
  }
  return json(verdict, { headers: { "cache-control": "no-store" } })
})

const nothingAsked = (calls: number): Simulation => ({ admitted: calls, first: undefined, refusal: undefined, spent: microUsd(0n) })
/** A rail is judged by itself, whatever the key's limits and the organisation's switches say. */
const unlimited = (standing: SpendingSnapshot): SpendingSnapshot => ({
  ...standing,
  key: null,
  organisation: { ...standing.organisation, status: "active", spending: true, concurrency: Number.MAX_SAFE_INTEGER },
})

const railView = ({ rail, result: said }: RailOffer, alone: (option: PaymentOption) => Simulation, calls: number) => {
  if (Result.isFailure(said)) {
    const { failure } = said
    const code = failure._tag === "Gap" ? failure.code : "unavailable"
    return { rail, viable: false, cost: null, gaps: [{ code, message: failure.message }] }
  }
  const found = alone(said.success)
  const gaps = found.refusal === undefined ? [] : [reasonOf(found, calls)]
  return { rail, viable: gaps.length === 0, cost: toMoney(microUsd(said.success.cost * BigInt(calls))), gaps }
}

const reasonOf = ({ admitted, refusal }: Simulation, calls: number) => {
  const { code, message } = refusal!.toEnvelope().error
  return { code, message: calls === 1 ? message : `After ${admitted} of ${calls} calls: ${message}` }
}
