import type { Call, CallState, Settlement } from "./Books.ts"

export const paymentStatuses = ["reserved", "settling", "settled", "released", "refunded", "failed", "unknown"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The state of a payment in one word, from where our hold and the rail's money stand. */
export const paymentStatus = ({ settlement, state }: Pick<Call, "state" | "settlement">): PaymentStatus => {
  if (state === "released" || state === "refunded") return state
  if (settlement === "unknown" || settlement === "failed") return settlement
  if (state === "reserved") return settlement === "none" ? "reserved" : "settling"
  return settlement === "settled" ? "settled" : "settling"
}

const states: ReadonlyArray<CallState> = ["reserved", "captured", "released", "refunded"]
const settlements: ReadonlyArray<Settlement> = ["none", "pending", "unknown", "settled", "failed"]

/** The states and settlements that a status stands for, each pair as `state/settlement`: what a store filters by. */
export const stateSettlementPairs = (status: PaymentStatus): ReadonlyArray<string> =>
  states.flatMap((state) =>
    settlements.filter((settlement) => paymentStatus({ state, settlement }) === status).map((settlement) => `${state}/${settlement}`),
  )
