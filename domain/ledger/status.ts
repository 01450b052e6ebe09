import type { Call, CallState, Settlement } from "./state.ts"

export const paymentStatuses = ["reserved", "settling", "settled", "released", "refunded", "failed", "unknown"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The state of a payment in one word, from the states of the hold and of the rail's settlement. */
export const paymentStatus = ({ settlement, state }: Pick<Call, "state" | "settlement">): PaymentStatus => {
  if (state === "released" || state === "refunded") return state
  if (settlement === "unknown" || settlement === "failed") return settlement
  if (state === "reserved") return settlement === "none" ? "reserved" : "settling"
  return settlement === "settled" ? "settled" : "settling"
}

/** The call delivered, and what it delivered belongs to the buyer: it was charged for it, even if it got the money back since. */
export const isDelivered = ({ delivered, state }: Pick<Call, "delivered" | "state">): boolean =>
  delivered && (state === "captured" || state === "refunded")

const states: ReadonlyArray<CallState> = ["reserved", "captured", "released", "refunded"]
const settlements: ReadonlyArray<Settlement> = ["none", "pending", "unknown", "settled", "failed"]

/** The states and settlements that a status stands for, each pair as `state/settlement`: what a store filters by. */
export const stateSettlementPairs = (status: PaymentStatus): ReadonlyArray<string> =>
  states.flatMap((state) =>
    settlements.filter((settlement) => paymentStatus({ state, settlement }) === status).map((settlement) => `${state}/${settlement}`),
  )
/**
 * What one step did to a call: it took a hold, or ended one, or its settlement became unknown.
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
