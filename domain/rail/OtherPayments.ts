import { Context, type Effect } from "effect"
import type { CallId, OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { PaymentCheck, Unavailable } from "./Rail.ts"
import { paymentStatuses } from "../ledger/status.ts"
import type { MicroUsd } from "../money/Money.ts"

/** Beside those of calls: a page that can still be paid, and one that was not paid in time. Neither holds money. */
const pageStatuses = ["pending", "expired"] as const
export const otherPaymentStatuses = [...paymentStatuses, ...pageStatuses] as const
export type OtherPaymentStatus = (typeof otherPaymentStatuses)[number]

/** A payment that is not a call: a collection or a top-up. Times are milliseconds since 1970. */
export interface OtherPayment {
  /** A UUID v7: sorted by creation time, like the ids of calls, so that one list holds both. */
  readonly id: string
  readonly organisation: OrganisationId
  /** One of the `otherPaymentKinds` of the rail's module, for instance `topup`. */
  readonly kind: string
  readonly status: OtherPaymentStatus
  readonly rail: string
  readonly amount: MicroUsd
  /** In the smallest unit of `currency`, which has `currencyDecimals` decimal places. */
  readonly amountMinor: bigint
  /** What went back to the payer after it was paid. Absent where nothing did. */
  readonly refunded?: MicroUsd
  readonly currency: string
  readonly currencyDecimals: number
  readonly key: string | null
  readonly stripe: Readonly<Record<string, string>>
  /** What the kind has of the members that every payment shows; a member that is absent is null. */
  readonly members?: {
    readonly network?: string | null
    readonly buyer_address?: string | null
    readonly tx_hash?: string | null
    readonly block_number?: number | null
  }
  /** The rail's own members. */
  readonly more: Readonly<Record<string, unknown>>
  readonly events: ReadonlyArray<{ readonly type: string; readonly at: number; readonly data: Readonly<Record<string, unknown>> }>
  readonly createdAt: number
  readonly settledAt: number | null
  readonly lastError: string | null
}

export interface OtherPaymentFilter {
  readonly status?: OtherPaymentStatus | undefined
  readonly rail?: string | undefined
  readonly kind?: string | undefined
  /** From `from` on and before `to`: by their creation, or by their settlement. */
  readonly by?: "created" | "settled" | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only payments with a smaller id. */
  readonly before?: string | undefined
}

/** Payments that are not calls, kept by one rail. An organisation of null is the operator, who sees those of all. */
export interface OtherPaymentsStore {
  readonly list: (
    organisation: OrganisationId | null,
    filter: OtherPaymentFilter,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<OtherPayment>, StorageUnavailable>
  /** With the details that a list leaves out, for instance the lines of a collection. */
  readonly find: (organisation: OrganisationId | null, id: string) => Effect.Effect<OtherPayment | undefined, StorageUnavailable>
  /** The calls that a payment collects, newest first, with ids below `before`. Undefined if it is no payment of this store. */
  readonly callsOf?: (
    organisation: OrganisationId | null,
    id: string,
    before: string | undefined,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<CallId> | undefined, StorageUnavailable>
  /** Reads a payment again where its money moved, and compares. Undefined if it is no payment of this store. */
  readonly verify?: (id: string) => Effect.Effect<ReadonlyArray<PaymentCheck> | undefined, StorageUnavailable | Unavailable>
}

/** The stores of all rails of this gateway. */
export const OtherPaymentsStores = Context.Reference<ReadonlyArray<OtherPaymentsStore>>("farthing/domain/rail/OtherPaymentsStores", {
  defaultValue: () => [],
})
