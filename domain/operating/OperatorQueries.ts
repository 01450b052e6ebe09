import { Context, type Effect } from "effect"
import type { Call } from "../ledger/state.ts"
import type { CallId, OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** An open call: money that is held now. */
export interface Hold {
  readonly call: Call
  /** The time of the ledger's clock. */
  readonly now: number
  /** Whether its node reported in the last minute. */
  readonly nodeAlive: boolean
}

export interface HoldFilter {
  readonly organisation: OrganisationId | null
  /** Only calls whose rail cannot state whether it paid. */
  readonly unknown: boolean
}

/** What operators read over all organisations. */
export class OperatorQueries extends Context.Service<
  OperatorQueries,
  {
    /** The oldest first. */
    readonly holds: (filter: HoldFilter, limit: number) => Effect.Effect<ReadonlyArray<Hold>, StorageUnavailable>
    /** Undefined where the call does not exist or holds no money any more. */
    readonly hold: (call: CallId) => Effect.Effect<Hold | undefined, StorageUnavailable>
  }
>()("farthing/domain/operating/OperatorQueries") {}
