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
  /** The last call of the previous page. */
  readonly after?: Call
}

/** The ledger. Every command is one durable, all-or-nothing step, decided under the organisation's lock by `decide`. */
export class Ledger extends Context.Service<
  Ledger,
  {
    readonly execute: <C extends Command>(command: C) => Effect.Effect<CommandAnswers[C["_tag"]], LedgerError | StorageUnavailable>
    /** Captured calls that their rail has not settled yet, in the order of their capture. */
    readonly unsettled: (filter: UnsettledFilter, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
    /** Open calls of nodes that have been silent for `silentMs`, and this node's own past their deadline; oldest first. */
    readonly overdue: (node: NodeId, silentMs: number, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
  }
>()("farthing/domain/ledger/Ledger") {}

/** One invariant of the ledger, and how many rows break it. */
export interface AuditCheck {
  readonly name: string
  readonly violations: number
}

/** Checks every row of the ledger in one read-only snapshot. It may run beside traffic. */
export class Audit extends Context.Service<Audit, { readonly run: Effect.Effect<ReadonlyArray<AuditCheck>, StorageUnavailable> }>()(
  "farthing/domain/ledger/Audit",
) {}
