import { Context, type Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { PaymentStatus } from "../ledger/status.ts"
import type { MicroUsd } from "../money/Money.ts"

/** A payment that is no call: a rail's own collection, a top-up. Times are milliseconds since 1970. */
export interface OtherPayment {
  /** Begins with the time it was made at, as the ids of calls do, so that one list holds both. */
  readonly id: string
  readonly kind: "collection" | "topup"
  readonly status: PaymentStatus
  readonly rail: string
  readonly amount: MicroUsd
  /** In the smallest unit of `currency`, of which `currencyDecimals` stand behind the point. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly currencyDecimals: number
  readonly key: string | null
  readonly stripe: Readonly<Record<string, string>>
  /** Members of the rail's own. */
  readonly more: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<{ readonly type: string; readonly at: number; readonly data: Readonly<Record<string, unknown>> }>
  readonly createdAt: number
  readonly settledAt: number | null
  readonly lastError: string | null
}

export interface OtherPaymentFilter {
  readonly status?: PaymentStatus | undefined
  readonly rail?: string | undefined
  readonly kind?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Those whose id comes before this one. */
  readonly before?: string | undefined
}

/** Payments beside the calls, as the rails keep them. */
export interface OtherPaymentsStore {
  readonly list: (
    organisation: OrganisationId,
    filter: OtherPaymentFilter,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<OtherPayment>, StorageUnavailable>
  readonly find: (organisation: OrganisationId, id: string) => Effect.Effect<OtherPayment | undefined, StorageUnavailable>
}

/** Every book that the rails of this gateway keep: each rail that keeps some brings its own. */
export const OtherPaymentsStores = Context.Reference<ReadonlyArray<OtherPaymentsStore>>("farthing/domain/rail/OtherPaymentsStores", {
  defaultValue: () => [],
})
