import {
  type Account,
  accountKey,
  type Call,
  type IdempotencyEntry,
  idempotencyEntryKey,
  type Run,
  spendKey,
} from "../../domain/ledger/state.ts"
import type { Change } from "../../domain/ledger/change.ts"
import { arrayOf } from "./parameters.ts"
import { type Column, written, type Written } from "./schema/columns.ts"
import { addHourlyCounts } from "./callCounts.ts"
import { verifyTypes } from "./verifyRequest.ts"

/** The changes of a batch by table. A row that several commands changed is written once, as the last one left it. */
class Writes {
  readonly accounts = new Map<string, Account>()
  readonly spends = new Map<string, { organisation: string; scope: string; period: string; delta: bigint }>()
  readonly runs = new Map<string, Run>()
  readonly runChanges = new Map<string, Run>()
  readonly calls = new Map<string, Call>()
  readonly callChanges = new Map<string, Call>()
  readonly results: Array<object> = []
  readonly transfers: Array<object> = []
  readonly idempotency = new Map<string, IdempotencyEntry>()
  readonly freed: Array<object> = []
  readonly claims: Array<object> = []
  readonly refs: Array<object> = []
  readonly events: Array<object> = []
  readonly opened = new Map<string, Account>()
  readonly terms = new Map<string, Account>()
  /** Whether a captured call is still to be settled by its rail, as the batch left it. */
  readonly unsettled = new Map<string, Call>()
  readonly settled = new Map<string, Call>()

  add(change: Change): void {
    switch (change._tag) {
      case "AccountOpened":
        this.opened.set(accountKey(change.account.organisation, change.account.id), change.account)
        return
      case "Account":
      case "AccountConfigured": {
        const key = accountKey(change.account.organisation, change.account.id)
        if (this.opened.has(key)) this.opened.set(key, change.account)
        else (change._tag === "AccountConfigured" ? this.terms : this.accounts).set(key, change.account)
        return
      }
      case "Spend": {
        const key = spendKey(change.organisation, change.scope, change.period)
        const delta = (this.spends.get(key)?.delta ?? 0n) + change.delta
        this.spends.set(key, { organisation: change.organisation, scope: change.scope, period: change.period, delta })
        return
      }
      case "RunBegun":
        this.runs.set(change.run.id, change.run)
        return
      case "Run":
        ;(this.runs.has(change.run.id) ? this.runs : this.runChanges).set(change.run.id, change.run)
        return
      case "CallOpened":
        this.calls.set(change.call.id, change.call)
        return
      case "Call":
        ;(this.calls.has(change.call.id) ? this.calls : this.callChanges).set(change.call.id, change.call)
        this.note(change.call)
        return
      case "Idempotency":
        this.idempotency.set(idempotencyEntryKey(change.entry.key, change.entry.endpoint, change.entry.idempotencyKey), change.entry)
        return
      case "IdempotencyFreed":
        this.freed.push(change)
        this.idempotency.delete(idempotencyEntryKey(change.key, change.endpoint, change.idempotencyKey))
        return
      case "Result":
        this.results.push(change.result)
        return
      case "Transfer":
        this.transfers.push(change.transfer)
        return
      case "Claim":
        this.claims.push(change)
        return
      case "Ref":
        this.refs.push(change)
        return
      case "Event":
        this.events.push(change.event)
        return
    }
  }

  /** A call that settles at capture is never on the list of unsettled calls. */
  note(call: Call): void {
    if (call.settles === "at_capture" || call.state === "reserved") return
    const open = call.state !== "released" && call.settlement === "pending"
    ;(open ? this.unsettled : this.settled).set(call.id, call)
    ;(open ? this.settled : this.unsettled).delete(call.id)
  }

  rows(): Record<Written, ReadonlyArray<object>> {
    const runRow = (run: Run) => ({ ...run, endpoint: run.idempotency?.endpoint, idempotencyKey: run.idempotency?.key })
    return {
      accounts: [...this.accounts.values()],
      spends: [...this.spends.values()],
      runs: [...this.runs.values()].map(runRow),
      runChanges: [...this.runChanges.values()],
      calls: [...this.calls.values()],
      callChanges: [...this.callChanges.values()],
      results: this.results,
      transfers: this.transfers,
    }
  }

  /** The rows that most batches do not have, as one JSON document. */
  rest(takenOver: number): string | null {
    const { claims, events, freed, refs } = this
    const rest = {
      claims,
      events,
      freed,
      refs,
      idempotency: [...this.idempotency.values()],
      opened: [...this.opened.values()].map(accountRow),
      terms: [...this.terms.values()].map(accountRow),
      unsettled: [...this.unsettled.values()].map(({ closedAt, id, organisation, rail }) => ({
        org: organisation,
        call: id,
        rail,
        at: closedAt,
      })),
      settled: [...this.settled.values()].map(({ id, organisation }) => ({ org: organisation, call: id })),
    }
    return takenOver === 0 && Object.values(rest).every((rows) => rows.length === 0) ? null : JSON.stringify({ ...rest, takenOver })
  }
}

const accountRow = ({ creditLimit, held, posted, ...account }: Account) => ({
  ...account,
  creditLimit: creditLimit.toString(),
  held: held.toString(),
  posted: posted.toString(),
})

/** The arguments of `ledger_write`: a column each, null for the columns of a table without rows. */
export const writesOf = (changes: ReadonlyArray<Change>, takenOver = 0): ReadonlyArray<unknown> => {
  const writes = new Writes()
  for (const change of changes) writes.add(change)
  const rows = writes.rows()
  return [...tables.flatMap((table) => columnsOf(rows[table], written[table])), writes.rest(takenOver)]
}

const tables = Object.keys(written) as ReadonlyArray<Written>

const columnsOf = (rows: ReadonlyArray<object>, columns: ReadonlyArray<Column>): ReadonlyArray<unknown> =>
  columns.map(([member, , type]) => {
    if (rows.length === 0) return arrayOf(type, null)
    const values = rows.map((row) => {
      const value: unknown = (row as Record<string, unknown>)[member] ?? null
      return type === "json" && value !== null ? JSON.stringify(value) : value
    })
    return arrayOf(type, values)
  })

const columnCount = tables.reduce((count, table) => count + written[table].length, 0)

/** `ledger_write`, and the traffic that the batch makes, with the version of the rows that they write. */
const applyAll = (before: number) => {
  const parameters = [...tables.flatMap((table) => written[table] as ReadonlyArray<Column>), undefined].map(
    (column, i) => `$${before + i + 1}::${column === undefined ? "text::json" : `${column[2] === "json" ? "text" : column[2]}[]`}`,
  )
  return { apply: `ledger_write(${parameters.join(", ")})`, count: addHourlyCounts(before + columnCount + 1) }
}

const version = "pg_current_xact_id()::xid::text as version"

/** Writes a batch that was read in the same transaction. */
export const applyStatement = (() => {
  const { apply, count } = applyAll(0)
  return `select ${apply}, ${count}, ${version}`
})()

/** Writes a batch if all that it was decided over is unchanged: `verified` is null, and nothing is written, if not. One transaction. */
export const applyVerifiedStatement = (() => {
  const { apply, count } = applyAll(verifyTypes.length)
  const verify = `ledger_verify(${verifyTypes.map((type, i) => `$${i + 1}::${type}`).join(", ")})`
  return `with v as materialized (select ${verify} as verified)
    select verified, case when verified is not null then ${apply} end, case when verified is not null then ${count} end, ${version} from v`
})()
