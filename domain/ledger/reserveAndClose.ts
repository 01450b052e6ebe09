import { Result } from "effect"
import type { MicroUsd } from "../money/Money.ts"
import { accept, type Change, type Decision, refuse } from "./change.ts"
import type { Closed, Reserve, Reserved } from "./command.ts"
import { decideReserve } from "./reserve.ts"
import { type Account, accountKey, type Call, type LedgerState, type Run } from "./state.ts"
import { decideCapture, decideDeliver, decideRelease } from "./transitions.ts"

/**
 * A reservation, and what follows it where the operation has answered already: both are decided in one step, so that the call's row is written
 * once. The hold ends, unless a proof of the rail is still to come: a rail that settles before the answer gets the document stored with the
 * reservation, and one that settles before the dispatch the reservation alone.
 */
export const decideReserveAndClose = (ledger: LedgerState, c: Reserve): Decision<Reserved> => {
  const again = ledger.calls.get(c.call)
  // The acknowledgement of the first commit was lost.
  if (c.outcome !== undefined && again !== undefined && again.state !== "reserved") return decideEnd(ledger, c)

  const reserved = decideReserve(ledger, c)
  const { outcome } = c
  if (outcome === undefined || Result.isFailure(reserved.answer) || reserved.answer.success._tag !== "Reserved") return reserved
  const { call, run } = reserved.answer.success
  const settlesNext = call.settles === "before_answer"
  if (call.settles === "before_dispatch" || (settlesNext && "error" in outcome)) return reserved
  const after = stateAfter(ledger, call, run, reserved.changes)
  const next = settlesNext && !("error" in outcome) ? decideDelivery(after, c, outcome, reserved.answer.success) : decideEnd(after, c)
  return { answer: next.answer, changes: Result.isFailure(next.answer) ? [] : [...reserved.changes, ...next.changes] }
}

const decideDelivery = (
  ledger: LedgerState,
  { call, node, organisation }: Reserve,
  delivery: { readonly amount: MicroUsd; readonly body: string },
  reserved: Extract<Reserved, { readonly _tag: "Reserved" }>,
): Decision<Reserved> => {
  const { answer, changes } = decideDeliver(ledger, { _tag: "Deliver", organisation, call, node, ...delivery, settling: true })
  return Result.isFailure(answer) ? refuse(answer.failure) : accept({ ...reserved, call: answer.success }, changes)
}

const decideEnd = (ledger: LedgerState, { call, node, organisation, outcome }: Reserve): Decision<Reserved> => {
  const identity = { organisation, call, node }
  const { answer, changes } =
    "error" in outcome!
      ? decideRelease(ledger, { _tag: "Release", ...identity, why: outcome.error, declined: false })
      : decideCapture(ledger, { _tag: "Capture", ...identity, ...outcome!, proof: null, error: null })
  return Result.isFailure(answer) ? refuse(answer.failure) : accept(closedNow(answer.success), changes)
}

const closedNow = (closed: Closed): Reserved => ({ _tag: "Closed", closed })

/** What the end of the hold is decided over: the buyer's accounts with the hold, the call and its run. */
const stateAfter = (ledger: LedgerState, call: Call, run: Run | null, changes: ReadonlyArray<Change>): LedgerState => {
  const accounts = new Map<string, Account>()
  for (const [key, account] of ledger.accounts) if (account.organisation === call.organisation) accounts.set(key, account)
  for (const change of changes) {
    if (change._tag === "AccountOpened" || change._tag === "Account")
      accounts.set(accountKey(call.organisation, change.account.id), change.account)
  }
  return { ...ledger, accounts, calls: new Map([[call.id, call]]), runs: new Map(run === null ? [] : [[run.id, run]]) }
}
