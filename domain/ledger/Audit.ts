import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../Refusal.ts"

/** One invariant of the books and how many rows break it. */
export interface AuditCheck {
  readonly name: string
  readonly violations: number
}

/** Looks at every row of the books. Read-only, one snapshot: it may run beside traffic. */
export class Audit extends Context.Service<Audit, { readonly run: Effect.Effect<ReadonlyArray<AuditCheck>, StorageUnavailable> }>()(
  "farthing/domain/ledger/Audit",
) {}
