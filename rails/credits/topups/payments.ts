import { Context, Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { OtherPayment, OtherPaymentsStore, OtherPaymentStatus } from "../../../domain/rail/OtherPayments.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import { listOtherPayments } from "../../otherPaymentsOf.ts"
import { checkTopup } from "./checkTopup.ts"
import type { TopupServices } from "./jobs.ts"
import type { Topup } from "./Topup.ts"
import { TopupStore } from "./TopupStore.ts"

const microPerCent = 10_000n
/** Top-ups as `GET /v1/payments` and the command line show them. */
export const topupPayments = (context: Context.Context<TopupServices>): OtherPaymentsStore => {
  const ownTopup = Effect.fnUntraced(function* (organisation: OrganisationId | null, id: string) {
    const topup = yield* Effect.flatMap(TopupStore, (store) => store.find(id))
    return organisation === null || topup?.organisation === organisation ? topup : undefined
  }, Effect.mapError(storageUnavailable))
  const list = listOtherPayments({
    kind: "topup",
    rail: "credits",
    page: (organisation, page) => Effect.flatMap(TopupStore, (store) => store.page(organisation, page)),
    view: (topup: Topup) => Effect.succeed(topupPayment(topup)),
  })
  return {
    list: (...given) => Effect.provide(list(...given), context),
    find: (organisation, id) =>
      ownTopup(organisation, id).pipe(
        Effect.map((topup) => (topup === undefined ? undefined : topupPayment(topup))),
        Effect.provide(context),
      ),
    verify: (id) =>
      ownTopup(null, id).pipe(
        Effect.flatMap((topup) => (topup === undefined ? Effect.undefined : checkTopup(topup))),
        Effect.provide(context),
      ),
  }
}

const topupStatus = ({ status }: Topup): OtherPaymentStatus => {
  if (status === "open") return "pending"
  if (status === "expired") return "expired"
  return status === "paid" ? "settled" : "refunded"
}

export const topupPayment = (topup: Topup): OtherPayment => {
  const { cents, charge, createdAt, creditedAt, expiresAt, id, key, paidAt, paymentIntent, reversedAt, reversedCents, session, status } =
    topup
  const back = topup.excessCents.reduce((all, each) => all + each, reversedCents)
  const ids = { checkout_session: session, payment_intent: paymentIntent, charge }
  const event = (type: string, at: number | null, data: Readonly<Record<string, unknown>> = {}) => (at === null ? [] : [{ type, at, data }])
  return {
    id,
    organisation: topup.organisation,
    kind: "topup",
    status: topupStatus(topup),
    rail: "credits",
    amount: microUsd(cents * microPerCent),
    amountMinor: cents,
    ...(back > 0n && { refunded: microUsd(back * microPerCent) }),
    currency: "USD",
    currencyDecimals: 2,
    key,
    stripe: Object.fromEntries(Object.entries(ids).flatMap(([name, at]) => (at === null ? [] : [[name, at]]))),
    more: { status, expires_at: iso(expiresAt), reversed_minor: Number(reversedCents) },
    events: [
      ...event("opened", createdAt),
      ...event("paid", paidAt === null ? null : Math.max(createdAt, paidAt)),
      ...event("credited", creditedAt),
      ...event("reversed", reversedAt, { amount_minor: Number(reversedCents) }),
    ],
    createdAt,
    // Stripe's times are in whole seconds.
    settledAt: creditedAt === null ? null : Math.max(createdAt, paidAt ?? creditedAt),
    lastError: status === "expired" ? endOf(topup) : null,
  }
}

const endOf = ({ failure }: Topup): string =>
  failure === null ? "The page expired before anybody paid. Nothing was charged." : `The payment failed (${failure}). Nothing was charged.`

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
