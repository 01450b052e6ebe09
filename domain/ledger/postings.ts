import { maxOf, microUsd, type MicroUsd, share, toDecimal, zero } from "../money/Money.ts"
import { accept, type Change, type Decision, refuse } from "./change.ts"
import type { CommandAnswers, Post } from "./command.ts"
import { Impossible, InsufficientBalance } from "./errors.ts"
import { type Account, accountKey, available, type Call, type LedgerState, refKey, type Transfer } from "./state.ts"

/**
 * How a transfer names its two accounts. The organisation is a column of its own.
 * `buyer:` is an account of the buyer's organisation: the only kind with a balance row.
 */
export const buyerAccount = (account: string) => `buyer:${account}`
/** Money owed to a publisher. */
export const payeeAccount = (payee: string) => `payee:${payee}`
/** The platform's own share. */
export const platformFees = "platform:fees"
/** The world outside the ledger: where money enters and leaves. */
export const outside = (where: string) => `outside:${where}`

/** The balance row a transfer's side belongs to, if it has one. */
export const accountIdOf = (side: string): string | undefined => (side.startsWith("buyer:") ? side.slice("buyer:".length) : undefined)
/** Books transfers once per reference. May take an account below zero: a chargeback has to be booked. */
export const decidePost = (ledger: LedgerState, c: Post): Decision<CommandAnswers["Post"]> => {
  if (ledger.refs.has(refKey(c.organisation, c.ref))) return accept({ posted: false })
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
      const account = moved.get(id) ?? ledger.accounts.get(accountKey(c.organisation, id))
      if (account === undefined)
        return refuse(new Impossible({ message: `post ${c.ref}: organisation ${c.organisation} has no account ${id}` }))
      moved.set(id, { ...account, posted: microUsd(account.posted + delta) })
    }
    changes.push({
      _tag: "Transfer",
      transfer: { organisation: c.organisation, call: null, ref: c.ref, debit, credit, amount, at: ledger.now },
    })
  }
  for (const account of moved.values()) {
    const before = available(ledger.accounts.get(accountKey(c.organisation, account.id)) ?? account)
    if (c.mustCover === true && available(account) < 0n) return refuse(notCovered(account, before))
    changes.push({ _tag: "Account", account })
  }
  return accept({ posted: true }, changes)
}

const notCovered = (after: Account, before: MicroUsd) =>
  new InsufficientBalance({
    message: `The account ${after.id} has ${toDecimal(maxOf(before, zero))} USD to give: what open calls hold stays on it. Nothing was booked.`,
    required: microUsd(before - available(after)),
    available: maxOf(before, zero),
  })

/** Takes the amount from the paying account, or, where the rail deposited the maximum, moves the unearned remainder to `remainderTo`. */
export const bookCapture = (
  ledger: LedgerState,
  freed: Account,
  call: Call,
  amount: MicroUsd,
  changes: Array<Change>,
): ReadonlyArray<Account> | undefined => {
  if (!call.deposits) {
    const paid = { ...freed, posted: microUsd(freed.posted - amount) }
    changes.push({ _tag: "Account", account: paid })
    return [paid]
  }
  const remainder = microUsd(call.max - amount)
  if (remainder === 0n || call.remainderTo === call.account) {
    const paid = { ...freed, posted: microUsd(freed.posted + remainder) }
    changes.push({ _tag: "Account", account: paid })
    return [paid]
  }
  const receiver = ledger.accounts.get(accountKey(call.organisation, call.remainderTo))
  if (receiver === undefined) return undefined
  const credited = { ...receiver, posted: microUsd(receiver.posted + remainder) }
  changes.push({ _tag: "Account", account: freed }, { _tag: "Account", account: credited })
  return [freed, credited]
}

export const captureTransfers = (call: Call, amount: MicroUsd, at: number): ReadonlyArray<Transfer> => {
  const fee = share(amount, BigInt(call.feeBasisPoints))
  const payer = buyerAccount(call.account)
  const moves: Array<readonly [debit: string, credit: string, amount: bigint]> = [
    [payer, payeeAccount(call.payee), amount - fee],
    [payer, platformFees, fee],
  ]
  if (call.deposits) {
    moves.unshift([outside(call.rail), payer, call.max])
    if (call.remainderTo !== call.account) moves.push([payer, buyerAccount(call.remainderTo), call.max - amount])
  }
  return moves
    .filter(([, , n]) => n > 0n)
    .map(([debit, credit, n]) => ({ organisation: call.organisation, call: call.id, ref: null, debit, credit, amount: microUsd(n), at }))
}
