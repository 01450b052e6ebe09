/** How transfers name the two accounts they move money between. The organisation is a column of its own. */

import { microUsd } from "../money/Money.ts"
import type { Change } from "./change.ts"
import type { Post, CommandAnswers } from "./command.ts"
import { type Decision, accept, refuse, Impossible } from "./errors.ts"
import { type LedgerState, refKey, type Account, accountKey } from "./state.ts"

/** An account of the buyer's organisation: the only kind with a balance row. */
export const buyerAccount = (account: string) => `buyer:${account}`
/** What a publisher is owed. */
export const payeeAccount = (payee: string) => `payee:${payee}`
/** The platform's own share. */
export const platformFees = "platform:fees"
/** Where money enters the books and leaves them. */
export const outside = (where: string) => `outside:${where}`

/** The balance row a transfer's side belongs to, if it has one. */
export const accountIdOf = (side: string): string | undefined => (side.startsWith("buyer:") ? side.slice("buyer:".length) : undefined)
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
