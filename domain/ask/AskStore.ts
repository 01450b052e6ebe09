import { Context, type Effect, type Result } from "effect"
import type { KeyId, NodeId, OrganisationId, RunId } from "../money/ids.ts"
import type { SpendingContext } from "../ledger/admit.ts"
import type { IdempotencyEntry, Run } from "../ledger/state.ts"
import type { Refused, StorageUnavailable } from "../Refusal.ts"
import type { RunRecord } from "../ledger/LedgerQueries.ts"
import type { Ask } from "./Ask.ts"
import type { ApprovalUnconfirmed } from "./refusals.ts"

export interface AskRecord extends RunRecord {
  readonly ask: Ask
  /** Who carries the run on. */
  readonly node: NodeId | null
}

export interface RunRef {
  readonly organisation: OrganisationId
  readonly run: RunId
}

/** Which rows a step of an ask is decided over. */
export interface AskTarget extends RunRef {
  readonly key: KeyId
  /** The Idempotency-Key of the request, to be looked for. */
  readonly idempotency: { readonly endpoint: string; readonly key: string } | null
  /** Scopes whose spending is to be known. */
  readonly scopes: ReadonlyArray<string>
  /** Where it is lost whether this was written, the buyer is told to read the run first. */
  readonly approves?: boolean
}

/** Of a step that nobody asked for: it spends nothing, and answers no request. */
export const targetOf = ({ id, key, organisation }: Run): AskTarget => ({ organisation, key: key!, run: id, idempotency: null, scopes: [] })

/** What is there under the organisation's lock: the ledger waits meanwhile, so nothing here is older than its last word. */
export interface AskContext extends SpendingContext {
  readonly run: Run | undefined
  readonly ask: Ask | undefined
  /** Calls of the run that hold money. */
  readonly openCalls: number
  /** Calls of the run whose money moved, credited again or not. */
  readonly chargedCalls: number
  /** Who carries the run on. */
  readonly node: NodeId | null
  readonly earlier: IdempotencyEntry | undefined
}

export interface AskWrite {
  readonly run: Run
  readonly ask: Ask
  /** Who carries the run on; null where nobody has to. */
  readonly node: NodeId | null
  readonly idempotency: IdempotencyEntry | null
  /** Idempotency-Keys that are free again. */
  readonly freed: ReadonlyArray<{ readonly endpoint: string; readonly key: string }>
}

export interface AskDecision<A> {
  readonly answer: Result.Result<A, Refused>
  readonly write: AskWrite | null
}

/** Where asks are kept, beside the books and under their lock. */
export class AskStore extends Context.Service<
  AskStore,
  {
    /** Locks, loads, decides, writes: all of it or nothing. Decisions may be taken twice: the second time over what the first wrote. */
    readonly step: <A>(
      place: AskTarget,
      decide: (scene: AskContext) => AskDecision<A>,
    ) => Effect.Effect<A, Refused | StorageUnavailable | ApprovalUnconfirmed>
    readonly read: (organisation: OrganisationId, run: RunId) => Effect.Effect<AskRecord | undefined, StorageUnavailable>
    /** Takes runs over whose node has been silent for `silentMs`: each goes to one of those who ask. */
    readonly claim: (node: NodeId, silentMs: number, limit: number) => Effect.Effect<ReadonlyArray<RunRef>, StorageUnavailable>
    /** Approved runs that waited for their buyer in vain, the longest first. Nobody else is given them for a minute. */
    readonly overdue: (limit: number) => Effect.Effect<ReadonlyArray<RunRef>, StorageUnavailable>
    /** Nobody has to carry the run on, or to wait for its buyer: it ended by itself. */
    readonly rest: (place: RunRef) => Effect.Effect<void, StorageUnavailable>
  }
>()("farthing/domain/ask/AskStore") {}
