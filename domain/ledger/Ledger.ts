import { Context, type Effect } from "effect"
import type { NodeId, OrganisationId } from "../money/ids.ts"
import { StorageUnavailable } from "../Refusal.ts"
import type { Call } from "./state.ts"
import type { CommandAnswers, Command } from "./command.ts"
import type { LedgerError } from "./errors.ts"

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

/** One invariant of the books and how many rows break it. */
export interface AuditCheck {
  readonly name: string
  readonly violations: number
}

/** Looks at every row of the books. Read-only, one snapshot: it may run beside traffic. */
export class Audit extends Context.Service<Audit, { readonly run: Effect.Effect<ReadonlyArray<AuditCheck>, StorageUnavailable> }>()(
  "farthing/domain/ledger/Audit",
) {}
