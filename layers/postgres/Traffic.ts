import type { Call } from "../../domain/ledger/state.ts"
import { latencyBoundsMs, type CallOutcome } from "../../domain/ledger/status.ts"
import { arrayOf } from "./parameters.ts"
import { hourMs } from "../../domain/time.ts"

/** What a step did to one call. */
export interface Move {
  readonly outcome: CallOutcome
  readonly call: Call
}

/** Who counts: a lane of this process. */
export interface Writer {
  readonly id: string
  readonly lane: number
}

/** The arguments of `traffic_add` for what a batch ended, with null for the counts where it ended nothing. */
export const trafficOf = ({ id, lane }: Writer, moves: ReadonlyArray<Move>): ReadonlyArray<unknown> => {
  const buckets = new Map<number, { calls: number; delivered: number; paid: number }>()
  let at = 0
  for (const { call, outcome } of moves) {
    if (call.closedAt === null || outcome === "held") continue
    at = call.closedAt
    const bucket = bucketOf(at - call.reservedAt)
    const counts = buckets.get(bucket) ?? { calls: 0, delivered: 0, paid: 0 }
    buckets.set(bucket, counts)
    counts.calls++
    if (outcome === "charged") counts.delivered++
    if (outcome === "charged" && call.amount > 0n) counts.paid++
  }
  const some = buckets.size > 0
  const counts = [...buckets.values()]
  return [
    id,
    lane,
    new Date(at - (at % hourMs)),
    arrayOf("int", some ? [...buckets.keys()] : null),
    arrayOf("int", some ? counts.map(({ calls }) => calls) : null),
    arrayOf("int", some ? counts.map(({ delivered }) => delivered) : null),
    arrayOf("int", some ? counts.map(({ paid }) => paid) : null),
  ]
}

const bucketOf = (elapsedMs: number): number => {
  const bucket = latencyBoundsMs.findIndex((bound) => elapsedMs <= bound)
  return bucket === -1 ? latencyBoundsMs.length : bucket
}

/** The call of `traffic_add`, whose parameters follow `before` others. */
export const trafficCall = (before: number): string =>
  `traffic_add(${["uuid", "int", "timestamptz", "int[]", "int[]", "int[]", "int[]"].map((type, i) => `$${before + i + 1}::${type}`).join(", ")})`
