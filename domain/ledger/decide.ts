import type { LedgerState } from "./state.ts"
import { decideCancel, decideCapture, decideDeliver, decideRelease, decideSettle, decideTakeOver } from "./transitions.ts"
import type { Command, CommandAnswers } from "./command.ts"
import { type Decision, notOpen } from "./change.ts"
import { decidePost } from "./postings.ts"
import { decideReserve } from "./reserve.ts"
import { decideConfigureAccount } from "./accounts.ts"

/** One command over the books. Every command may be given twice: the second answers like the first and writes nothing. */
export const decide = (books: LedgerState, command: Command): Decision<CommandAnswers[Command["_tag"]]> => {
  if ("call" in command && command._tag !== "Reserve") {
    const call = books.calls.get(command.call)
    if (call !== undefined && call.organisation !== command.organisation) return notOpen(command.call, undefined)
  }
  switch (command._tag) {
    case "Reserve":
      return decideReserve(books, command)
    case "Deliver":
      return decideDeliver(books, command)
    case "Capture":
      return decideCapture(books, command)
    case "Release":
      return decideRelease(books, command)
    case "Settle":
      return decideSettle(books, command)
    case "Post":
      return decidePost(books, command)
    case "Terms":
      return decideConfigureAccount(books, command)
    case "Cancel":
      return decideCancel(books, command)
    case "TakeOver":
      return decideTakeOver(books, command)
  }
}
