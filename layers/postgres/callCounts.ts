import { type Context, Metric } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import { type CallOutcome, latencyBoundsMs } from "../../domain/ledger/status.ts"
import { arrayOf } from "./parameters.ts"
import { hourMs } from "../../domain/time.ts"

/** The effect of a step on one call. */
export interface CallTransition {
  readonly outcome: CallOutcome
  readonly call: Call
}

/** The writer of a row of counts: one lane of this process. */
export interface CountWriter {
  readonly id: string
  readonly lane: number
}

/** The arguments of `traffic_add` for what a batch ended, with null for the counts where it ended nothing. */
export const hourlyCounts = ({ id, lane }: CountWriter, transitions: ReadonlyArray<CallTransition>): ReadonlyArray<unknown> => {
  const buckets = new Map<number, { calls: number; delivered: number; paid: number }>()
  let at = 0
  for (const { call, outcome } of transitions) {
    if (call.closedAt === null || outcome === "held") continue
    at = call.closedAt
    const bucket = bucketOf(at - call.reservedAt)
    const counts = buckets.get(bucket) ?? { calls: 0, delivered: 0, paid: 0 }
    buckets.set(bucket, counts)
    counts.calls++
    if (outcome === "charged") counts.delivered++
    if (outcome === "charged" && call.amount > 0n) counts.paid++
  }
  const any = buckets.size > 0
  const counts = [...buckets.values()]
  return [
    id,
    lane,
    new Date(at - (at % hourMs)),
    arrayOf("int", any ? [...buckets.keys()] : null),
    arrayOf("int", any ? counts.map(({ calls }) => calls) : null),
    arrayOf("int", any ? counts.map(({ delivered }) => delivered) : null),
    arrayOf("int", any ? counts.map(({ paid }) => paid) : null),
  ]
}

const bucketOf = (elapsedMs: number): number => {
  const bucket = latencyBoundsMs.findIndex((bound) => elapsedMs <= bound)
  return bucket === -1 ? latencyBoundsMs.length : bucket
}

/** The call of `traffic_add`, whose parameters follow `before` others. */
export const addHourlyCounts = (before: number): string =>
  `traffic_add(${["uuid", "int", "timestamptz", "int[]", "int[]", "int[]", "int[]"].map((type, i) => `$${before + i + 1}::${type}`).join(", ")})`

const takenOver = Metric.counter("farthing_calls_taken_over_total", {
  description: "Open calls of dead nodes that this node took over.",
  incremental: true,
})

/** Counts what committed batches did to calls and to their money, by rail and outcome. */
export const countTransitions = (context: Context.Context<never>) => {
  const counters = new Map<string, ReturnType<typeof countersOf>>()
  // There from the first scrape on: a counter that appears with its first event hides that event from a rate.
  takenOver.updateUnsafe(0, context)
  return (transitions: ReadonlyArray<CallTransition>, taken: number): void => {
    if (taken > 0) takenOver.updateUnsafe(taken, context)
    for (const { call, outcome } of transitions) {
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
