import { Effect } from "effect"
import type { OrganisationId } from "../domain/money/ids.ts"
import type { OtherPayment, OtherPaymentFilter, OtherPaymentsStore } from "../domain/rail/OtherPayments.ts"
import { storageUnavailable } from "../domain/Refusal.ts"
import type { Page } from "./documentTable.ts"

/** Status and settlement are no columns: rows are read in pages of this size and filtered here, until there are enough or no more. */
const scanned = 1_000

interface Reading<A, R> {
  readonly kind: string
  readonly rail: string
  readonly page: (organisation: OrganisationId | null, page: Page) => Effect.Effect<ReadonlyArray<A>, unknown, R>
  readonly view: (row: A) => Effect.Effect<OtherPayment, unknown, R>
}

/** The payments of one kind that a filter lets through, newest first. */
export const listOtherPayments = <A, R>({ kind, page, rail, view }: Reading<A, R>) =>
  Effect.fnUntraced(function* (organisation: OrganisationId | null, filter: OtherPaymentFilter, limit: number) {
    if ((filter.kind !== undefined && filter.kind !== kind) || (filter.rail !== undefined && filter.rail !== rail)) return []
    const { before, from, to } = filter
    const bySettlement = filter.by === "settled"
    const isScan = bySettlement || filter.status !== undefined
    // What was settled before `to` was created before it.
    const size = isScan ? scanned : limit
    const matches: Array<OtherPayment> = []
    for (let last = before; ;) {
      const rows = yield* page(organisation, { before: last, from: bySettlement ? undefined : from, to, limit: size })
      const payments = yield* Effect.forEach(rows, view)
      matches.push(
        ...payments.filter(
          ({ settledAt, status }) =>
            (filter.status === undefined || filter.status === status) && (!bySettlement || isBetween(settledAt, from, to)),
        ),
      )
      last = payments.at(-1)?.id
      if (!isScan || rows.length < size || matches.length >= limit) return matches.slice(0, limit)
    }
  }, Effect.mapError(storageUnavailable)) satisfies (
    ...given: Parameters<OtherPaymentsStore["list"]>
  ) => Effect.Effect<ReadonlyArray<OtherPayment>, unknown, R>

const isBetween = (at: number | null, from = -Infinity, to = Infinity): boolean => at !== null && at >= from && at < to
