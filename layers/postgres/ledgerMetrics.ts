import { type Context, Metric } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import type { CallOutcome } from "../../domain/ledger/status.ts"
import type { Move } from "./Traffic.ts"

const takenOver = Metric.counter("farthing_calls_taken_over_total", {
  description: "Open calls of dead nodes that this node took over.",
  incremental: true,
})

/** Counts what committed batches did to calls and to their money, by rail and outcome. */
export const countMoves = (context: Context.Context<never>) => {
  const counters = new Map<string, ReturnType<typeof countersOf>>()
  // There from the first scrape on: a counter that appears with its first event hides that event from a rate.
  takenOver.updateUnsafe(0, context)
  return (moves: ReadonlyArray<Move>, taken: number): void => {
    if (taken > 0) takenOver.updateUnsafe(taken, context)
    for (const { call, outcome } of moves) {
      const name = `${call.rail} ${outcome}`
      let counter = counters.get(name)
      if (counter === undefined) counters.set(name, (counter = countersOf(call.rail, outcome)))
      counter.calls.updateUnsafe(1, context)
      counter.money.updateUnsafe(moneyOf(call, outcome), context)
    }
  }
}

const countersOf = (rail: string, outcome: CallOutcome) => {
  const attributes = { rail, outcome }
  return {
    calls: Metric.counter("farthing_calls_total", {
      description: "Paid calls by what became of them: held when they took their hold, then how they ended.",
      attributes,
      incremental: true,
    }),
    money: Metric.counter("farthing_money_micro_usd_total", {
      description: "Money of these calls in millionths of a US dollar: the price of charged calls, the hold of all others.",
      attributes,
      incremental: true,
      bigint: true,
    }),
  }
}

const moneyOf = (call: Call, outcome: CallOutcome): bigint => (outcome === "charged" ? call.amount : call.max)
