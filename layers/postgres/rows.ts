import {
  type Account,
  accountKey,
  type Call,
  type IdempotencyEntry,
  idempotencyEntryKey,
  type KeyLimits,
  type LedgerState,
  type Organisation,
  refKey,
  type Run,
  spendKey,
} from "../../domain/ledger/state.ts"
import { type MicroUsd, microUsd } from "../../domain/money/Money.ts"
import { callColumns, callProgress, type Column } from "./schema/columns.ts"
import type { Command, CommandAnswers } from "../../domain/ledger/command.ts"

/** A row as PostgreSQL's JSON gives it: money is text, so that no digit is lost. */
type JsonRow<A> = { readonly [K in keyof A]: A[K] extends MicroUsd | null ? string : A[K] }

/** The answer of `ledger_load`. */
export interface LoadedRows {
  readonly now: number
  readonly organisations: ReadonlyArray<Organisation>
  readonly accounts: ReadonlyArray<JsonRow<Account>>
  readonly keys: ReadonlyArray<JsonRow<KeyLimits>>
  readonly spends: ReadonlyArray<readonly [organisation: Organisation["id"], scope: string, period: string, spent: string]>
  readonly calls: ReadonlyArray<CallRow>
  /** Of calls this process opened: the id, then the values of `callProgress`. */
  readonly progress: ReadonlyArray<CallRow>
  readonly runs: ReadonlyArray<Run>
  readonly idempotency: ReadonlyArray<IdempotencyEntry>
  readonly claims: ReadonlyArray<readonly [hash: string, call: Call["id"]]>
  readonly refs: ReadonlyArray<readonly [organisation: Organisation["id"], ref: string]>
}

const money = (text: string): MicroUsd => microUsd(BigInt(text))
const moneyOrNull = (text: string | null): MicroUsd | null => (text === null ? null : money(text))

/** The values of a call in the order of `callColumns`. */
export type CallRow = ReadonlyArray<unknown>

export const callFromJson = (row: CallRow): Call => read({}, row, 0, callColumns) as unknown as Call

const read = (call: Record<string, unknown>, row: CallRow, from: number, columns: ReadonlyArray<Column>) => {
  for (let i = 0; i < columns.length; i++) {
    const [member, , type] = columns[i]!
    call[member] = type === "bigint" ? BigInt(row[from + i] as string) : row[from + i]
  }
  return call
}

export const accountFromJson = (row: JsonRow<Account>): Account => ({
  ...row,
  posted: money(row.posted),
  held: money(row.held),
  creditLimit: money(row.creditLimit),
})

export const keyFromJson = (row: JsonRow<KeyLimits>): KeyLimits => ({
  ...row,
  perRequest: moneyOrNull(row.perRequest),
  monthly: moneyOrNull(row.monthly),
  daily: moneyOrNull(row.daily),
})

/** The locked rows, completed with what this process knows of the calls it opened. */
export const stateOf = (loaded: LoadedRows, open: OpenCalls): LedgerState => {
  const state = stateOfRows(loaded)
  for (const row of loaded.progress) {
    const { call, run } = open.get(row[0] as string)!
    state.calls.set(call.id, read({ ...call }, row, 1, callProgress) as unknown as Call)
    state.runs.set(run.id, run)
  }
  return state
}

const stateOfRows = (loaded: LoadedRows): LedgerState => ({
  now: loaded.now,
  organisations: new Map(loaded.organisations.map((o) => [o.id, o])),
  accounts: new Map(loaded.accounts.map((a) => [accountKey(a.organisation, a.id), accountFromJson(a)])),
  keys: new Map(loaded.keys.map((k) => [k.id, keyFromJson(k)])),
  spends: new Map(loaded.spends.map(([organisation, scope, period, spent]) => [spendKey(organisation, scope, period), money(spent)])),
  calls: new Map(loaded.calls.map(callFromJson).map((c) => [c.id, c])),
  runs: new Map(loaded.runs.map((r) => [r.id, r])),
  idempotency: new Map(loaded.idempotency.map((i) => [idempotencyEntryKey(i.key, i.endpoint, i.idempotencyKey), i])),
  claims: new Map(loaded.claims),
  refs: new Set(loaded.refs.map(([organisation, ref]) => refKey(organisation, ref))),
})

interface OpenCall {
  readonly call: Call
  readonly run: Run
}

/**
 * The calls that this process reserved and has not closed. What never changes of them need not be read again: the step
 * that closes one asks the database for its progress only, under the lock. Nothing is decided from what is kept here.
 */
export class OpenCalls {
  readonly #opened = new Map<string, OpenCall>()

  get(id: string): OpenCall | undefined {
    return this.#opened.get(id)
  }

  /** Follows a command that was committed. */
  record(command: Command, answer: CommandAnswers[Command["_tag"]]): void {
    if (command._tag === "Capture" || command._tag === "Release") {
      this.#opened.delete(command.call)
      return
    }
    if (command._tag !== "Reserve") return
    const reserved = answer as CommandAnswers["Reserve"]
    if (reserved._tag === "Earlier" || reserved.run === null || reserved.run.kind === "ask") return
    // Calls that never closed here (cancelled, unknown) must not pile up; forgetting costs a longer read.
    if (this.#opened.size >= maxKept) this.#opened.clear()
    this.#opened.set(command.call, { call: reserved.call, run: reserved.run })
  }
}

const maxKept = 20_000
