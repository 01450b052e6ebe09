import { Result } from "effect"
import type { Call, Run } from "../../../../domain/ledger/state.ts"
import type { Rows } from "../../../support/ledger/LedgerFixture.ts"
import { nameOf, type Outcome } from "../../../support/ledger/commands.ts"
import type { Description } from "./ReferenceState.ts"

/** The answer of a store in the form of the reference ledger, which reports a balance only with a hold. */
export const describeOutcome = (outcome: Outcome): Description => {
  if (Result.isFailure(outcome)) {
    const { failure } = outcome
    const description: Record<string, unknown> = { no: nameOf(failure) }
    if ("state" in failure) description["state"] = failure.state
    for (const amount of ["required", "available"]) if (amount in failure) description[amount] = Number(failure[amount as never])
    return description
  }
  const answer = outcome.success
  if ("creditLimit" in answer) return { credit: Number(answer.creditLimit), suspended: answer.status !== "active" }
  if ("posted" in answer) return answer
  if ("closed" in answer) return { is: "Closed", ...callAndRun(answer.closed) }
  if ("balance" in answer) {
    const both = callAndRun(answer)
    return "_tag" in answer ? { is: "Reserved", ...both, balance: Number(answer.balance) } : both
  }
  if ("call" in answer) return { call: describeCall(answer.call), amount: Number(answer.amount) }
  if ("_tag" in answer) return { is: answer._tag, run: answer.run }
  return "rail" in answer ? describeCall(answer) : describeRun(answer)
}

const callAndRun = ({ call, run }: { readonly call: Call; readonly run: Run | null }): Description => ({
  call: describeCall(call),
  run: run === null ? null : describeRun(run),
})

const describeCall = (call: Call): Description => ({
  id: call.id,
  rail: call.rail,
  account: call.account,
  attempts: call.attempts.map((attempt) => `${attempt.rail} ${attempt.outcome}`).sort(),
  max: Number(call.max),
  amount: Number(call.amount),
  state: call.state,
  settlement: call.settlement,
  delivered: call.delivered,
  node: call.node,
  proof: call.proof,
  lastError: call.lastError,
  reservedAt: call.reservedAt,
  deadline: call.deadline,
  closedAt: call.closedAt,
})

const describeRun = (run: Run): Description => ({
  id: run.id,
  status: run.status,
  error: run.error?.code ?? null,
  finishedAt: run.finishedAt,
})

/** All rows of an organisation, as the plain books have them on record. */
export const recordIn = (rows: Rows): Description => ({
  accounts: Object.fromEntries(rows.accounts.map((a) => [a.id, [Number(a.posted), Number(a.held), a.open]])),
  spends: Object.fromEntries(Object.entries(rows.spends).map(([period, spent]) => [period, Number(spent)])),
  calls: Object.fromEntries(rows.calls.map((call) => [call.id, describeCall(call)])),
  runs: Object.fromEntries(rows.runs.map((run) => [run.id, describeRun(run)])),
  transfers: rows.transfers.map(({ amount, call, credit, debit, ref }) => `${call ?? ref}: ${debit} → ${credit} ${amount}`),
  documents: Object.fromEntries(rows.results.map((result) => [result.call, result.body])),
  idempotency: rows.idempotency.map((entry) => `${entry.key} ${entry.endpoint} ${entry.idempotencyKey} ${entry.hash} ${entry.run}`).sort(),
  claims: rows.claims,
  refs: rows.refs,
  events: rows.events.map((event) => `${event.call} ${event.type}`),
})
