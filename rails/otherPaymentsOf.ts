import { Effect } from "effect"
import type { OrganisationId } from "../domain/money/ids.ts"
import type { OtherPayment, OtherPaymentFilter, OtherPaymentsStore } from "../domain/rail/OtherPayments.ts"
import { storageUnavailable } from "../domain/Refusal.ts"
import type { Page } from "./documentTable.ts"
import type { RailUnavailable } from "./RailUnavailable.ts"

/** Status and settlement are no columns: at most 1,000 rows are read and filtered here. */
const maxScanned = 1_000

interface Reading<A, R> {
  readonly kind: string
  readonly rail: string
  readonly page: (organisation: OrganisationId | null, page: Page) => Effect.Effect<ReadonlyArray<A>, RailUnavailable, R>
  readonly view: (row: A) => Effect.Effect<OtherPayment, RailUnavailable, R>
}

/** The payments of one kind that a filter lets through, newest first. */
export const listOtherPayments = <A, R>({ kind, page, rail, view }: Reading<A, R>) =>
  Effect.fnUntraced(function* (organisation: OrganisationId | null, filter: OtherPaymentFilter, limit: number) {
    if ((filter.kind !== undefined && filter.kind !== kind) || (filter.rail !== undefined && filter.rail !== rail)) return []
    const { before, from, to } = filter
    const bySettlement = filter.by === "settled"
    const isScan = bySettlement || filter.status !== undefined
    // What was settled before `to` was created before it.
    const rows = yield* page(organisation, { before, from: bySettlement ? undefined : from, to, limit: isScan ? maxScanned : limit })
    const payments = yield* Effect.forEach(rows, view)
    return payments
      .filter(({ status }) => filter.status === undefined || filter.status === status)
      .filter(({ settledAt }) => !bySettlement || isBetween(settledAt, from, to))
      .slice(0, limit)
  }, Effect.mapError(storageUnavailable)) satisfies (
    ...given: Parameters<OtherPaymentsStore["list"]>
  ) => Effect.Effect<ReadonlyArray<OtherPayment>, unknown, R>

const isBetween = (at: number | null, from = -Infinity, to = Infinity): boolean => at !== null && at >= from && at < to
