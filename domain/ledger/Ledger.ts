import { Context, Effect } from "effect"
import type { NodeId, OrganisationId } from "../money/ids.ts"
import { StorageUnavailable } from "../Refusal.ts"
import type { Call } from "./state.ts"
import type { CommandAnswers, Command, Reserve } from "./command.ts"
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
    /**
     * Whether this reservation would be admitted by what this process saw last, beside others that it expects and that are not decided yet. False
     * where it does not know. It decides nothing: only `execute` does.
     */
    readonly expects: (command: Reserve) => boolean
    /** Captured calls that their rail has not settled yet, in the order of their capture. */
    readonly unsettled: (filter: UnsettledFilter, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
    /** Open calls of nodes that have been silent for `silentMs`, and this node's own past their deadline; oldest first. */
    readonly overdue: (node: NodeId, silentMs: number, limit: number) => Effect.Effect<ReadonlyArray<Call>, StorageUnavailable>
  }
>()("farthing/domain/ledger/Ledger") {}

/**
 * Reads the unsettled calls of a filter page by page, oldest capture first. `visit` gets every page that is not empty and
 * answers whether to read the next one; a page shorter than `pageSize` is the last.
 */
export const visitUnsettled = <E, R>(
  filter: Omit<UnsettledFilter, "after">,
  pageSize: number,
  visit: (calls: ReadonlyArray<Call>) => Effect.Effect<boolean, E, R>,
): Effect.Effect<void, E | StorageUnavailable, R | Ledger> =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    for (let after: Call | undefined; ;) {
      const calls: ReadonlyArray<Call> = yield* ledger.unsettled(after === undefined ? filter : { ...filter, after }, pageSize)
      if (calls.length === 0) return
      const more = yield* visit(calls)
      if (!more || calls.length < pageSize) return
      after = calls.at(-1)
    }
  })

/** One invariant of the ledger, and how many rows break it. */
export interface AuditCheck {
  readonly name: string
  readonly violations: number
}

/** Checks every row of the ledger in one read-only snapshot. It may run beside traffic. */
export class Audit extends Context.Service<Audit, { readonly run: Effect.Effect<ReadonlyArray<AuditCheck>, StorageUnavailable> }>()(
  "farthing/domain/ledger/Audit",
) {}
