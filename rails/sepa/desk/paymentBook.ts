import { Context, Effect } from "effect"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import type { PaymentStatus } from "../../../domain/ledger/status.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { OtherPayment, OtherPaymentFilter, OtherPaymentsStore } from "../../../domain/rail/OtherPayments.ts"
import type { Collection } from "../collection/Collection.ts"
import { finality, stripeIds } from "../sepa.ts"
import { SepaStore } from "../store/SepaStore.ts"
import type { Topup } from "../topup/Topup.ts"

const microPerCent = 10_000n

/** Debits and top-ups as `GET /v1/payments` shows them. */
export const paymentBook = (context: Context.Context<SepaStore>): OtherPaymentsStore => ({
  list: (organisation, filter, limit) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const now = yield* store.now
      // A status is not a column: some more are read, and what does not fit is left out.
      const page = { before: filter.before, from: filter.from, to: filter.to, limit: filter.status === undefined ? limit : mostScanned }
      const debits = wants(filter, "collection", "sepa") ? yield* store.collections(organisation, page) : []
      const topups = wants(filter, "topup", "credits") ? yield* store.topups(organisation, page) : []
      return [...debits.map((debit) => debitPayment(debit, now)), ...topups.map(topupPayment)]
        .filter(({ status }) => filter.status === undefined || filter.status === status)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
  find: (organisation, id) =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const debit = yield* store.collection(id)
      if (debit?.organisation === organisation) return debitPayment(debit, yield* store.now)
      const topup = yield* store.topup(id)
      return topup?.organisation === organisation ? topupPayment(topup) : undefined
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
})

const mostScanned = 1_000

const wants = ({ kind, rail }: OtherPaymentFilter, ofKind: string, ofRail: string): boolean =>
  (kind === undefined || kind === ofKind) && (rail === undefined || rail === ofRail)

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

const topupStatus = ({ status }: Topup): PaymentStatus => {
  if (status === "open") return "settling"
  if (status === "expired") return "failed"
  return status === "paid" ? "settled" : "refunded"
}

const topupPayment = (topup: Topup): OtherPayment => {
  const { cents, charge, createdAt, creditedAt, expiresAt, id, key, paidAt, paymentIntent, reversedAt, reversedCents, session, status } =
    topup
  const ids = { checkout_session: session, payment_intent: paymentIntent, charge }
  const event = (type: string, at: number | null, data: Readonly<Record<string, unknown>> = {}) => (at === null ? [] : [{ type, at, data }])
  return {
    id,
    kind: "topup",
    status: topupStatus(topup),
    rail: "credits",
    amount: microUsd(cents * microPerCent),
    amountMinor: cents,
    currency: "USD",
    currencyDecimals: 2,
    key,
    stripe: Object.fromEntries(Object.entries(ids).flatMap(([name, at]) => (at === null ? [] : [[name, at]]))),
    more: { status, expires_at: iso(expiresAt), reversed_minor: Number(reversedCents) },
    events: [
      ...event("opened", createdAt),
      ...event("paid", paidAt),
      ...event("credited", creditedAt),
      ...event("reversed", reversedAt, { amount_minor: Number(reversedCents) }),
    ],
    createdAt,
    settledAt: creditedAt,
    lastError: status === "expired" ? "The page expired before anybody paid. Nothing was charged." : null,
  }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
