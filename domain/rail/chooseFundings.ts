import { Effect, Result } from "effect"
import { insufficient } from "../ledger/admit.ts"
import type { Attempt } from "../ledger/Books.ts"
import { zero } from "../Money.ts"
import { InvalidRequest } from "../Refusal.ts"
import { type Buyer, type Funding, type Quote, Rails, Unavailable } from "./Rail.ts"

export interface Choice {
  readonly buyer: Buyer
  readonly quote: Quote
  readonly pinned: string | null
  /** The organisation's own order, for ties of cost. */
  readonly preference: ReadonlyArray<string>
  readonly proof: string | undefined
}

/** 400 where the caller pins a rail that this gateway does not have. */
export const checkPinned = Effect.fnUntraced(function* (pinned: string | null) {
  const rails = yield* Rails
  if (pinned === null || rails.has(pinned)) return
  return yield* new InvalidRequest({ message: `X-Payment-Rail must be one of ${[...rails.keys()].join(", ")}. Nothing was charged.` })
})

/** The rails that would pay for this call, cheapest for the buyer first, and why the others would not. */
export const chooseFundings = Effect.fnUntraced(function* (choice: Choice) {
  const rails = yield* Rails
  const candidates = [...rails.values()].filter((rail) => choice.pinned === null || rail.id === choice.pinned)
  const fundings: Array<Funding> = []
  const tried: Array<Attempt> = []
  for (const rail of candidates) {
    const funded = yield* Effect.result(rail.fund(choice.buyer, choice.quote, choice.proof).pipe(Effect.catchDefect(broken)))
    if (Result.isSuccess(funded)) fundings.push(funded.success)
    else tried.push({ rail: rail.id, outcome: "unavailable", reason: funded.failure.message })
  }
  if (fundings.length === 0) return yield* insufficient(choice.quote.max, zero, tried)
  return { fundings: fundings.length === 1 ? fundings : byCost(fundings, choice.preference, [...rails.keys()]), tried }
})

/** A rail that breaks must not take the others with it. */
const broken = (defect: unknown) =>
  Effect.andThen(Effect.logError("a rail failed unexpectedly", defect), Effect.fail(new Unavailable({ message: "the rail failed" })))

const byCost = (fundings: ReadonlyArray<Funding>, preference: ReadonlyArray<string>, order: ReadonlyArray<string>) => {
  const rank = (rail: string) => {
    const preferred = preference.indexOf(rail)
    return preferred === -1 ? preference.length + order.indexOf(rail) : preferred
  }
  return [...fundings].sort((a, b) => (a.cost === b.cost ? rank(a.rail) - rank(b.rail) : a.cost < b.cost ? -1 : 1))
}
