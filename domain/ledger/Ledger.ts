import { Context, type Effect } from "effect"
import type { NodeId, OrganisationId } from "../ids.ts"
import { Refusal } from "../Refusal.ts"
import type { Call } from "./Books.ts"
import type { CommandAnswers, Command } from "./Command.ts"
import type { LedgerError } from "./Decision.ts"

/**
 * 503: the books could not be reached, or the connection was lost while they were written. Whether the command took
 * effect is unknown; repeating it is safe, and what it may hold is released or completed by the reconciler.
 */
export class StorageUnavailable extends Refusal("service_unavailable", 503) {}

export interface UnsettledFilter {
  readonly rail: string
  readonly organisation?: OrganisationId
  /** Captured before this moment, milliseconds since 1970. */
  readonly before?: number
  /** Behind this call of an earlier answer. */
  readonly after?: Call
}

/** The books. Every command is one durable, all-or-nothing step, decided under the organisation's lock by `decide`. */
export class Ledger extends Context.Service<
  Ledger,
  {
    readonly execute: <C extends Command>(command: C) => Effect.Effect<CommandAnswers[C["_tag"]], LedgerError | StorageUnavailable>
    /** Captured calls that their rail is still to settle, in the order of their capture. */
    readonly unsettled: (filter: UnsettledFilter, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
    /** Open calls of nodes that have been silent for `silentMs`, and this node's own past their deadline; oldest first. */
    readonly overdue: (node: NodeId, silentMs: number, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
  }
>()("farthing/domain/ledger/Ledger") {}

export const storageUnavailable = () =>
  new StorageUnavailable({
    message: "The gateway could not reach its database. Retry with the same Idempotency-Key: nothing is paid twice.",
    retryAfterSeconds: 2,
  })
