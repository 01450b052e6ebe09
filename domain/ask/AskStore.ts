import { Context, type Effect, type Result } from "effect"
import type { KeyId, NodeId, OrganisationId, RunId } from "../money/ids.ts"
import type { SpendingContext } from "../ledger/admit.ts"
import type { Call, IdempotencyEntry, Run } from "../ledger/state.ts"
import type { Refused, StorageUnavailable } from "../Refusal.ts"
import type { RunRecord } from "../ledger/LedgerQueries.ts"
import type { RunStatus } from "../RunStatus.ts"
import type { Ask } from "./Ask.ts"
import type { ApprovalUnconfirmed } from "./refusals.ts"

export interface AskRecord extends RunRecord {
  readonly ask: Ask
  /** The node that executes the run. */
  readonly node: NodeId | null
}

export interface RunRef {
  readonly organisation: OrganisationId
  readonly run: RunId
}

/** The rows that a decision about an ask is made over. */
export interface AskTarget extends RunRef {
  readonly key: KeyId
  /** The Idempotency-Key of the request, to be looked up. */
  readonly idempotency: { readonly endpoint: string; readonly key: string } | null
  /** Scopes whose spending has to be loaded. */
  readonly scopes: ReadonlyArray<string>
  /** If the commit outcome is unknown, answer `approval_unconfirmed`. */
  readonly approves?: boolean
}

/** The target of a decision that no request caused: it reserves nothing and uses no Idempotency-Key. */
export const targetOf = ({ id, key, organisation }: Run): AskTarget => ({ organisation, key: key!, run: id, idempotency: null, scopes: [] })

/** The stored state, read under the organisation's lock: the ledger cannot change it before the decision is written. */
export interface AskContext extends SpendingContext {
  readonly run: Run | undefined
  readonly ask: Ask | undefined
  /** Calls of the run that hold money. */
  readonly openCalls: number
  /** Calls of the run whose money moved, whether it was credited back or not. */
  readonly chargedCalls: number
  /** The node that executes the run. */
  readonly node: NodeId | null
  readonly earlier: IdempotencyEntry | undefined
}

export interface AskWrite {
  readonly run: Run
  readonly ask: Ask
  /** The node that executes the run; null if no node has to. */
  readonly node: NodeId | null
  readonly idempotency: IdempotencyEntry | null
  /** Idempotency-Keys that can be used again. */
  readonly freed: ReadonlyArray<{ readonly endpoint: string; readonly key: string }>
}

export interface AskDecision<A> {
  readonly answer: Result.Result<A, Refused>
  readonly write: AskWrite | null
}

/** All members together narrow the list. */
export interface AskFilter {
  readonly status?: RunStatus | undefined
  /** Only asks older than this one. */
  readonly before?: RunId | undefined
}

/** An ask with its calls, without what they delivered. */
export interface ListedAsk {
  readonly run: Run
  readonly ask: Ask
  readonly calls: ReadonlyArray<Call>
}

/** A page of asks. */
export interface AskPage {
  readonly asks: ReadonlyArray<ListedAsk>
  /** All asks of the filter from here on are on this page or before it; null if there is no further page. */
  readonly next: RunId | null
}

/** The store of asks, in the database of the ledger and under the same lock. */
export class AskStore extends Context.Service<
  AskStore,
  {
    /**
     * Locks, loads, decides and writes in one transaction. `decide` may run twice: after a lost commit, over what the first one wrote.
     * `onStalled` is called once the step waits and the store has done nothing for 2.5 s; the step continues.
     */
    readonly step: <A>(
      place: AskTarget,
      decide: (context: AskContext) => AskDecision<A>,
      onStalled?: () => void,
    ) => Effect.Effect<A, Refused | StorageUnavailable | ApprovalUnconfirmed>
    readonly read: (organisation: OrganisationId, run: RunId) => Effect.Effect<AskRecord | undefined, StorageUnavailable>
    /**
     * The asks of a key, the newest first. A page looks at a bounded number of asks, so it may hold fewer than `limit`, also none, while `next` is
     * the place from which to continue.
     */
    readonly list: (
      organisation: OrganisationId,
      key: KeyId,
      filter: AskFilter,
      limit: number,
    ) => Effect.Effect<AskPage, StorageUnavailable>
    /** Takes over runs whose node has been silent for `silentMs`: of the nodes that call this at once, each run goes to one. */
    readonly claim: (node: NodeId, silentMs: number, limit: number) => Effect.Effect<ReadonlyArray<RunRef>, StorageUnavailable>
    /** Approved runs whose continuation expired, the oldest first. No other caller gets them for a minute. */
    readonly overdue: (limit: number) => Effect.Effect<ReadonlyArray<RunRef>, StorageUnavailable>
    /** Clears the node and the deadline of a run that has ended. */
    readonly rest: (place: RunRef) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/ask/AskStore") {}
