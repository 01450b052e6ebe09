import { Context, Layer } from "effect"
import type { MoneyMoved } from "./Exchange.ts"

/** Upper bounds of the latency buckets in milliseconds; the last one is open. */
export const latencyBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 60_000] as const

export interface Counts {
  calls: number
  paidCalls: number
  succeeded: number
  readonly latency: Array<number>
}

const empty = (): Counts => ({ calls: 0, paidCalls: 0, succeeded: 0, latency: Array.from({ length: latencyBounds.length + 1 }, () => 0) })

/** Requests on paid routes since the last beat of this node, which adds them to the hour's row. */
export class Traffic extends Context.Service<
  Traffic,
  { readonly count: (moved: MoneyMoved, status: number, elapsedMs: number) => void; readonly drain: () => Counts }
>()("farthing/src/http/Traffic") {
  static readonly layer = Layer.sync(Traffic, () => {
    let counts = empty()
    return Traffic.of({
      count: (moved, status, elapsedMs) => {
        counts.calls++
        if (moved === "charged") counts.paidCalls++
        if (status < 500) counts.succeeded++
        const bucket = latencyBounds.findIndex((bound) => elapsedMs <= bound)
        const i = bucket === -1 ? latencyBounds.length : bucket
        counts.latency[i] = counts.latency[i]! + 1
      },
      drain: () => {
        const drained = counts
        counts = empty()
        return drained
      },
    })
  })
}
