import { Effect, Result } from "effect"
import { withinTime } from "../withinTime.ts"
import { chargedNothing } from "../ledger/admit.ts"
import { InsufficientBalance } from "../ledger/errors.ts"
import type { Attempt, PaymentOption } from "../ledger/state.ts"
import { InvalidRequest, ServiceUnavailable } from "../Refusal.ts"
import { type Buyer, type Gap, type Quote, type Rail, Rails, Unavailable } from "./Rail.ts"

/** A call that needs a rail: who buys, what it costs at most, and what the caller and its organisation prefer. */
export interface RailSelection {
  readonly buyer: Buyer
  readonly quote: Quote
  /** The rail that the caller named, or that belongs to the payment it presented. Null: any rail. */
  readonly pinned: string | null
  /** The organisation's own order of rails, for ties of cost. */
  readonly preference: ReadonlyArray<string>
  /** The payment that the caller presented, as it came in the header. */
  readonly presented: string | undefined
}

/** How one rail would pay for a call, or why it would not. */
export interface RailOffer {
  readonly rail: string
  readonly result: Result.Result<PaymentOption, Gap | Unavailable>
}

/** The rails that would pay for this call, cheapest for the buyer first, and why the others would not. */
export const selectPaymentOptions = (selection: RailSelection) =>
  Effect.flatMap(Rails, (rails) => Effect.map(offersOf(rails, selection), (offers) => orderOptions(selection, offers, [...rails.keys()])))

/** Asks every rail side by side, or the pinned one alone. No money moves. */
export const collectOffers = (selection: RailSelection) => Effect.flatMap(Rails, (rails) => offersOf(rails, selection))

const offersOf = (rails: Rails["Service"], { buyer, pinned, presented, quote }: RailSelection): Effect.Effect<ReadonlyArray<RailOffer>> => {
  const [first, ...others] = pinned === null ? [...rails.values()] : [...rails.values()].filter(({ id }) => id === pinned)
  if (first === undefined) return Effect.succeed([])
  if (others.length === 0) return Effect.map(offerOf(first, buyer, quote, presented), (offer) => [offer])
  return Effect.forEach([first, ...others], (rail) => offerOf(rail, buyer, quote, presented), { concurrency: "unbounded" })
}

/** A rail that does not answer within `offerTimeoutMs`, or that breaks, counts as unavailable, so that the other rails still pay. */
const offerOf = (rail: Rail, buyer: Buyer, quote: Quote, presented: string | undefined): Effect.Effect<RailOffer> =>
  withinTime(rail.offer(buyer, quote, presented), offerTimeoutMs, () => new Unavailable({ message: "the rail did not answer" })).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(Effect.logError("a rail failed unexpectedly", defect), Effect.fail(new Unavailable({ message: "the rail failed" }))),
    ),
    Effect.result,
    Effect.map((result) => ({ rail: rail.id, result })),
  )

const offerTimeoutMs = 10_000

/** `registryOrder` breaks the ties that the organisation has no preference for. With no option left, `admit` still checks the limits first. */
export const orderOptions = (
  { preference, presented }: Pick<RailSelection, "preference"> & Partial<Pick<RailSelection, "presented">>,
  offers: ReadonlyArray<RailOffer>,
  registryOrder: ReadonlyArray<string>,
) => {
  const options = offers.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
  const attempts = offers.flatMap(({ rail, result }): ReadonlyArray<Attempt> =>
    Result.isFailure(result) ? [{ rail, outcome: "unavailable", reason: result.failure.message }] : [],
  )
  const unavailable = offers.flatMap(({ rail, result }) =>
    Result.isFailure(result) && result.failure._tag === "Unavailable" ? [rail] : [],
  )
  const [gap] = offers.flatMap(({ result }) => (Result.isFailure(result) && result.failure._tag === "Gap" ? [result.failure] : []))
  return {
    options: options.length < 2 ? options : byCost(options, preference, registryOrder),
    attempts,
    unavailable,
    // A presented payment pins its rail: the only gap is the reason why that payment was refused.
    paymentReason: presented === undefined ? undefined : gap?.code,
  }
}

const byCost = (options: ReadonlyArray<PaymentOption>, preference: ReadonlyArray<string>, registryOrder: ReadonlyArray<string>) => {
  const rank = (rail: string) => {
    const preferred = preference.indexOf(rail)
    return preferred === -1 ? preference.length + registryOrder.indexOf(rail) : preferred
  }
  return [...options].sort((a, b) => (a.cost === b.cost ? rank(a.rail) - rank(b.rail) : a.cost < b.cost ? -1 : 1))
}

/**
 * 503 in place of the 402 where no rail covers the call, and one that might cover it cannot be used now. It keeps the reason of
 * every rail. A preflight and the call itself both end here, so that they agree.
 */
export const whileUnavailable = <E>(error: E, unavailable: ReadonlyArray<string>): E | RailsUnavailable =>
  error instanceof InsufficientBalance && unavailable.length > 0 ? new RailsUnavailable(error) : error

/** The 402 for a presented payment has the reason of its rail as a code, for a program that signs another one. */
export const withPaymentReason = <E>(error: E, reason: string | undefined): E | InsufficientBalance => {
  if (reason === undefined || !(error instanceof InsufficientBalance)) return error
  const { available, message, required } = error
  return new InsufficientBalance({
    message: `${beforeAdvice(message)}Sign a payment that fits, or pay on another rail.`,
    required,
    available,
    payment_reason: reason,
  })
}

/** The message of a 402 without what it advises. */
const beforeAdvice = (message: string): string => message.slice(0, message.lastIndexOf(chargedNothing) + chargedNothing.length)

export class RailsUnavailable extends ServiceUnavailable {
  /** The refusal by the rails that can be used. */
  readonly refusal: InsufficientBalance

  constructor({ available, message, required }: InsufficientBalance) {
    // A top-up may not help: the rail that it would go to may be the one that cannot be used.
    const advised = `${beforeAdvice(message)}Retry later, or pay on another rail.`
    super({ message: advised, retryAfterSeconds: 5 })
    this.refusal = new InsufficientBalance({ message: advised, required, available })
  }
}

/** 400 where the caller pins a rail that this gateway does not have. `member`: where it named the rail. */
export const checkPinnedRail = Effect.fnUntraced(function* (pinned: string | null, member = "X-Payment-Rail") {
  const rails = yield* Rails
  if (pinned === null || rails.has(pinned)) return
  return yield* new InvalidRequest({ message: `${member} must be one of ${[...rails.keys()].join(", ")}. Nothing was charged.` })
})
