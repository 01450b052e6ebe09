import { Context, type Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { PaymentStatus } from "../ledger/status.ts"
import type { MicroUsd } from "../money/Money.ts"

/** A payment that is not a call: a collection or a top-up. Times are milliseconds since 1970. */
export interface OtherPayment {
  /** A UUID v7: sorted by creation time, like the ids of calls, so that one list holds both. */
  readonly id: string
  /** One of the `otherPaymentKinds` of the rail's module, for instance `topup`. */
  readonly kind: string
  readonly status: PaymentStatus
  readonly rail: string
  readonly amount: MicroUsd
  /** In the smallest unit of `currency`, which has `currencyDecimals` decimal places. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly currencyDecimals: number
  readonly key: string | null
  readonly stripe: Readonly<Record<string, string>>
  /** The rail's own members. */
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
  /** Only payments with a smaller id. */
  readonly before?: string | undefined
}

/** Payments that are not calls, kept by one rail. */
export interface OtherPaymentsStore {
  readonly list: (
    organisation: OrganisationId,
    filter: OtherPaymentFilter,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<OtherPayment>, StorageUnavailable>
  readonly find: (organisation: OrganisationId, id: string) => Effect.Effect<OtherPayment | undefined, StorageUnavailable>
}

/** The stores of all rails of this gateway. */
export const OtherPaymentsStores = Context.Reference<ReadonlyArray<OtherPaymentsStore>>("farthing/domain/rail/OtherPaymentsStores", {
  defaultValue: () => [],
})
