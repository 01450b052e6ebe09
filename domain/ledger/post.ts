import { microUsd } from "../Money.ts"
import { accountIdOf } from "./accounts.ts"
import { type Account, accountKey, type LedgerState, refKey } from "./Books.ts"
import type { Change } from "./Change.ts"
import type { CommandAnswers, Post } from "./Command.ts"
import { accept, type Decision, Impossible, refuse } from "./Decision.ts"

/** Books transfers once per reference. May take an account below zero: a chargeback has to be booked. */
export const decidePost = (books: LedgerState, c: Post): Decision<CommandAnswers["Post"]> => {
  if (books.refs.has(refKey(c.organisation, c.ref))) return accept({ posted: false })
  const moved = new Map<string, Account>()
  const changes: Array<Change> = [{ _tag: "Ref", organisation: c.organisation, ref: c.ref }]
  for (const { amount, credit, debit } of c.transfers) {
    if (amount <= 0n || debit === credit)
      return refuse(new Impossible({ message: `post ${c.ref}: amounts above zero, between two accounts` }))
    for (const [side, delta] of [
      [debit, -amount],
      [credit, amount],
    ] as const) {
      const id = accountIdOf(side)
      if (id === undefined) continue
      const account = moved.get(id) ?? books.accounts.get(accountKey(c.organisation, id))
      if (account === undefined)
        return refuse(new Impossible({ message: `post ${c.ref}: organisation ${c.organisation} has no account ${id}` }))
      moved.set(id, { ...account, posted: microUsd(account.posted + delta) })
    }
    changes.push({
      _tag: "Transfer",
      transfer: { organisation: c.organisation, call: null, ref: c.ref, debit, credit, amount, at: books.now },
    })
  }
  for (const account of moved.values()) changes.push({ _tag: "Account", account })
  return accept({ posted: true }, changes)
}
