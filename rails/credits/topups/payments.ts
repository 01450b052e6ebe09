import { Context, Effect } from "effect"
import type { PaymentStatus } from "../../../domain/ledger/status.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { OtherPayment, OtherPaymentsStore } from "../../../domain/rail/OtherPayments.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import type { Topup } from "./Topup.ts"
import { TopupStore } from "./TopupStore.ts"

const microPerCent = 10_000n
/** A status is no column: this many top-ups are read and filtered here. */
const maxScanned = 1_000

/** Top-ups as `GET /v1/payments` shows them. */
export const topupPayments = (context: Context.Context<TopupStore>): OtherPaymentsStore => ({
  list: (organisation, { before, from, kind, rail, status, to }, limit) =>
    Effect.gen(function* () {
      if ((kind !== undefined && kind !== "topup") || (rail !== undefined && rail !== "credits")) return []
      const store = yield* TopupStore
      const topups = yield* store.page(organisation, { before, from, to, limit: status === undefined ? limit : maxScanned })
      return topups
        .map(topupPayment)
        .filter((payment) => status === undefined || status === payment.status)
        .slice(0, limit)
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
  find: (organisation, id) =>
    Effect.gen(function* () {
      const store = yield* TopupStore
      const topup = yield* store.find(id)
      return topup?.organisation === organisation ? topupPayment(topup) : undefined
    }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
})

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
