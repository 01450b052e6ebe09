import type { LedgerState, Call } from "./state.ts"
import type { Settle } from "./command.ts"
import { accept, type Decision, Impossible, notOpen, refuse } from "./errors.ts"

/** Which proofs may follow which. */
const next: Record<Call["settlement"], ReadonlyArray<Call["settlement"]>> = {
  none: ["pending", "unknown", "settled", "failed"],
  pending: ["unknown", "settled", "failed"],
  unknown: ["pending", "settled", "failed"],
  settled: ["failed"],
  failed: [],
}

/** What a rail collects later may be taken back and be collected once more. */
const mayFollow = ({ settlement, settles, state }: Call, to: Call["settlement"]): boolean =>
  next[settlement].includes(to) || (to === "pending" && settlement === "settled" && settles === "later" && state === "captured")

export const decideSettle = (books: LedgerState, c: Settle): Decision<Call> => {
  const call = books.calls.get(c.call)
  if (call === undefined) return notOpen(c.call, call)
  if (call.settlement === c.settlement) return accept(call)
  if (call.state === "released" || (call.state !== "reserved" && !mayFollow(call, c.settlement))) return notOpen(c.call, call)
  if (!mayFollow(call, c.settlement)) {
    return refuse(new Impossible({ message: `settlement of call ${c.call} cannot go from ${call.settlement} to ${c.settlement}` }))
  }
  const settled: Call = { ...call, settlement: c.settlement, proof: c.proof ?? call.proof, lastError: c.reason ?? call.lastError }
  const data = JSON.stringify({ from: call.settlement, reason: c.reason })
  return accept(settled, [
    { _tag: "Call", call: settled },
    { _tag: "Event", event: { organisation: c.organisation, call: c.call, type: `settlement.${c.settlement}`, at: books.now, data } },
  ])
}
