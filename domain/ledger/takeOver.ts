import type { LedgerState, Call } from "./state.ts"
import type { TakeOver } from "./command.ts"
import { accept, type Decision, notOpen } from "./errors.ts"

/** Restamps an open call. Two nodes that want it ask under the same lock: one gets it. */
export const decideTakeOver = (books: LedgerState, c: TakeOver): Decision<Call> => {
  const call = books.calls.get(c.call)
  if (call?.state === "reserved" && call.node === c.node) return accept(call)
  if (call === undefined || call.state !== "reserved" || call.node !== c.from) return notOpen(c.call, call)
  const taken: Call = { ...call, node: c.node }
  return accept(taken, [{ _tag: "Call", call: taken }])
}
