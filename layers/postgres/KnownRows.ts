import { scopesOf } from "../../domain/ledger/reserve.ts"
import type { Change } from "../../domain/ledger/change.ts"
import type { Command } from "../../domain/ledger/command.ts"
import {
  type Account,
  accountKey,
  type Call,
  type KeyLimits,
  type LedgerState,
  type Organisation,
  type Run,
  spendKey,
} from "../../domain/ledger/state.ts"
import type { CallId, KeyId, OrganisationId } from "../../domain/money/ids.ts"
import { type MicroUsd, microUsd, zero } from "../../domain/money/Money.ts"
import { isoDate, isoMonth } from "../../domain/time.ts"
import { accountFromJson, keyFromJson, type LoadedRows, stateOfRows, withProgress } from "./rows.ts"

/** A row, and the transaction that wrote it last. */
interface Versioned<A> {
  readonly row: A
  readonly version: string
}

/** What an organisation spent in a scope and period. `version` is null where there is no row yet. */
interface KnownSpend {
  readonly scope: string
  readonly period: string
  readonly spent: MicroUsd
  readonly version: string | null
}

/** The rows of one organisation, as a lane last saw or wrote them. */
interface KnownOrganisation {
  organisation: Versioned<Organisation>
  /** All of its accounts that are not in transit. */
  readonly accounts: Map<string, Versioned<Account>>
  /** Accounts of single payers that were used lately. */
  readonly transit: Map<string, Versioned<Account>>
  hasTransit: boolean
  executing: number
  readonly keys: Map<KeyId, Versioned<KeyLimits>>
  readonly spends: Map<string, KnownSpend>
}

interface OpenCall {
  readonly call: Call
  readonly run: Run
  readonly version: string
}

/** What a batch is decided over. The statement that writes it checks the versions of all of it. */
export interface KnownBatch {
  readonly state: LedgerState
  readonly organisations: ReadonlyArray<KnownOrganisation>
  readonly transit: ReadonlyArray<Versioned<Account>>
  readonly keys: ReadonlyArray<Versioned<KeyLimits>>
  readonly spends: ReadonlyArray<KnownSpend & { readonly organisation: OrganisationId }>
  readonly calls: ReadonlyArray<OpenCall>
}

/**
 * The rows that this process saw or wrote last, of one lane. A batch that names no others is decided over them without reading
 * first; the statement that writes the decision fails if one of them has another version in the database by then, and the
 * batch is read and decided again. So nothing is decided over a stale row, whatever changed it.
 */
export class KnownRows {
  readonly #organisations = new Map<OrganisationId, KnownOrganisation>()
  readonly #calls = new Map<CallId, OpenCall>()
  /** The ledger's clock minus this process's monotonic one, in milliseconds. */
  #ahead: number | undefined
  #latest = 0

  openCall(id: CallId): OpenCall | undefined {
    return this.#calls.get(id)
  }

  /** The time of the ledger's clock: it never runs backwards here. */
  #now(): number | undefined {
    if (this.#ahead === undefined) return undefined
    return (this.#latest = Math.max(this.#latest, Math.floor(performance.now() + this.#ahead)))
  }

  /**
   * Takes the time that the database answered. An answer is always a little old, so the latest observation counts most if it is
   * ahead of the estimate, and little if it is behind.
   */
  observeClock(now: number): void {
    const ahead = now - performance.now()
    if (this.#ahead === undefined || Math.abs(ahead - this.#ahead) > 200) {
      // The first observation, or the clock of a sandbox that was moved.
      this.#latest = now
      this.#ahead = ahead
    } else this.#ahead += (ahead - this.#ahead) * (ahead > this.#ahead ? 1 : 0.01)
  }

  /** The locked rows, completed with what this process knows of the calls it opened. */
  stateOf(loaded: LoadedRows): LedgerState {
    const state = stateOfRows(loaded)
    for (const progress of loaded.progress) {
      const { call, run } = this.#calls.get(progress[0] as CallId)!
      state.calls.set(call.id, withProgress(call, progress))
      state.runs.set(run.id, run)
    }
    return state
  }

  /** Everything that the commands are decided over; undefined where a row of it is not known. */
  batchOf(commands: ReadonlyArray<Command>): KnownBatch | undefined {
    const now = this.#now()
    if (now === undefined) return undefined
    const periods = [isoMonth(now), isoDate(now)]
    const organisations = new Map<OrganisationId, KnownOrganisation>()
    const transit = new Map<string, Versioned<Account>>()
    const keys = new Map<KeyId, Versioned<KeyLimits>>()
    const spends = new Map<string, KnownSpend & { readonly organisation: OrganisationId }>()
    const calls = new Map<CallId, OpenCall>()

    const hasAccount = (seen: KnownOrganisation, organisation: OrganisationId, id: string): boolean => {
      if (seen.accounts.has(id)) return true
      const account = seen.transit.get(id)
      if (account !== undefined) transit.set(accountKey(organisation, id), account)
      return account !== undefined
    }
    const hasScope = (seen: KnownOrganisation, organisation: OrganisationId, scope: string): boolean =>
      periods.every((period) => {
        const spend = seen.spends.get(`${scope}/${period}`)
        if (spend !== undefined) spends.set(spendKey(organisation, scope, period), { ...spend, organisation })
        return spend !== undefined
      })
    const covers = (seen: KnownOrganisation, command: Command): boolean => {
      const { organisation } = command
      switch (command._tag) {
        case "Reserve": {
          if (command.begins === null || command.wallet) return false
          if (command.key !== null) {
            const key = seen.keys.get(command.key)
            if (key === undefined) return false
            keys.set(command.key, key)
          }
          return (
            scopesOf(command).every((scope) => hasScope(seen, organisation, scope)) &&
            command.options.every(
              ({ account, deposits, opens }) =>
                (hasAccount(seen, organisation, account) || opens === undefined) &&
                (deposits === undefined || hasAccount(seen, organisation, deposits.remainderTo)),
            )
          )
        }
        case "Deliver":
        case "Capture":
        case "Release":
        case "Settle": {
          const open = this.#calls.get(command.call)
          if (open === undefined || open.call.organisation !== organisation) return false
          calls.set(command.call, open)
          return hasAccount(seen, organisation, open.call.account) && hasAccount(seen, organisation, open.call.remainderTo)
        }
        default:
          return false
      }
    }
    for (const command of commands) {
      const seen = this.#organisations.get(command.organisation)
      if (seen === undefined) return undefined
      organisations.set(command.organisation, seen)
      if (!covers(seen, command)) return undefined
    }

    const state: LedgerState = {
      now,
      organisations: new Map(),
      accounts: new Map(),
      executing: new Map(),
      keys: new Map([...keys].map(([id, { row }]) => [id, row])),
      spends: new Map([...spends].map(([key, { spent }]) => [key, spent])),
      calls: new Map([...calls].map(([id, { call }]) => [id, call])),
      runs: new Map([...calls.values()].map(({ run }) => [run.id, run])),
      idempotency: new Map(),
      claims: new Map(),
      refs: new Set(),
    }
    for (const [id, { accounts, executing, organisation }] of organisations) {
      state.organisations.set(id, organisation.row)
      state.executing.set(id, executing)
      for (const [account, { row }] of accounts) state.accounts.set(accountKey(id, account), row)
    }
    for (const [key, { row }] of transit) state.accounts.set(key, row)
    return {
      state,
      organisations: [...organisations.values()],
      transit: [...transit.values()],
      keys: [...keys.values()],
      spends: [...spends.values()],
      calls: [...calls.values()],
    }
  }

  /** Takes the rows that were just read under the locks of their organisations. `scopes`: those whose spending was read. */
  learn(loaded: LoadedRows, scopes: ReadonlyArray<string>): void {
    this.observeClock(loaded.now)
    const periods = [isoMonth(loaded.now), isoDate(loaded.now)]
    for (const [organisation, version] of loaded.organisations) {
      const seen = this.#organisations.get(organisation.id)
      if (seen === undefined && this.#organisations.size >= maxOrganisations) this.#organisations.clear()
      const keep = <K, A>(rows: Map<K, A> | undefined, max: number) => (rows === undefined || rows.size > max ? new Map<K, A>() : rows)
      const spends = keep(seen?.spends, maxSpends)
      for (const scope of scopes) for (const period of periods) spends.set(`${scope}/${period}`, nothingSpent(scope, period))
      this.#organisations.set(organisation.id, {
        organisation: { row: organisation, version },
        accounts: new Map(),
        transit: keep(seen?.transit, maxTransit),
        hasTransit: false,
        executing: 0,
        keys: keep(seen?.keys, maxKeys),
        spends,
      })
    }
    for (const [row, version] of loaded.accounts) this.#of(row).accounts.set(row.id, { row: accountFromJson(row), version })
    for (const [row, version] of loaded.transit) this.#of(row).transit.set(row.id, { row: accountFromJson(row), version })
    for (const [organisation, hasTransit, executing] of loaded.holds) {
      const seen = this.#organisations.get(organisation)
      if (seen !== undefined) Object.assign(seen, { hasTransit, executing })
    }
    for (const [row, version] of loaded.keys) this.#of(row).keys.set(row.id, { row: keyFromJson(row), version })
    for (const [organisation, scope, period, spent, version] of loaded.spends) {
      this.#of({ organisation }).spends.set(`${scope}/${period}`, { scope, period, spent: microUsd(BigInt(spent)), version })
    }
  }

  #of({ organisation }: { readonly organisation: OrganisationId }): KnownOrganisation {
    return this.#organisations.get(organisation)!
  }

  /** Follows a committed batch. `state` is as its changes left it, and `version` is that of every row which it wrote. */
  record(state: LedgerState, changes: ReadonlyArray<Change>, version: string): void {
    for (const change of changes) {
      switch (change._tag) {
        case "AccountOpened":
        case "Account":
        case "AccountConfigured": {
          const { account } = change
          const seen = this.#organisations.get(account.organisation)
          if (seen === undefined) break
          ;(account.transit ? seen.transit : seen.accounts).set(account.id, { row: account, version })
          if (account.transit) seen.hasTransit = true
          break
        }
        case "Spend": {
          const { organisation, period, scope } = change
          const spends = this.#organisations.get(organisation)?.spends
          const spend = spends?.get(`${scope}/${period}`)
          if (spend !== undefined) spends!.set(`${scope}/${period}`, { ...spend, spent: microUsd(spend.spent + change.delta), version })
          break
        }
        case "CallOpened":
        case "Call":
          this.#follow(change.call, state.runs.get(change.call.run), version)
          break
      }
    }
    for (const [organisation, executing] of state.executing) {
      const seen = this.#organisations.get(organisation)
      if (seen !== undefined) seen.executing = executing
    }
  }

  /** The run of an ask changes beside its calls: its calls are always read. */
  #follow(call: Call, run: Run | undefined, version: string): void {
    if (call.state !== "reserved") return void this.#calls.delete(call.id)
    if (run === undefined || run.kind === "ask") return
    // Calls that never closed here (taken over) must not pile up; forgetting costs a longer read.
    if (this.#calls.size >= maxCalls) this.#calls.clear()
    this.#calls.set(call.id, { call, run, version })
  }

  clear(): void {
    this.#organisations.clear()
    this.#calls.clear()
    this.#ahead = undefined
  }

  /** After a failure nothing is certain about these rows. */
  forget(commands: ReadonlyArray<Command>): void {
    for (const { organisation } of commands) this.#organisations.delete(organisation)
  }
}

/** A scope in which nothing was spent yet in this period. */
const nothingSpent = (scope: string, period: string): KnownSpend => ({ scope, period, spent: zero, version: null })

const maxOrganisations = 5_000
const maxTransit = 1_000
const maxSpends = 500
const maxKeys = 100
const maxCalls = 20_000
