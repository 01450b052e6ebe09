import { type MicroUsd, microUsd, share } from "../money/Money.ts"
import { buyerAccount, outside, payeeAccount, platformFees } from "./postings.ts"
import { type Account, accountKey, type LedgerState, type Call, type Settlement, type Transfer } from "./state.ts"
import type { Change } from "./change.ts"
import type { Capture, Closed } from "./command.ts"
import { accept, type Decision, Impossible, notOpen, refuse } from "./errors.ts"
import { endRun, freeHold, mainBalance, spendChanges } from "./holds.ts"

/**
 * Close the hold and book what was earned: the publisher's share (the platform's fee is floored), the fee, and, where
 * the rail brought the maximum in from outside, the deposit and what is left of it.
 */
export const decideCapture = (books: LedgerState, c: Capture): Decision<Closed> => {
  const call = books.calls.get(c.call)
  const account = call === undefined ? undefined : books.accounts.get(accountKey(call.organisation, call.account))
  if (call === undefined || account === undefined) return notOpen(c.call, call)
  const run = books.runs.get(call.run) ?? null
  if (call.state === "captured" || call.state === "refunded") {
    const same = call.node === c.node && call.amount === c.amount && (call.state === "refunded") === (c.error !== null)
    return same ? accept({ call, run, balance: mainBalance(books, [account]) }) : notOpen(c.call, call)
  }
  if (call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  if (c.amount < 0n || c.amount > call.max)
    return refuse(new Impossible({ message: `capture of ${c.amount} is above the ${call.max} reserved for ${c.call}` }))
  if (c.amount > 0n && !call.delivered && c.body === null)
    return refuse(new Impossible({ message: `call ${c.call} delivered nothing to charge for` }))
  const settlement = settlementOf(call, c)
  if (settlement === undefined) return refuse(new Impossible({ message: `call ${c.call} is captured on the rail's proof only` }))

  const closed: Call = {
    ...call,
    state: c.error !== null && call.deposits ? "refunded" : "captured",
    settlement,
    proof: c.proof ?? call.proof,
    amount: c.amount,
    delivered: call.delivered || c.body !== null,
    lastError: c.error?.message ?? call.lastError,
    closedAt: books.now,
  }
  const transfers = transfersOf(call, c.amount, books.now)
  const changes: Array<Change> = [{ _tag: "Call", call: closed }, ...spendChanges(call, c.amount - call.max, run?.kind)]
  for (const transfer of transfers) changes.push({ _tag: "Transfer", transfer })
  const paid = book(books, freeHold(account, call), call, c.amount, changes)
  if (paid === undefined) return refuse(new Impossible({ message: `organisation ${c.organisation} has no account ${call.remainderTo}` }))
  if (c.body !== null && !call.delivered) {
    changes.push({ _tag: "Result", result: { organisation: c.organisation, call: c.call, run: call.run, body: c.body } })
  }
  const ended = endRun(run, books.now, c.error === null ? "completed" : "failed", c.error)
  if (ended !== null) changes.push({ _tag: "Run", run: ended })
  return accept({ call: closed, run: ended ?? run, balance: mainBalance(books, paid) }, changes)
}

/** What the capture itself says of the settlement; undefined where a proof is needed and missing. */
const settlementOf = (call: Call, { proof, provisional = false }: Capture): Settlement | undefined => {
  if (call.settlement === "failed") return undefined
  if (call.settlement === "settled" || call.settles === "at_capture") return "settled"
  if (call.settles === "later") return "pending"
  return proof === null ? undefined : provisional ? "pending" : "settled"
}

/** Takes the amount from the paying account, or, on a deposit, moves what was not earned to the account that keeps it. */
const book = (
  books: LedgerState,
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
  const keeper = books.accounts.get(accountKey(call.organisation, call.remainderTo))
  if (keeper === undefined) return undefined
  const kept = { ...keeper, posted: microUsd(keeper.posted + remainder) }
  changes.push({ _tag: "Account", account: freed }, { _tag: "Account", account: kept })
  return [freed, kept]
}

const transfersOf = (call: Call, amount: MicroUsd, at: number): ReadonlyArray<Transfer> => {
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
