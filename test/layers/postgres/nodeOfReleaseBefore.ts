import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { keyScope } from "../../../domain/ledger/admit.ts"
import type { Change } from "../../../domain/ledger/change.ts"
import type { Command } from "../../../domain/ledger/command.ts"
import { decide } from "../../../domain/ledger/decide.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { accountKey, type Call, type LedgerState, spendKey } from "../../../domain/ledger/state.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { arrayOf } from "../../../layers/postgres/parameters.ts"
import { accountFromJson, keyFromJson } from "../../../layers/postgres/rows.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { callMembers, ledgerApply, ledgerLoad, writtenMembers } from "./releaseBefore.ts"

type Table = keyof typeof writtenMembers

const membersOf = (members: string) => members.split(" ").map((member) => member.split(":") as [string, Parameters<typeof arrayOf>[0]])

export const callFrom = (row: ReadonlyArray<unknown>) =>
  Object.fromEntries(
    membersOf(callMembers).map(([member, type], i) => [member, type === "bigint" ? BigInt(row[i] as string) : row[i]]),
  ) as unknown as Call

interface Loaded {
  readonly now: number
  readonly organisations: ReadonlyArray<Parameters<LedgerState["organisations"]["set"]>[1]>
  readonly accounts: ReadonlyArray<Parameters<typeof accountFromJson>[0]>
  readonly keys: ReadonlyArray<Parameters<typeof keyFromJson>[0]>
  readonly spends: ReadonlyArray<readonly [Call["organisation"], scope: string, period: string, spent: string]>
  readonly calls: ReadonlyArray<ReadonlyArray<unknown>>
  readonly runs: ReadonlyArray<Parameters<LedgerState["runs"]["set"]>[1]>
}

/**
 * The ledger of a node of the release before, one command at a time: its statements, with the decisions of this release, which are the
 * same for what is tested. It locks the accounts of an organisation and not the organisation, and adds to the counters of spending.
 */
export const ledgerOfReleaseBefore = Effect.gen(function* () {
  const { money } = yield* Database
  const step = (command: Command) =>
    money.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* money.unsafe<{ readonly loaded: Loaded }>(ledgerLoad, loadParameters(command))
        const { answer, changes } = decide(stateOf(row!.loaded), command)
        if (changes.length > 0) yield* money.unsafe(ledgerApply, [...writeParameters(changes), ...noTraffic()])
        return answer
      }),
    )
  const execute = (command: Command) =>
    // A deadlock with a node of this release ends one of the two, which tries again.
    step(command).pipe(Effect.retry({ times: 5 }), Effect.orDie, Effect.flatMap(Effect.fromResult))
  const unused = () => Effect.die("unused")
  return Ledger.of({ execute: execute as never, expects: () => false, unsettled: unused, overdue: unused })
})

const loadParameters = (command: Command) => {
  const { organisation } = command
  const key = command._tag === "Reserve" ? command.key : null
  const call = command._tag === "Capture" || command._tag === "Release" ? [command.call] : []
  const none = arrayOf("uuid", [])
  return [
    arrayOf("uuid", [organisation]),
    arrayOf("uuid", key === null ? [] : [key]),
    arrayOf(
      "uuid",
      call.map(() => organisation),
    ),
    arrayOf("uuid", call),
    none,
    none,
    arrayOf("text", key === null ? [] : [keyScope(key)]),
    none,
    none,
    none,
    none,
    null,
  ]
}

const stateOf = (loaded: Loaded): LedgerState => {
  const accounts = loaded.accounts.map(accountFromJson)
  return {
    now: loaded.now,
    organisations: new Map(loaded.organisations.map((organisation) => [organisation.id, organisation])),
    accounts: new Map(accounts.map((account) => [accountKey(account.organisation, account.id), account])),
    // That release counted every open call.
    executing: new Map(loaded.organisations.map(({ id }) => [id, accounts.reduce((sum, { open }) => sum + open, 0)])),
    keys: new Map(loaded.keys.map((key) => [key.id, keyFromJson(key)])),
    spends: new Map(
      loaded.spends.map(([organisation, scope, period, spent]) => [spendKey(organisation, scope, period), microUsd(BigInt(spent))]),
    ),
    calls: new Map(loaded.calls.map((row) => [callFrom(row).id, callFrom(row)])),
    runs: new Map(loaded.runs.map((run) => [run.id, run])),
    idempotency: new Map(),
    claims: new Map(),
    refs: new Set(),
  }
}

/** The changes of one command, which touches each row once. */
const writeParameters = (changes: ReadonlyArray<Change>) => {
  const rows: Record<Table, Array<object>> = {
    accounts: [],
    spends: [],
    runs: [],
    runChanges: [],
    calls: [],
    callChanges: [],
    results: [],
    transfers: [],
  }
  const events: Array<object> = []
  for (const change of changes) {
    if (change._tag === "Account") rows.accounts.push(change.account)
    else if (change._tag === "Spend") rows.spends.push(change)
    else if (change._tag === "RunBegun") rows.runs.push(change.run)
    else if (change._tag === "Run") rows.runChanges.push(change.run)
    else if (change._tag === "CallOpened") rows.calls.push(change.call)
    else if (change._tag === "Call") rows.callChanges.push(change.call)
    else if (change._tag === "Result") rows.results.push(change.result)
    else if (change._tag === "Transfer") rows.transfers.push(change.transfer)
    else if (change._tag === "Event") events.push(change.event)
    else throw new Error(`no test needs the change ${change._tag} of the release before`)
  }
  const columns = (Object.keys(writtenMembers) as ReadonlyArray<Table>).flatMap((table) =>
    membersOf(writtenMembers[table]).map(([member, type]) =>
      arrayOf(type, rows[table].length === 0 ? null : rows[table].map((row) => valueOf(row, member, type))),
    ),
  )
  return [...columns, events.length === 0 ? null : JSON.stringify({ events })]
}

const valueOf = (row: object, member: string, type: string) => {
  const value: unknown = (row as Record<string, unknown>)[member] ?? null
  return type === "json" && value !== null ? JSON.stringify(value) : value
}

const noTraffic = () => [randomUUID(), 0, new Date(0), ...[1, 2, 3, 4].map(() => arrayOf("int", null))]
