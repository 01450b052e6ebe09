import { Context, Effect } from "effect"
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

/** What a test of the ledger needs beside its commands: to set the scene, to move the clock, and to see every row. */
export class LedgerFixture extends Context.Service<
  LedgerFixture,
  {
    /** Opens it, or changes it to this. */
    readonly organisation: (organisation: Organisation) => Effect.Effect<void>
    /** Opens an account without money, or changes its limit and its status. */
    readonly account: (account: Pick<Account, "organisation" | "id" | "rail" | "creditLimit" | "status">) => Effect.Effect<void>
    readonly key: (key: KeyLimits) => Effect.Effect<void>
    /** The clock of the books stands still at this time. */
    readonly setTime: (at: number) => Effect.Effect<void>
    /** The node lives: the reconciler of another one leaves its calls alone. */
    readonly beat: (node: NodeId) => Effect.Effect<void>
    readonly rows: (organisation: OrganisationId) => Effect.Effect<Rows>
  }
>()("farthing/test/support/LedgerFixture") {}

/** Where the clock of the books stands when a test begins. */
export const noon = Date.UTC(2026, 0, 15, 12)

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
