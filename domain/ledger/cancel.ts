import { type Account, accountKey, type LedgerState, type Run } from "./state.ts"
import type { Change } from "./change.ts"
import type { Cancel } from "./command.ts"
import { accept, type Decision, Impossible, refuse, RunNotFound } from "./errors.ts"
import { release } from "./release.ts"

/**
 * Cancels a run unless it ended already. A call that has delivered, or may have been paid, runs to its end: a run of one
 * call goes with it, an ask is cancelled for all that would follow.
 */
export const decideCancel = (books: LedgerState, c: Cancel): Decision<Run> => {
  const run = books.runs.get(c.run)
  if (run === undefined || run.organisation !== c.organisation) {
    return refuse(new RunNotFound({ message: "No run with this id belongs to this key." }))
  }
  const calls = [...books.calls.values()].filter((call) => call.run === c.run && call.state === "reserved")
  const stoppable = calls.filter((call) => !call.delivered && call.settlement === "none")
  const ended = run.status !== "running" && run.status !== "requires_approval" && !run.status.startsWith("needs_")
  if (ended || (run.kind !== "ask" && stoppable.length < calls.length)) return accept(run)
  const changes: Array<Change> = []
  const accounts = new Map<string, Account>()
  for (const call of stoppable) {
    const key = accountKey(call.organisation, call.account)
    const account = accounts.get(key) ?? books.accounts.get(key)
    if (account === undefined) return refuse(new Impossible({ message: `call ${call.id} has no account` }))
    const why = { code: "run_cancelled", message: "The run was cancelled before the source delivered." }
    const released = release(books, call, account, { why, declined: false, cancelled: true })
    for (const change of released.changes) {
      if (change._tag === "Account") accounts.set(key, change.account)
      changes.push(change)
    }
  }
  const cancelled = { ...run, status: "cancelled" as const, finishedAt: books.now }
  changes.push({ _tag: "Run", run: cancelled })
  return accept(cancelled, changes)
}
