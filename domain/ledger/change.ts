import { Result } from "effect"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import { CallNotOpen, type LedgerError } from "./errors.ts"
import {
  type Account,
  accountKey,
  type Call,
  type IdempotencyEntry,
  idempotencyEntryKey,
  isExecuting,
  type LedgerState,
  type PaymentEvent,
  refKey,
  type Run,
  spendKey,
  type StoredResult,
  type Transfer,
} from "./state.ts"

/** One row to write. Decisions yield these; every store applies them, and nothing else writes money. */
export type Change =
  | { readonly _tag: "AccountOpened" | "Account" | "AccountConfigured"; readonly account: Account }
  | {
      readonly _tag: "Spend"
      readonly organisation: OrganisationId
      readonly scope: string
      readonly period: string
      readonly delta: MicroUsd
    }
  | { readonly _tag: "CallOpened" | "Call"; readonly call: Call }
  | { readonly _tag: "RunBegun" | "Run"; readonly run: Run }
  | { readonly _tag: "Result"; readonly result: StoredResult }
  | { readonly _tag: "Transfer"; readonly transfer: Transfer }
  | { readonly _tag: "Idempotency"; readonly entry: IdempotencyEntry }
  | {
      readonly _tag: "IdempotencyFreed"
      readonly organisation: OrganisationId
      readonly key: KeyId
      readonly endpoint: string
      readonly idempotencyKey: string
    }
  | { readonly _tag: "Claim"; readonly organisation: OrganisationId; readonly hash: string; readonly call: Call["id"] }
  | { readonly _tag: "Ref"; readonly organisation: OrganisationId; readonly ref: string }
  | { readonly _tag: "Event"; readonly event: PaymentEvent }

/** Applies a change to the loaded state, so that the next command of the batch sees it. */
export const applyChange = (ledger: LedgerState, change: Change): void => {
  switch (change._tag) {
    case "AccountOpened":
    case "Account":
    case "AccountConfigured":
      ledger.accounts.set(accountKey(change.account.organisation, change.account.id), change.account)
      return
    case "Spend": {
      const key = spendKey(change.organisation, change.scope, change.period)
      ledger.spends.set(key, ((ledger.spends.get(key) ?? 0n) + change.delta) as MicroUsd)
      return
    }
    case "CallOpened":
    case "Call": {
      const { id, organisation } = change.call
      const before = ledger.calls.get(id)
      const began = Number(isExecuting(change.call)) - Number(before !== undefined && isExecuting(before))
      ledger.executing.set(organisation, (ledger.executing.get(organisation) ?? 0) + began)
      ledger.calls.set(id, change.call)
      return
    }
    case "RunBegun":
    case "Run":
      ledger.runs.set(change.run.id, change.run)
      return
    case "Idempotency":
      ledger.idempotency.set(idempotencyEntryKey(change.entry.key, change.entry.endpoint, change.entry.idempotencyKey), change.entry)
      return
    case "IdempotencyFreed":
      ledger.idempotency.delete(idempotencyEntryKey(change.key, change.endpoint, change.idempotencyKey))
      return
    case "Claim":
      ledger.claims.set(change.hash, change.call)
      return
    case "Ref":
      ledger.refs.add(refKey(change.organisation, change.ref))
      return
    case "Result":
    case "Transfer":
    case "Event":
      return
  }
}

/** What a command answers and the rows it writes. A refused or failed command writes nothing. */
export interface Decision<A> {
  readonly answer: Result.Result<A, LedgerError>
  readonly changes: ReadonlyArray<Change>
}
export const refuse = (error: LedgerError): Decision<never> => ({ answer: Result.fail(error), changes: [] })
export const accept = <A>(answer: A, changes: ReadonlyArray<Change> = []): Decision<A> => ({ answer: Result.succeed(answer), changes })
export const notOpen = (id: string, call: Call | undefined) => refuse(new CallNotOpen({ call: id, state: call?.state ?? "missing" }))
