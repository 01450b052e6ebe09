import { Context, Effect } from "effect"
import { storageUnavailable } from "../../domain/Refusal.ts"
import type { PaymentStatus } from "../../domain/ledger/status.ts"
import { microUsd } from "../../domain/money/Money.ts"
import type { OtherPayment, OtherPaymentsStore } from "../../domain/rail/OtherPayments.ts"
import type { Collection } from "./store/Collection.ts"
import { finality, stripeIds } from "./rail.ts"
import { SepaStore } from "./store/SepaStore.ts"

/** A status is no column: this many debits are read and filtered here. */
const maxScanned = 1_000

/** Debits as `GET /v1/payments` shows them. */
export const debitPayments = (context: Context.Context<SepaStore>): OtherPaymentsStore => ({
  list: (organisation, { before, from, kind, rail, status, to }, limit) =>
    Effect.gen(function* () {
      if ((kind !== undefined && kind !== "collection") || (rail !== undefined && rail !== "sepa")) return []
      const store = yield* SepaStore
      const now = yield* store.now
      const debits = yield* store.collections(organisation, { before, from, to, limit: status === undefined ? limit : maxScanned })
      return debits
        .map((debit) => debitPayment(debit, now))
        .filter((payment) => status === undefined || status === payment.status)
        .slice(0, limit)
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
  find: (organisation, id) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const debit = yield* store.collection(id)
      return debit?.organisation === organisation ? debitPayment(debit, yield* store.now) : undefined
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
})

const debitStatus = ({ cents, refundedCents, status, writtenOffAt }: Collection): PaymentStatus => {
  if (status === "succeeded") return refundedCents >= cents ? "refunded" : "settled"
  if (status === "disputed") return "refunded"
  return status === "failed" || writtenOffAt !== null ? "failed" : "settling"
}

export const debitPayment = (debit: Collection, now: number): OtherPayment => {
  const {
    attempt,
    cents,
    claim,
    createdAt,
    disputedAt,
    failedAt,
    failureCode,
    id,
    micro,
    next,
    notice,
    rate,
    reason,
    refundedAt,
    refundedCents,
    settledAt,
    writtenOffAt,
    writtenOffBy,
    writtenOffFor,
  } = debit
  const event = (type: string, at: number | null, data: Readonly<Record<string, unknown>> = {}) => (at === null ? [] : [{ type, at, data }])
  return {
    id,
    kind: "collection",
    status: debitStatus(debit),
    rail: "sepa",
    amount: microUsd(micro),
    amountMinor: cents,
    currency: "EUR",
    currencyDecimals: 2,
    key: null,
    stripe: stripeIds(debit),
    more: {
      status: debit.status,
      reason,
      attempt,
      claim,
      again_as: next,
      rate: { eur_per_usd: `${rate.num}/${rate.den}`, source: rate.source, at: iso(rate.at) },
      notice: {
        given_at: iso(notice.at),
        debit_on: notice.debitOn,
        amount_minor: Number(notice.cents),
        currency: "EUR",
        mandate_reference: notice.mandateReference,
        iban_last4: notice.last4,
        creditor_id: notice.creditorId,
      },
      refunded_minor: Number(refundedCents),
      written_off_at: iso(writtenOffAt),
      ...finality(debit, now),
    },
    events: [
      ...event("noticed", notice.at, { debit_on: notice.debitOn, amount_minor: Number(notice.cents) }),
      ...event("failed", failedAt, { failure_code: failureCode }),
      ...event("settled", settledAt),
      ...event("disputed", disputedAt),
      ...event("refunded", refundedAt, { amount_minor: Number(refundedCents) }),
      ...event("written_off", writtenOffAt, { by: writtenOffBy, reason: writtenOffFor }),
    ].sort((a, b) => a.at - b.at),
    createdAt,
    settledAt: debit.status === "succeeded" ? settledAt : null,
    lastError: lastError(debit),
  }
}

const lastError = ({ failureCode, next, status, writtenOffAt }: Collection): string | null => {
  if (status !== "failed" && status !== "disputed") return null
  const what = status === "failed" ? `The debit failed (${failureCode ?? "no code"}).` : "The payer took the debit back."
  if (writtenOffAt !== null) return `${what} It was given up.`
  return next === null ? `${what} What it was for is owed again.` : `${what} It was claimed again by the debit ${next}.`
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
