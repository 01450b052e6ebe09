import type { Books, Call } from "./Books.ts"
import type { Deliver } from "./Command.ts"
import { accept, type Decision, notOpen } from "./Decision.ts"

/** Stores the document of an open call, so that a crash after the rail was asked still has it. */
export const decideDeliver = (books: Books, c: Deliver): Decision<Call> => {
  const call = books.calls.get(c.call)
  if (call?.delivered === true && call.state !== "released") return accept(call)
  if (call === undefined || call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  const settlement = c.settling && call.settlement === "none" ? "pending" : call.settlement
  const delivered: Call = { ...call, delivered: true, amount: c.amount, settlement }
  return accept(delivered, [
    { _tag: "Call", call: delivered },
    { _tag: "Result", result: { organisation: c.organisation, call: c.call, run: call.run, body: c.body } },
  ])
}
