import { type MicroUsd, microUsd } from "../money/Money.ts"
import { keyScope, railScope, sourceScope } from "./admit.ts"
import { type Account, availableBalance, type LedgerState, type Call, type Run, type RunError } from "./state.ts"
import { type RunStatus } from "../RunStatus.ts"
import type { Change } from "./change.ts"
import { isoDate, isoMonth } from "../time.ts"

/** The account after the hold of `call` is gone. */
export const freeHold = (account: Account, call: Call): Account => ({
  ...account,
  held: microUsd(account.held - call.max),
  open: account.open - 1,
})

/** The organisation's main balance after the `changed` accounts (at least one) are written. */
export const mainBalance = (ledger: LedgerState, changed: ReadonlyArray<Account>): MicroUsd => {
  const { organisation } = changed[0]!
  const accounts = new Map([...ledger.accounts.values()].filter((a) => a.organisation === organisation).map((a) => [a.id, a]))
  for (const account of changed) accounts.set(account.id, account)
  return availableBalance(accounts.values())
}

/** Adds `delta` to every limit that the call counts against, in the day and month of its reservation: key, rail and, for a relay, the listed API. */
export const spendChanges = (
  call: Pick<Call, "organisation" | "key" | "rail" | "reservedAt" | "source">,
  delta: bigint,
  kind: Run["kind"] | undefined,
): Array<Change> => {
  if (delta === 0n) return []
  const { organisation } = call
  const day = isoDate(call.reservedAt)
  const change = (scope: string, period: string): Change => ({ _tag: "Spend", organisation, scope, period, delta: microUsd(delta) })
  const changes = [change(railScope(call.rail), day)]
  if (call.key !== null) changes.push(change(keyScope(call.key), isoMonth(call.reservedAt)), change(keyScope(call.key), day))
  if (kind === "relay") changes.push(change(sourceScope(call.source), day))
  return changes
}

/** A direct or relayed run has one call and ends with it. An ask ends by its own plan: null. */
export const endRun = (run: Run | null, now: number, status: RunStatus, error: RunError | null): Run | null =>
  run === null || run.kind === "ask" || run.finishedAt !== null ? null : { ...run, status, error, finishedAt: now }
