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
import type { Change } from "../../domain/ledger/Change.ts"
import { type MicroUsd, microUsd } from "../../domain/Money.ts"

/** A row as PostgreSQL's JSON gives it: money is text, so that no digit is lost. */
type Json<A> = { readonly [K in keyof A]: A[K] extends MicroUsd | null ? string : A[K] }

/** The answer of `ledger_load`. */
export interface Loaded {
  readonly now: number
  readonly organisations: ReadonlyArray<Organisation>
  readonly accounts: ReadonlyArray<Json<Account>>
  readonly keys: ReadonlyArray<Json<KeyStanding>>
  readonly spends: ReadonlyArray<readonly [organisation: Organisation["id"], scope: string, period: string, spent: string]>
  readonly calls: ReadonlyArray<Json<Call>>
  readonly runs: ReadonlyArray<Run>
  readonly idempotency: ReadonlyArray<IdempotencyEntry>
  readonly claims: ReadonlyArray<readonly [hash: string, call: Call["id"]]>
  readonly refs: ReadonlyArray<readonly [organisation: Organisation["id"], ref: string]>
}

const money = (text: string): MicroUsd => microUsd(BigInt(text))
const moneyOrNull = (text: string | null): MicroUsd | null => (text === null ? null : money(text))

export const callFromJson = (row: Json<Call>): Call => ({ ...row, max: money(row.max), amount: money(row.amount) })

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
  calls: new Map(loaded.calls.map((c) => [c.id, callFromJson(c)])),
  runs: new Map(loaded.runs.map((r) => [r.id, r])),
  idempotency: new Map(loaded.idempotency.map((i) => [idempotencyKeyOf(i.key, i.endpoint, i.idempotencyKey), i])),
  claims: new Map(loaded.claims),
  refs: new Set(loaded.refs.map(([organisation, ref]) => refKey(organisation, ref))),
})

/** The argument of `ledger_apply`. A row that several commands changed is written once, as the last one left it. */
export const writesOf = (changes: ReadonlyArray<Change>): string => {
  const accounts = new Map<string, Account>()
  const spends = new Map<string, { organisation: string; scope: string; period: string; delta: bigint }>()
  const calls = new Map<string, Call>()
  const runs = new Map<string, Run>()
  const idempotency = new Map<string, IdempotencyEntry>()
  const rows: Record<"results" | "transfers" | "freed" | "claims" | "refs" | "events", Array<object>> = {
    results: [],
    transfers: [],
    freed: [],
    claims: [],
    refs: [],
    events: [],
  }
  for (const change of changes) {
    switch (change._tag) {
      case "Account":
        accounts.set(accountKey(change.account.organisation, change.account.id), change.account)
        break
      case "Spend": {
        const key = spendKey(change.organisation, change.scope, change.period)
        const delta = (spends.get(key)?.delta ?? 0n) + change.delta
        spends.set(key, { organisation: change.organisation, scope: change.scope, period: change.period, delta })
        break
      }
      case "Call":
        calls.set(change.call.id, change.call)
        break
      case "Run":
        runs.set(change.run.id, change.run)
        break
      case "Idempotency":
        idempotency.set(idempotencyKeyOf(change.entry.key, change.entry.endpoint, change.entry.idempotencyKey), change.entry)
        break
      case "IdempotencyFreed":
        rows.freed.push(change)
        break
      case "Result":
        rows.results.push(change.result)
        break
      case "Transfer":
        rows.transfers.push(change.transfer)
        break
      case "Claim":
        rows.claims.push(change)
        break
      case "Ref":
        rows.refs.push(change)
        break
      case "Event":
        rows.events.push(change.event)
        break
    }
  }
  const writes: Record<string, ReadonlyArray<object> | undefined> = {
    accounts: some([...accounts.values()]),
    spends: some([...spends.values()]),
    calls: some([...calls.values()]),
    runs: some([...runs.values()]),
    idempotency: some([...idempotency.values()]),
  }
  for (const [name, values] of Object.entries(rows)) writes[name] = some(values)
  return JSON.stringify(writes, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))
}

const some = <A extends object>(values: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (values.length === 0 ? undefined : values)
