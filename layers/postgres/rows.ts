import {
  type Account,
  accountKey,
  type Books,
  type Call,
  type IdempotencyEntry,
  idempotencyKeyOf,
  type KeyStanding,
  type Organisation,
  refKey,
  type Run,
  spendKey,
} from "../../domain/ledger/Books.ts"
import { type MicroUsd, microUsd } from "../../domain/Money.ts"
import { callColumns } from "./schema/columns.ts"

/** A row as PostgreSQL's JSON gives it: money is text, so that no digit is lost. */
type Json<A> = { readonly [K in keyof A]: A[K] extends MicroUsd | null ? string : A[K] }

/** The answer of `ledger_load`. */
export interface Loaded {
  readonly now: number
  readonly organisations: ReadonlyArray<Organisation>
  readonly accounts: ReadonlyArray<Json<Account>>
  readonly keys: ReadonlyArray<Json<KeyStanding>>
  readonly spends: ReadonlyArray<readonly [organisation: Organisation["id"], scope: string, period: string, spent: string]>
  readonly calls: ReadonlyArray<CallRow>
  readonly runs: ReadonlyArray<Run>
  readonly idempotency: ReadonlyArray<IdempotencyEntry>
  readonly claims: ReadonlyArray<readonly [hash: string, call: Call["id"]]>
  readonly refs: ReadonlyArray<readonly [organisation: Organisation["id"], ref: string]>
}

const money = (text: string): MicroUsd => microUsd(BigInt(text))
const moneyOrNull = (text: string | null): MicroUsd | null => (text === null ? null : money(text))

/** The values of a call in the order of `callColumns`. */
export type CallRow = ReadonlyArray<unknown>

export const callFromJson = (row: CallRow): Call => {
  const call: Record<string, unknown> = {}
  for (let i = 0; i < callColumns.length; i++) {
    const [member, , type] = callColumns[i]!
    call[member] = type === "bigint" ? BigInt(row[i] as string) : row[i]
  }
  return call as unknown as Call
}

export const accountFromJson = (row: Json<Account>): Account => ({
  ...row,
  posted: money(row.posted),
  held: money(row.held),
  creditLimit: money(row.creditLimit),
})

const keyFromJson = (row: Json<KeyStanding>): KeyStanding => ({
  ...row,
  perRequest: moneyOrNull(row.perRequest),
  monthly: moneyOrNull(row.monthly),
  daily: moneyOrNull(row.daily),
})

export const booksOf = (loaded: Loaded): Books => ({
  now: loaded.now,
  organisations: new Map(loaded.organisations.map((o) => [o.id, o])),
  accounts: new Map(loaded.accounts.map((a) => [accountKey(a.organisation, a.id), accountFromJson(a)])),
  keys: new Map(loaded.keys.map((k) => [k.id, keyFromJson(k)])),
  spends: new Map(loaded.spends.map(([organisation, scope, period, spent]) => [spendKey(organisation, scope, period), money(spent)])),
  calls: new Map(loaded.calls.map(callFromJson).map((c) => [c.id, c])),
  runs: new Map(loaded.runs.map((r) => [r.id, r])),
  idempotency: new Map(loaded.idempotency.map((i) => [idempotencyKeyOf(i.key, i.endpoint, i.idempotencyKey), i])),
  claims: new Map(loaded.claims),
  refs: new Set(loaded.refs.map(([organisation, ref]) => refKey(organisation, ref))),
})
