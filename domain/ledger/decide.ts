import type { LedgerState } from "./state.ts"
import { decideCancel, decideCapture, decideDeliver, decideRelease, decideSettle, decideTakeOver } from "./transitions.ts"
import type { Command, CommandAnswers } from "./command.ts"
import { type Decision, notOpen } from "./change.ts"
import { decidePost } from "./postings.ts"
import { decideRefund } from "./refund.ts"
import { decideReserveAndClose } from "./reserveAndClose.ts"
import { decideConfigureAccount } from "./accounts.ts"

/** One command over the ledger. Every command may be given twice: the second answers like the first and writes nothing. */
export const decide = (ledger: LedgerState, command: Command): Decision<CommandAnswers[Command["_tag"]]> => {
  if ("call" in command && command._tag !== "Reserve") {
    const call = ledger.calls.get(command.call)
    if (call !== undefined && call.organisation !== command.organisation) return notOpen(command.call, undefined)
  }
  switch (command._tag) {
    case "Reserve":
      return decideReserveAndClose(ledger, command)
    case "Deliver":
      return decideDeliver(ledger, command)
    case "Capture":
      return decideCapture(ledger, command)
    case "Release":
      return decideRelease(ledger, command)
    case "Settle":
      return decideSettle(ledger, command)
    case "Post":
      return decidePost(ledger, command)
    case "Refund":
      return decideRefund(ledger, command)
    case "ConfigureAccount":
      return decideConfigureAccount(ledger, command)
    case "Cancel":
      return decideCancel(ledger, command)
    case "TakeOver":
      return decideTakeOver(ledger, command)
  }
}
