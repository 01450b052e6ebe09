import { microUsd, zero } from "../money/Money.ts"
import { type Account, accountKey, type LedgerState, type Call } from "./state.ts"
import type { Change } from "./change.ts"
import type { Closed, Release } from "./command.ts"
import { accept, type Decision, Impossible, notOpen, refuse } from "./errors.ts"
import { endRun, freeHold, mainBalance, spendChanges } from "./holds.ts"

export const decideRelease = (books: LedgerState, c: Release): Decision<Closed> => {
  const call = books.calls.get(c.call)
  const run = call === undefined ? undefined : books.runs.get(call.run)
  const account = call === undefined ? undefined : books.accounts.get(accountKey(call.organisation, call.account))
  if (call === undefined || account === undefined) return notOpen(c.call, call)
  if (call.state === "released") return accept({ call, run: run ?? null, balance: mainBalance(books, [account]) })
  if (call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  if (!c.declined && call.settlement !== "none") {
    return refuse(
      new Impossible({ message: `call ${c.call} may have been paid for (${call.settlement}): only a declined settlement releases it` }),
    )
  }
  return release(books, call, account, { ...c, cancelled: false })
}

/** Frees the hold and, where asked, ends the run. A failed run frees its Idempotency-Key; a cancelled one keeps it. */
export const release = (
  books: LedgerState,
  call: Call,
  account: Account,
  how: { readonly why: Release["why"]; readonly declined: boolean; readonly cancelled: boolean },
): Decision<Closed> => {
  const closed: Call = {
    ...call,
    state: "released",
    amount: zero,
    settlement: how.declined ? "failed" : call.settlement,
    lastError: how.why.message,
    closedAt: books.now,
  }
  const freed = freeHold(account, call)
  const changes: Array<Change> = [
    { _tag: "Call", call: closed },
    { _tag: "Account", account: freed },
    ...spendChanges(call, microUsd(-call.max), books.runs.get(call.run)?.kind),
  ]
  const run = books.runs.get(call.run) ?? null
  const ended = how.cancelled ? null : endRun(run, books.now, "failed", how.why)
  if (ended === null) return accept({ call: closed, run, balance: mainBalance(books, [freed]) }, changes)
  changes.push({ _tag: "Run", run: ended })
  if (ended.idempotency !== null && ended.key !== null) {
    const { endpoint, key: idempotencyKey } = ended.idempotency
    changes.push({ _tag: "IdempotencyFreed", organisation: ended.organisation, key: ended.key, endpoint, idempotencyKey })
  }
  return accept({ call: closed, run: ended, balance: mainBalance(books, [freed]) }, changes)
}
