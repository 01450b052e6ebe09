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

/** A row as PostgreSQL's JSON gives it: money is text, so that no digit is lost. */
type JsonRow<A> = { readonly [K in keyof A]: A[K] extends MicroUsd | null ? string : A[K] }

type Row<A> = readonly [row: A, version: string]

/** The answer of `ledger_read`. A version is the transaction that wrote the row last. */
export interface LoadedRows {
  readonly now: number
  readonly organisations: ReadonlyArray<Row<Organisation>>
  readonly accounts: ReadonlyArray<Row<JsonRow<Account>>>
  readonly transit: ReadonlyArray<Row<JsonRow<Account>>>
  readonly holds: ReadonlyArray<readonly [organisation: Organisation["id"], hasTransit: boolean, executing: number]>
  readonly keys: ReadonlyArray<Row<JsonRow<KeyLimits>>>
  readonly spends: ReadonlyArray<readonly [organisation: Organisation["id"], scope: string, period: string, spent: string, version: string]>
  readonly calls: ReadonlyArray<Row<CallRow>>
  /** Of calls this process opened: the id, the version, then the values of `callProgress`. */
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

/** The call with its progress, as `ledger_read` answers it for a call that this process opened. */
export const withProgress = (call: Call, progress: CallRow): Call => read({ ...call }, progress, 2, callProgress) as unknown as Call

/** The locked rows. */
export const stateOfRows = (loaded: LoadedRows): LedgerState => ({
  now: loaded.now,
  organisations: new Map(loaded.organisations.map(([o]) => [o.id, o])),
  accounts: new Map([...loaded.accounts, ...loaded.transit].map(([a]) => [accountKey(a.organisation, a.id), accountFromJson(a)])),
  executing: new Map(loaded.holds.map(([organisation, , executing]) => [organisation, executing])),
  keys: new Map(loaded.keys.map(([k]) => [k.id, keyFromJson(k)])),
  spends: new Map(loaded.spends.map(([organisation, scope, period, spent]) => [spendKey(organisation, scope, period), money(spent)])),
  calls: new Map(loaded.calls.map(([row]) => callFromJson(row)).map((c) => [c.id, c])),
  runs: new Map(loaded.runs.map((r) => [r.id, r])),
  idempotency: new Map(loaded.idempotency.map((i) => [idempotencyEntryKey(i.key, i.endpoint, i.idempotencyKey), i])),
  claims: new Map(loaded.claims),
  refs: new Set(loaded.refs.map(([organisation, ref]) => refKey(organisation, ref))),
})
