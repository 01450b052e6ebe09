import { Context, Effect } from "effect"
import { expect } from "vitest"
import type { NodeId, OrganisationId } from "../../../domain/money/ids.ts"
import type {
  Account,
  Call,
  IdempotencyEntry,
  KeyLimits,
  Organisation,
  PaymentEvent,
  Run,
  StoredResult,
  Transfer,
} from "../../../domain/ledger/state.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"

/** Every row of one organisation, in an order that does not depend on the store. */
export interface Rows {
  readonly accounts: ReadonlyArray<Account>
  /** `scope/period` → spent; what is zero is left out. */
  readonly spends: Readonly<Record<string, MicroUsd>>
  readonly calls: ReadonlyArray<Call>
  readonly runs: ReadonlyArray<Run>
  readonly results: ReadonlyArray<StoredResult>
  /** In the order in which they were booked. */
  readonly transfers: ReadonlyArray<Omit<Transfer, "at">>
  readonly idempotency: ReadonlyArray<IdempotencyEntry>
  /** `hash → call` */
  readonly claims: ReadonlyArray<string>
  readonly refs: ReadonlyArray<string>
  readonly events: ReadonlyArray<PaymentEvent>
}

/** The parts of a ledger test besides commands: it sets up organisations, moves the clock and reads every row. */
export class LedgerFixture extends Context.Service<
  LedgerFixture,
  {
    /** Opens it, or changes it to this. */
    readonly organisation: (organisation: Organisation) => Effect.Effect<void>
    /** Opens an account without money, or changes its limit and its status. */
    readonly account: (account: Pick<Account, "organisation" | "id" | "rail" | "creditLimit" | "status">) => Effect.Effect<void>
    readonly key: (key: KeyLimits) => Effect.Effect<void>
    /** Stops the ledger's clock at this time. */
    readonly setTime: (at: number) => Effect.Effect<void>
    /** Marks the node as alive: the reconciler of another node leaves its calls alone. */
    readonly beat: (node: NodeId) => Effect.Effect<void>
    readonly rows: (organisation: OrganisationId) => Effect.Effect<Rows>
  }
>()("farthing/test/support/LedgerFixture") {}

/** The time of the ledger's clock when a test begins. */
export const noon = Date.UTC(2026, 0, 15, 12)
/** A store may count on from the time that it read last: the fixture's clock is stopped, the clock of the process is not. */
export const aroundNoon = expect.closeTo(noon, -3) as number

export const setTime = (at: number) => Effect.flatMap(LedgerFixture, (bench) => bench.setTime(at))

export const rowsOf = Effect.fnUntraced(function* (buyer: { readonly organisation: OrganisationId }) {
  const bench = yield* LedgerFixture
  return yield* bench.rows(buyer.organisation)
})

export const callOf = Effect.fnUntraced(function* (call: Call) {
  const rows = yield* rowsOf(call)
  return rows.calls.find((c) => c.id === call.id)!
})

export const accountOf = Effect.fnUntraced(function* (buyer: { readonly organisation: OrganisationId }, id = "credits") {
  const rows = yield* rowsOf(buyer)
  return rows.accounts.find((a) => a.id === id)!
})
