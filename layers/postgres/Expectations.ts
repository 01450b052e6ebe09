import { Result } from "effect"
import type { Command, Reserve } from "../../domain/ledger/command.ts"
import { decideReserve } from "../../domain/ledger/reserve.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { CallId, OrganisationId } from "../../domain/money/ids.ts"
import { microUsd, type MicroUsd, zero } from "../../domain/money/Money.ts"

interface Expected {
  readonly max: MicroUsd
  /** By the monotonic clock, in milliseconds. */
  readonly at: number
}

/**
 * Reservations of this process that no batch has decided yet: they wait for a batch, or they are expected and will come. Each counts against
 * the next expectation as if it already held its maximum, on every account and in every scope: so an expectation is never more generous than the ledger
 * would be over the same rows.
 */
export class Expectations {
  readonly #organisations = new Map<OrganisationId, Map<CallId, Expected>>()

  /** Whether `command` would be admitted over the state. From then on it counts until it is decided. */
  expects(command: Reserve, state: LedgerState): boolean {
    const others = this.#of(command.organisation)
    if (others.size >= maxExpected) return false
    const { answer } = decideReserve(withHolds(state, command.organisation, [...others.values()]), command)
    if (Result.isFailure(answer) || answer.success._tag !== "Reserved") return false
    this.add(command)
    return true
  }

  /** Counts a reservation that waits for its batch. */
  add({ call, max, organisation }: Reserve): void {
    const others = this.#of(organisation)
    others.delete(call)
    others.set(call, { max, at: performance.now() })
    this.#organisations.set(organisation, others)
  }

  /** Follows a batch, whatever became of it. */
  decided(commands: ReadonlyArray<Command>): void {
    if (this.#organisations.size === 0) return
    for (const command of commands) {
      if (command._tag !== "Reserve") continue
      const others = this.#organisations.get(command.organisation)
      if (others?.delete(command.call) === true && others.size === 0) this.#organisations.delete(command.organisation)
    }
  }

  /** A call that was stopped before its reservation is forgotten after a while. */
  #of(organisation: OrganisationId): Map<CallId, Expected> {
    const others = this.#organisations.get(organisation) ?? new Map<CallId, Expected>()
    const now = performance.now()
    for (const [call, { at }] of others) {
      if (now - at < forgottenAfterMs) break
      others.delete(call)
    }
    return others
  }
}

const withHolds = (state: LedgerState, organisation: OrganisationId, expected: ReadonlyArray<Expected>): LedgerState => {
  const held = expected.reduce((sum, { max }) => microUsd(sum + max), zero)
  return {
    ...state,
    accounts: new Map([...state.accounts].map(([key, account]) => [key, { ...account, held: microUsd(account.held + held) }])),
    spends: new Map([...state.spends].map(([key, spent]) => [key, microUsd(spent + held)])),
    executing: new Map([[organisation, (state.executing.get(organisation) ?? 0) + expected.length * sharedBy + sharedBy - 1]]),
  }
}

/**
 * Other nodes do not count a call that is answered before its reservation as executing. Each node therefore sends at most this part of an
 * organisation's calls early.
 */
const sharedBy = 4

const maxExpected = 1_000
const forgottenAfterMs = 5_000
