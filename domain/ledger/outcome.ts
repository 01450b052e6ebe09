import type { Call } from "./Books.ts"

/**
 * What one step did to a call: it took a hold, or ended one, or learned that nobody knows yet whether its rail paid.
 * `declined` is a rail's proven no; `refunded` is money that came in for nothing and went back to the organisation.
 */
export type CallOutcome = "held" | "charged" | "released" | "refunded" | "declined" | "unknown"

/** Undefined where the step did none of these. */
export const callOutcome = (before: Call | undefined, after: Call): CallOutcome | undefined => {
  if (before === undefined) return "held"
  if (before.state !== "reserved") return undefined
  switch (after.state) {
    case "reserved":
      return after.settlement === "unknown" && before.settlement !== "unknown" ? "unknown" : undefined
    case "captured":
      return after.delivered ? "charged" : "refunded"
    case "refunded":
      return "refunded"
    case "released":
      return after.settlement === "failed" ? "declined" : "released"
  }
}

/** Upper bounds of the buckets in which the time from hold to end is counted, in milliseconds; the last one is open. */
export const latencyBoundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 60_000] as const
