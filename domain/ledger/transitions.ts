import { type Account, accountKey, type Call, type LedgerState, type Run, type Settlement } from "./state.ts"
import { type Cancel, type Capture, type Closed, type Deliver, effectKey, type Release, type Settle, type TakeOver } from "./command.ts"
import { Impossible, RunNotFound } from "./errors.ts"
import { accept, type Change, type Decision, notOpen, refuse } from "./change.ts"
import { endRun, freeHold, mainBalance, spendChanges } from "./holds.ts"
import { bookCapture, captureTransfers } from "./postings.ts"
import { microUsd, zero } from "../money/Money.ts"

/** Stores the document of an open call, so that it survives a crash after the rail has moved the money. */
export const decideDeliver = (ledger: LedgerState, c: Deliver): Decision<Call> => {
  const call = ledger.calls.get(c.call)
  if (call?.delivered === true && call.state !== "released") return accept(call)
  if (call === undefined || call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  if (c.amount < 0n || c.amount > call.max)
    return refuse(new Impossible({ message: `delivery of ${c.amount} is not within the ${call.max} reserved for ${c.call}` }))
  const settlement = c.settling && call.settlement === "none" ? "pending" : call.settlement
  const delivered: Call = { ...call, delivered: true, amount: c.amount, settlement }
  return accept(delivered, [
    { _tag: "Call", call: delivered },
    { _tag: "Result", result: { organisation: c.organisation, call: c.call, run: call.run, body: c.body } },
  ])
}

/**
 * Close the hold and book what was earned: the publisher's share (the platform's fee is floored), the fee, and, where
 * the rail brought the maximum in from outside, the deposit and what is left of it.
 */
export const decideCapture = (ledger: LedgerState, c: Capture): Decision<Closed> => {
  const call = ledger.calls.get(c.call)
  const account = call === undefined ? undefined : ledger.accounts.get(accountKey(call.organisation, call.account))
  if (call === undefined || account === undefined) return notOpen(c.call, call)
  const run = ledger.runs.get(call.run) ?? null
  if (call.state === "captured" || call.state === "refunded") {
    const same = call.node === c.node && call.amount === c.amount && (call.state === "refunded") === (c.error !== null)
    return same ? accept({ call, run, balance: mainBalance(ledger, [account]) }) : notOpen(c.call, call)
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
    closedAt: ledger.now,
  }
  const transfers = captureTransfers(call, c.amount, ledger.now)
  const changes: Array<Change> = [{ _tag: "Call", call: closed }, ...spendChanges(call, c.amount - call.max, run?.kind)]
  for (const transfer of transfers) changes.push({ _tag: "Transfer", transfer })
  const paid = bookCapture(ledger, freeHold(account, call), call, c.amount, changes)
  if (paid === undefined) return refuse(new Impossible({ message: `organisation ${c.organisation} has no account ${call.remainderTo}` }))
  if (c.body !== null && !call.delivered) {
    changes.push({ _tag: "Result", result: { organisation: c.organisation, call: c.call, run: call.run, body: c.body } })
  }
  const ended = endRun(run, ledger.now, c.error === null ? "completed" : "failed", c.error)
  if (ended !== null) changes.push({ _tag: "Run", run: ended })
  return accept({ call: closed, run: ended ?? run, balance: mainBalance(ledger, paid) }, changes)
}

/** What the capture itself says of the settlement; undefined where a proof is needed and missing. */
const settlementOf = (call: Call, { proof, provisional = false }: Capture): Settlement | undefined => {
  if (call.settlement === "failed") return undefined
  if (call.settlement === "settled" || call.settles === "at_capture") return "settled"
  if (call.settles === "later") return "pending"
  return proof === null ? undefined : provisional ? "pending" : "settled"
}

/** Closes an open hold without a charge. After a settlement has begun, only a declined settlement may release. */
export const decideRelease = (ledger: LedgerState, c: Release): Decision<Closed> => {
  const call = ledger.calls.get(c.call)
  const run = call === undefined ? undefined : ledger.runs.get(call.run)
  const account = call === undefined ? undefined : ledger.accounts.get(accountKey(call.organisation, call.account))
  if (call === undefined || account === undefined) return notOpen(c.call, call)
  if (call.state === "released") return accept({ call, run: run ?? null, balance: mainBalance(ledger, [account]) })
  if (call.state !== "reserved" || call.node !== c.node) return notOpen(c.call, call)
  if (!c.declined && call.settlement !== "none") {
    return refuse(
      new Impossible({ message: `call ${c.call} may have been paid for (${call.settlement}): only a declined settlement releases it` }),
    )
  }
  return release(ledger, call, account, { ...c, cancelled: false })
}

/** Frees the hold and ends the run unless `cancelled`. A failed run frees its Idempotency-Key; a cancelled one keeps it. */
export const release = (
  ledger: LedgerState,
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
    closedAt: ledger.now,
  }
  const freed = freeHold(account, call)
  const changes: Array<Change> = [
    { _tag: "Call", call: closed },
    { _tag: "Account", account: freed },
    ...spendChanges(call, microUsd(-call.max), ledger.runs.get(call.run)?.kind),
  ]
  const run = ledger.runs.get(call.run) ?? null
  const ended = how.cancelled ? null : endRun(run, ledger.now, "failed", how.why)
  if (ended === null) return accept({ call: closed, run, balance: mainBalance(ledger, [freed]) }, changes)
  changes.push({ _tag: "Run", run: ended })
  if (ended.idempotency !== null && ended.key !== null) {
    const { endpoint, key: idempotencyKey } = ended.idempotency
    changes.push({ _tag: "IdempotencyFreed", organisation: ended.organisation, key: ended.key, endpoint, idempotencyKey })
  }
  return accept({ call: closed, run: ended, balance: mainBalance(ledger, [freed]) }, changes)
}

/** Which proofs may follow which. */
const next: Record<Call["settlement"], ReadonlyArray<Call["settlement"]>> = {
  none: ["pending", "unknown", "settled", "failed"],
  pending: ["unknown", "settled", "failed"],
  unknown: ["pending", "settled", "failed"],
  settled: ["failed"],
  failed: [],
}

/** What a rail collects later may be taken back and be collected once more, and may come back after it was given up. */
const mayFollow = ({ settlement, settles, state }: Call, to: Call["settlement"]): boolean =>
  next[settlement].includes(to) ||
  (settles === "later" && (state === "captured" || state === "refunded") && afterCapture[settlement] === to)

const afterCapture: Partial<Record<Call["settlement"], Call["settlement"]>> = { settled: "pending", failed: "settled" }

export const decideSettle = (ledger: LedgerState, c: Settle): Decision<Call> => {
  const call = ledger.calls.get(c.call)
  if (call === undefined) return notOpen(c.call, call)
  if (call.settlement === c.settlement) return accept(call)
  if (call.state === "released" || (call.state !== "reserved" && !mayFollow(call, c.settlement))) return notOpen(c.call, call)
  if (!mayFollow(call, c.settlement)) {
    return refuse(new Impossible({ message: `settlement of call ${c.call} cannot go from ${call.settlement} to ${c.settlement}` }))
  }
  const settled: Call = { ...call, settlement: c.settlement, proof: c.proof ?? call.proof, lastError: c.reason ?? call.lastError }
  const data = JSON.stringify({ from: call.settlement, reason: c.reason })
  // The clock of the rail's outside may differ from ours, but no payment is settled in the future or before its call.
  const at = Math.min(ledger.now, Math.max(c.at ?? ledger.now, call.reservedAt))
  return accept(settled, [
    { _tag: "Call", call: settled },
    { _tag: "Event", event: { organisation: c.organisation, call: c.call, type: `settlement.${c.settlement}`, at, data } },
  ])
}

/**
 * Cancels a run unless it ended already. A call that has delivered, may have been paid or may have had an effect runs to its end, and is charged
 * if it is delivered. A look-up that has delivered is the whole of its run, so that run completes; every other run is cancelled at once.
 */
export const decideCancel = (ledger: LedgerState, c: Cancel): Decision<Run> => {
  const run = ledger.runs.get(c.run)
  if (run === undefined || run.organisation !== c.organisation) {
    return refuse(new RunNotFound({ message: "No run with this id belongs to this key." }))
  }
  const calls = [...ledger.calls.values()].filter((call) => call.run === c.run && call.state === "reserved")
  const hasEffects = (call: Call) => c.withEffects?.has(effectKey(call)) === true
  const stoppable = calls.filter((call) => !call.delivered && call.settlement === "none" && !hasEffects(call))
  const ended = run.status !== "running" && run.status !== "requires_approval" && !run.status.startsWith("needs_")
  const completes = run.kind !== "ask" && calls.some((call) => !stoppable.includes(call) && !hasEffects(call))
  if (ended || completes) return accept(run)
  const changes: Array<Change> = []
  const accounts = new Map<string, Account>()
  for (const call of stoppable) {
    const key = accountKey(call.organisation, call.account)
    const account = accounts.get(key) ?? ledger.accounts.get(key)
    if (account === undefined) return refuse(new Impossible({ message: `call ${call.id} has no account` }))
    const why = { code: "run_cancelled", message: "The run was cancelled before the source delivered." }
    const released = release(ledger, call, account, { why, declined: false, cancelled: true })
    for (const change of released.changes) {
      if (change._tag === "Account") accounts.set(key, change.account)
      changes.push(change)
    }
  }
  const cancelled = { ...run, status: "cancelled" as const, finishedAt: ledger.now }
  // Written again although unchanged: who decides over the calls that it saw last must see that their run changed.
  for (const call of calls) if (!stoppable.includes(call)) changes.push({ _tag: "Call", call })
  changes.push({ _tag: "Run", run: cancelled })
  return accept(cancelled, changes)
}

/** Restamps an open call. Two nodes that want it ask under the same lock: one gets it. */
export const decideTakeOver = (ledger: LedgerState, c: TakeOver): Decision<Call> => {
  const call = ledger.calls.get(c.call)
  if (call?.state === "reserved" && call.node === c.node) return accept(call)
  if (call === undefined || call.state !== "reserved" || call.node !== c.from) return notOpen(c.call, call)
  const taken: Call = { ...call, node: c.node }
  return accept(taken, [{ _tag: "Call", call: taken }])
}
