import { Context, type Effect } from "effect"
import type { Call } from "../ledger/state.ts"
import type { CallId, OrganisationId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
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
    /** What was posted under a reference; undefined where nothing was. */
    readonly booked: (organisation: OrganisationId, ref: string) => Effect.Effect<MicroUsd | undefined, StorageUnavailable>
    /** The credits of all time that operators granted, and that they took back. */
    readonly grants: (
      organisation: OrganisationId,
    ) => Effect.Effect<{ readonly granted: MicroUsd; readonly takenBack: MicroUsd }, StorageUnavailable>
    /** Runs the effect while no other process runs one under this name. */
    readonly oneAtATime: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("farthing/domain/operating/OperatorQueries") {}
