import { Result } from "effect"
import { microUsd, zero } from "../money/Money.ts"
import {
  type Account,
  accountKey,
  type Call,
  idempotencyEntryKey,
  type LedgerState,
  type PaymentOption,
  type Run,
  spendKey,
} from "./state.ts"
import { admit, keyScope, railScope, sourceScope, type SpendingContext } from "./admit.ts"
import { accept, type Change, type Decision, notOpen, refuse } from "./change.ts"
import type { Reserve, Reserved } from "./command.ts"
import { IdempotencyConflict, Impossible, RunCancelled } from "./errors.ts"
import { mainBalance, spendChanges } from "./holds.ts"
import { withOpenedAccounts } from "./accounts.ts"

/** Hold the maximum, begin the run, take the claim and the Idempotency-Key: all of it or nothing. */
export const decideReserve = (ledger: LedgerState, c: Reserve): Decision<Reserved> => {
  const again = ledger.calls.get(c.call)
  if (again !== undefined) return foundAgain(ledger, again, c)
  const earlier = earlierRun(ledger, c)
  if (earlier !== undefined) return earlier

  const going = c.begins === null ? ledger.runs.get(c.run)?.status : undefined
  if (going === "cancelled") {
    return refuse(new RunCancelled({ message: "This run was cancelled and is not restarted. Nothing further was charged." }))
  }
  // The run ended or waits for its buyer since the caller last read it.
  if (going !== undefined && going !== "running") return notOpen(c.call, undefined)
  if ((c.begins === null) === (ledger.runs.get(c.run) === undefined)) {
    return refuse(new Impossible({ message: `run ${c.run} ${c.begins === null ? "was never begun" : "was begun before"}` }))
  }
  if (c.options.some((option) => !keepsRemainder(ledger, c, option))) {
    return refuse(new Impossible({ message: `call ${c.call}: there is no account to receive the unearned part of a prepayment` }))
  }
  const organisation = ledger.organisations.get(c.organisation)
  const key = c.key === null ? null : ledger.keys.get(c.key)
  if (organisation === undefined || key === undefined) {
    return refuse(new Impossible({ message: `organisation ${c.organisation} or its key is not in the ledger` }))
  }
  const context: SpendingContext = {
    now: ledger.now,
    organisation,
    key,
    accounts: withOpenedAccounts(
      [...ledger.accounts.values()].filter((a) => a.organisation === c.organisation),
      c.organisation,
      c.options,
    ),
    executing: ledger.executing.get(c.organisation) ?? 0,
    spent: (scope, period) => ledger.spends.get(spendKey(c.organisation, scope, period)) ?? zero,
  }
  const unclaimed = c.options.filter(({ claim }) => claim === undefined || !ledger.claims.has(claim))
  const taken = c.options
    .filter((option) => !unclaimed.includes(option))
    .map(({ rail }) => ({
      rail,
      outcome: "unavailable" as const,
      reason: "this payment was presented for another call before. Sign a new one",
    }))
  const admission = admit(context, { ...c, options: unclaimed, attempts: [...c.attempts, ...taken] })
  if (Result.isFailure(admission)) return refuse(admission.failure)

  const { account, attempts, option } = admission.success
  const call: Call = {
    organisation: c.organisation,
    id: c.call,
    run: c.run,
    step: c.step,
    key: c.key,
    source: c.source,
    operation: c.operation,
    name: c.name,
    payee: c.payee,
    price: c.price,
    rail: option.rail,
    account: option.account,
    feeBasisPoints: option.feeBasisPoints,
    settles: option.settles,
    deposits: option.deposits !== undefined,
    remainderTo: option.deposits?.remainderTo ?? option.account,
    max: c.max,
    amount: c.max,
    state: "reserved",
    settlement: option.settles === "before_dispatch" ? "pending" : "none",
    delivered: false,
    evidence: option.evidence ?? null,
    proof: null,
    lastError: null,
    node: c.node,
    reservedAt: ledger.now,
    deadline: ledger.now + c.deadlineMs,
    closedAt: null,
    attempts,
    tag: c.tag ?? null,
  }
  const kind = c.begins?.kind ?? ledger.runs.get(c.run)?.kind
  const holding: Account = { ...account, held: microUsd(account.held + c.max), open: account.open + 1 }
  const opening = !ledger.accounts.has(accountKey(c.organisation, account.id))
  const changes: Array<Change> = [
    { _tag: opening ? "AccountOpened" : "Account", account: holding },
    { _tag: "CallOpened", call },
    ...spendChanges(call, c.max, kind),
  ]
  if (option.claim !== undefined) changes.push({ _tag: "Claim", organisation: c.organisation, hash: option.claim, call: c.call })
  const run = beginRun(ledger, c, changes)
  return accept({ _tag: "Reserved", call, run, balance: mainBalance(ledger, [holding]) }, changes)
}

/** The acknowledgement of the first commit was lost. The hold may have ended since, or belong to another node: then nothing may be dispatched. */
const foundAgain = (ledger: LedgerState, call: Call, c: Reserve): Decision<Reserved> => {
  const account = ledger.accounts.get(accountKey(call.organisation, call.account))
  if (call.state !== "reserved" || call.node !== c.node || account === undefined) return notOpen(call.id, call)
  return accept({ _tag: "Reserved", call, run: ledger.runs.get(call.run) ?? null, balance: mainBalance(ledger, [account]) })
}

/**
 * A rail that is paid the maximum first names the account for the remainder, which must exist before money moves. An option whose own account
 * does not exist pays nothing, so `admit` passes over it.
 */
const keepsRemainder = (ledger: LedgerState, c: Reserve, { account, deposits, opens, settles }: PaymentOption): boolean => {
  if (deposits === undefined) return settles !== "before_dispatch"
  const { remainderTo } = deposits
  const exists = (id: string) => ledger.accounts.has(accountKey(c.organisation, id))
  return exists(remainderTo) || (opens === undefined ? !exists(account) : remainderTo === account)
}

/** The Idempotency-Key's earlier run, or a conflict; nothing if the key is free. */
const earlierRun = (ledger: LedgerState, { begins, key }: Reserve): Decision<Reserved> | undefined => {
  if (key === null || begins === null || begins.idempotency === null) return undefined
  const entry = ledger.idempotency.get(idempotencyEntryKey(key, begins.idempotency.endpoint, begins.idempotency.key))
  if (entry === undefined) return undefined
  return entry.hash === begins.idempotency.hash ? accept({ _tag: "Earlier", run: entry.run }) : refuse(idempotencyConflict())
}

/** `names`: what named the request, where that is known. */
export const idempotencyConflict = (names: "This Idempotency-Key" | "The payment that the request presents" | undefined = undefined) =>
  new IdempotencyConflict({
    message: `${names ?? "This Idempotency-Key, or the payment that the request presents,"} was already used with a different request. Nothing was charged for this one. Send the original request again, or use a new one.`,
  })

const beginRun = (ledger: LedgerState, c: Reserve, changes: Array<Change>): Run | null => {
  if (c.begins === null) return ledger.runs.get(c.run) ?? null
  const { idempotency, kind, request, waitMs } = c.begins
  const run: Run = {
    organisation: c.organisation,
    id: c.run,
    key: c.key,
    kind,
    status: "running",
    request,
    error: null,
    idempotency: idempotency === null ? null : { endpoint: idempotency.endpoint, key: idempotency.key },
    createdAt: ledger.now,
    waitUntil: ledger.now + waitMs,
    finishedAt: null,
  }
  changes.push({ _tag: "RunBegun", run })
  if (idempotency !== null && c.key !== null) {
    const { endpoint, hash, key } = idempotency
    changes.push({
      _tag: "Idempotency",
      entry: { organisation: c.organisation, key: c.key, endpoint, idempotencyKey: key, hash, run: c.run },
    })
  }
  return run
}

/** The scopes whose spending decides about a reservation. */
export const scopesOf = ({ key, options, source, sourceDailyCap }: Reserve): ReadonlyArray<string> => [
  ...(key === null ? [] : [keyScope(key)]),
  ...(sourceDailyCap === undefined ? [] : [sourceScope(source)]),
  ...options.flatMap(({ dailyCap, rail }) => (dailyCap === undefined ? [] : [railScope(rail)])),
]
