import type { LedgerState, Call } from "./state.ts"
import type { Deliver } from "./command.ts"
import { accept, type Decision, Impossible, notOpen, refuse } from "./errors.ts"

/** Stores the document of an open call, so that a crash after the rail was asked still has it. */
export const decideDeliver = (books: LedgerState, c: Deliver): Decision<Call> => {
  const call = books.calls.get(c.call)
  if (call?.delivered === true && call.state !== "released") return accept(call)
  if (call === undefined || call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  if (c.amount < 0n || c.amount > call.max)
    return refuse(new Impossible({ message: `delivery of ${c.amount} is not within the ${call.max} reserved for ${c.call}` }))
  const settlement = c.settling && call.settlement === "none" ? "pending" : call.settlement
  const delivered: Call = { ...call, delivered: true, amount: c.amount, settlement }
  return accept(delivered, [
    { _tag: "Call", call: delivered },
    { _tag: "Result", result: { organisation: c.organisation, call: c.call, run: call.run, body: c.body } },
  ])
}
