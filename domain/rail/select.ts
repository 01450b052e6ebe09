import { Effect, Result } from "effect"
import type { Attempt, PaymentOption } from "../ledger/state.ts"
import { InvalidRequest } from "../Refusal.ts"
import { type Buyer, type Gap, type Quote, Rails, Unavailable } from "./Rail.ts"

export interface RailSelection {
  readonly buyer: Buyer
  readonly quote: Quote
  readonly pinned: string | null
  /** The organisation's own order, for ties of cost. */
  readonly preference: ReadonlyArray<string>
  readonly proof: string | undefined
}

/** 400 where the caller pins a rail that this gateway does not have. */
export const checkPinnedRail = Effect.fnUntraced(function* (pinned: string | null) {
  const rails = yield* Rails
  if (pinned === null || rails.has(pinned)) return
  return yield* new InvalidRequest({ message: `X-Payment-Rail must be one of ${[...rails.keys()].join(", ")}. Nothing was charged.` })
})

/** What a rail says to a call: how it would pay, or why it would not. */
export interface RailOffer {
  readonly rail: string
  readonly result: Result.Result<PaymentOption, Gap | Unavailable>
}

/** Asks every rail, or the pinned one alone. Nothing moves. */
export const collectOffers = Effect.fnUntraced(function* ({ buyer, pinned, proof, quote }: RailSelection) {
  const rails = yield* Rails
  const said: Array<RailOffer> = []
  for (const rail of rails.values()) {
    if (pinned !== null && rail.id !== pinned) continue
    const asked = rail
      .offer(buyer, quote, proof)
      .pipe(Effect.timeoutOrElse({ duration: fundWithin, orElse: silent }), Effect.catchDefect(broken))
    said.push({ rail: rail.id, result: yield* Effect.result(asked) })
  }
  return said
})

/** The rails that would pay for this call, cheapest for the buyer first, and why the others would not. */
export const selectPaymentOptions = Effect.fnUntraced(function* (choice: RailSelection) {
  return orderOptions(choice, yield* collectOffers(choice), [...(yield* Rails).keys()])
})

/** `order` breaks ties that the organisation has no preference for. Where no rail would pay, the limits still speak first. */
export const orderOptions = (choice: RailSelection, said: ReadonlyArray<RailOffer>, order: ReadonlyArray<string>) => {
  const options = said.flatMap((one) => (Result.isSuccess(one.result) ? one.result.success : []))
  const attempts = said.flatMap(({ rail, result: said }): ReadonlyArray<Attempt> =>
    Result.isFailure(said) ? [{ rail, outcome: "unavailable", reason: said.failure.message }] : [],
  )
  return { options: options.length < 2 ? options : byCost(options, choice.preference, order), attempts }
}

/** A rail that does not answer is as good as away: the others are asked. */
const fundWithin = "10 seconds"
const silent = () => Effect.fail(new Unavailable({ message: "the rail did not answer" }))

/** A rail that breaks must not take the others with it. */
const broken = (defect: unknown) =>
  Effect.andThen(Effect.logError("a rail failed unexpectedly", defect), Effect.fail(new Unavailable({ message: "the rail failed" })))

const byCost = (options: ReadonlyArray<PaymentOption>, preference: ReadonlyArray<string>, order: ReadonlyArray<string>) => {
  const rank = (rail: string) => {
    const preferred = preference.indexOf(rail)
    return preferred === -1 ? preference.length + order.indexOf(rail) : preferred
  }
  return [...options].sort((a, b) => (a.cost === b.cost ? rank(a.rail) - rank(b.rail) : a.cost < b.cost ? -1 : 1))
}
