import { Context, type Effect } from "effect"
import type { CallId, KeyId, OrganisationId, RunId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { SpendingContext } from "./admit.ts"
import type { Account, Call, PaymentEvent, Run, Transfer } from "./state.ts"
import type { PaymentStatus } from "./status.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { RunStatus } from "../RunStatus.ts"

/** A run with its calls in order of their steps, and what each delivered (JSON text). */
export interface RunRecord {
  readonly run: Run
  readonly calls: ReadonlyArray<{ readonly call: Call; readonly body: string | null }>
  /** What the organisation's rails can still cover. */
  readonly balance: MicroUsd
  readonly now: number
}

export interface SpendingSummary {
  readonly now: number
  readonly accounts: ReadonlyArray<Account>
  readonly monthSpent: MicroUsd
}

export interface KeyUse {
  readonly monthSpent: MicroUsd
  readonly lastCallAt: number | null
}

/** What `admit` needs, read without locks. It was true at `now`; a later reservation may still be refused. */
export interface SpendingSnapshot extends SpendingContext {
  /** The requested claims that another call has taken. */
  readonly claimed: ReadonlySet<string>
}

export interface PaymentRecord {
  readonly call: Call
  readonly transfers: ReadonlyArray<Transfer>
  readonly events: ReadonlyArray<PaymentEvent>
}

/** A transfer of an organisation's account that belongs to no call: a grant, a top-up, a debit, a monthly fee. */
export interface Booking {
  /** Greater for a later one. */
  readonly id: string
  readonly reference: string
  /** The two sides, as transfers name them: one is an account of the organisation. */
  readonly debit: string
  readonly credit: string
  readonly amount: MicroUsd
  readonly at: number
}

/** All members together narrow the list. Times are milliseconds since 1970: from `from` on, before `to`, by the reservation or by the settlement. */
export interface PaymentFilter {
  readonly ids?: ReadonlyArray<CallId> | undefined
  readonly by?: "created" | "settled" | undefined
  readonly status?: PaymentStatus | undefined
  readonly rail?: string | undefined
  readonly key?: KeyId | undefined
  readonly source?: string | undefined
  readonly tag?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only payments older than this one. */
  readonly before?: CallId | undefined
}

/** A page of payments. */
export interface PaymentPage {
  readonly payments: ReadonlyArray<PaymentRecord>
  /** All payments of the filter from here on are on this page or before it; null if there is no further page. */
  readonly next: CallId | null
}

/** The read side of the ledger, as the API shows it. Every query is scoped to one organisation; null is the operator. */
export class LedgerQueries extends Context.Service<
  LedgerQueries,
  {
    readonly spendingSummary: (organisation: OrganisationId, key: KeyId) => Effect.Effect<SpendingSummary, StorageUnavailable>
    /** What each key of the organisation spent this month, and when its latest paid call was reserved. */
    readonly keyUse: (organisation: OrganisationId) => Effect.Effect<ReadonlyMap<KeyId, KeyUse>, StorageUnavailable>
    readonly accounts: (organisation: OrganisationId) => Effect.Effect<ReadonlyArray<Account>, StorageUnavailable>
    /**
     * `scopes`: the spending counters to read (`keyScope`, `railScope`, `sourceScope`). `accounts`: those in transit that options
     * name; all others are read anyway.
     */
    readonly spendingSnapshot: (
      organisation: OrganisationId,
      key: KeyId,
      what: { readonly scopes: ReadonlyArray<string>; readonly claims: ReadonlyArray<string>; readonly accounts: ReadonlyArray<string> },
    ) => Effect.Effect<SpendingSnapshot, StorageUnavailable>
    /** The key's calls of all time, newest first, with what an operator gave back of each. */
    readonly charges: (
      organisation: OrganisationId,
      key: KeyId,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<{ readonly call: Call; readonly refunded: MicroUsd }>, StorageUnavailable>
    /** What was booked on the organisation's accounts beside its calls, the newest first; only what is older than `before`. */
    readonly bookings: (
      organisation: OrganisationId,
      before: string | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Booking>, StorageUnavailable>
    /** Undefined unless this key began the run; with `ofEndedKeys`, also unless a key did that is revoked or has expired. */
    readonly run: (
      organisation: OrganisationId,
      key: KeyId,
      id: RunId,
      ofEndedKeys?: boolean,
    ) => Effect.Effect<RunRecord | undefined, StorageUnavailable>
    /** The status alone: what a request that waits for a run polls. Reads at the same moment share a statement. */
    readonly runStatus: (organisation: OrganisationId, id: RunId) => Effect.Effect<RunStatus | undefined, StorageUnavailable>
    readonly payment: (organisation: OrganisationId | null, id: CallId) => Effect.Effect<PaymentRecord | undefined, StorageUnavailable>
    /**
     * The newest payments first, of one organisation or (for the operator) of all. For one organisation a page looks at a bounded
     * number of payments, so it may hold fewer than `limit`, also none, while `next` is the place from which to continue.
     */
    readonly payments: (
      organisation: OrganisationId | null,
      filter: PaymentFilter,
      limit: number,
    ) => Effect.Effect<PaymentPage, StorageUnavailable>
  }
>()("farthing/domain/ledger/LedgerQueries") {}
