import { Context, Effect } from "effect"
import { storageUnavailable } from "../../domain/Refusal.ts"
import type { PaymentStatus } from "../../domain/ledger/status.ts"
import { microUsd, sum, toMoney } from "../../domain/money/Money.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import type { OtherPayment, OtherPaymentsStore } from "../../domain/rail/OtherPayments.ts"
import { listOtherPayments } from "../otherPaymentsOf.ts"
import type { StripeApi } from "../stripe/StripeApi.ts"
import { carriedInOf, checkCollection } from "./checkPayment.ts"
import { type Collection, collectionReference } from "./store/Collection.ts"
import { returnReason } from "./debits/returnReasons.ts"
import { finality, stripeIds } from "./rail.ts"
import { microOf, rateView } from "./rates.ts"
import { stripeCreditorId } from "./settings.ts"
import { type LineGroup, SepaReports } from "./store/reports.ts"
import { SepaStore } from "./store/SepaStore.ts"

/** Debits as `GET /v1/payments` and the command line show them. */
export const debitPayments = (context: Context.Context<SepaStore | SepaReports | StripeApi>): OtherPaymentsStore => {
  const ownDebit = Effect.fnUntraced(function* (organisation: OrganisationId | null, id: string) {
    const debit = yield* Effect.flatMap(SepaStore, (store) => store.collection(id))
    return organisation === null || debit?.organisation === organisation ? debit : undefined
  })
  const list = listOtherPayments({
    kind: "collection",
    rail: "sepa",
    page: (organisation, page) => Effect.flatMap(SepaStore, (store) => store.collections(organisation, page)),
    view: (debit: Collection) => Effect.flatMap(SepaStore, (store) => Effect.map(store.now, (now) => debitPayment(debit, now))),
  })
  return {
    list: (...given) => Effect.provide(list(...given), context),
    find: (organisation, id) =>
      Effect.gen(function* () {
        const debit = yield* ownDebit(organisation, id)
        if (debit === undefined) return undefined
        const payment = debitPayment(debit, yield* Effect.flatMap(SepaStore, (store) => store.now))
        const [first = debit] = yield* Effect.flatMap(SepaStore, (store) => store.claimOf(debit.claim))
        const carriedIn = carriedInOf(debit, first)
        const lines = linesView(
          { carriedIn, micro: debit.micro },
          yield* Effect.flatMap(SepaReports, (reports) => reports.linesOf(debit.organisation, debit.claim)),
        )
        return { ...payment, more: { ...payment.more, lines } }
      }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
    callsOf: (organisation, id, before, limit) =>
      Effect.gen(function* () {
        const debit = yield* ownDebit(organisation, id)
        return debit === undefined ? undefined : yield* (yield* SepaReports).callsOf(debit.claim, before, limit)
      }).pipe(Effect.provide(context), Effect.mapError(storageUnavailable)),
    verify: (id) =>
      Effect.gen(function* () {
        const debit = yield* Effect.mapError(ownDebit(null, id), storageUnavailable)
        return debit === undefined ? undefined : yield* checkCollection(debit)
      }).pipe(Effect.provide(context)),
  }
}

/** What a debit pays, so that the groups of lines and the remainder carried in, less the remainder carried out, are its amount. */
export const linesView = (
  { carriedIn, micro }: { readonly carriedIn: bigint | undefined; readonly micro: bigint },
  groups: ReadonlyArray<LineGroup>,
) => {
  const total = sum(groups.map(({ amount }) => amount))
  return {
    calls: groups.flatMap(({ amount, entries, operation, period, source }) =>
      period === null ? [{ source_id: source, operation, calls: entries, amount: toMoney(amount) }] : [],
    ),
    fees: groups.flatMap(({ amount, cents, period }) =>
      period === null
        ? []
        : [{ month: period, amount: toMoney(amount), ...(cents !== null && { amount_minor: Number(cents), currency: "EUR" }) }],
    ),
    carried_in: carriedIn === undefined ? null : toMoney(microUsd(carriedIn)),
    carried_out: carriedIn === undefined ? null : toMoney(microUsd(carriedIn + total - micro)),
  }
}

/** `refunded` is the operator's: what the payer took back is owed again. */
const debitStatus = ({ cents, refundedCents, status, writtenOffAt }: Collection): PaymentStatus => {
  if (status === "succeeded") return refundedCents >= cents ? "refunded" : "settled"
  return status === "failed" || status === "disputed" || writtenOffAt !== null ? "failed" : "settling"
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
    moves,
    next,
    notice,
    rate,
    reason,
    refundedAt,
    refundedCents,
    settledAt,
    status,
    voidedAt,
    writtenOffAt,
    writtenOffBy,
    writtenOffFor,
  } = debit
  const reinstatedAt = status === "succeeded" ? (moves.findLast(({ cents }) => cents > 0n)?.at ?? null) : null
  const bookedBackAt = writtenOffAt === null ? null : (voidedAt ?? reinstatedAt)
  const takenBack = disputedAt === null ? null : returnReason(debit.disputeReason ?? "unknown")
  const event = (type: string, at: number | null, data: Readonly<Record<string, unknown>> = {}) => (at === null ? [] : [{ type, at, data }])
  return {
    id,
    organisation: debit.organisation,
    kind: "collection",
    status: debitStatus(debit),
    rail: "sepa",
    amount: microUsd(micro),
    amountMinor: cents,
    ...(refundedCents > 0n && { refunded: refundedCents >= cents ? microUsd(micro) : microOf(refundedCents, rate) }),
    currency: "EUR",
    currencyDecimals: 2,
    key: null,
    stripe: stripeIds(debit),
    more: {
      status,
      reason,
      attempt,
      claim,
      reference: collectionReference(id),
      failure: returnReason(failureCode),
      dispute:
        takenBack === null ? null : { ...takenBack, outcome: reinstatedAt === null ? null : "won", funds_returned_at: iso(reinstatedAt) },
      expected_debit_on: debit.expectedDebitOn ?? null,
      again_as: next,
      rate: rateView(rate),
      notice: {
        given_at: iso(notice.at),
        debit_on: notice.debitOn,
        amount_minor: Number(notice.cents),
        currency: "EUR",
        mandate_reference: notice.mandateReference,
        iban_last4: notice.last4,
        creditor_id: notice.creditorId,
        reference: collectionReference(id),
        ...deliveryView(notice),
      },
      withdrawal: withdrawalView(debit.withdrawal),
      refunded_minor: Number(refundedCents),
      written_off_at: iso(writtenOffAt),
      booked_back_at: iso(bookedBackAt),
      not_needed_since: iso(voidedAt),
      ...finality(debit, now),
    },
    events: [
      ...event("noticed", notice.at, { debit_on: notice.debitOn, amount_minor: Number(notice.cents) }),
      ...event("notice_sent", notice.delivery?.sentAt ?? null, { channel: "mail" }),
      ...event("notice_sent", notice.webhook?.sentAt ?? null, { channel: "webhook" }),
      ...event("failed", failedAt, { failure_code: failureCode }),
      ...event("settled", settledAt),
      ...event("disputed", disputedAt, takenBack ?? {}),
      ...event("reinstated", reinstatedAt),
      ...event("not_needed", voidedAt),
      ...event("withdrawal_sent", debit.withdrawal?.mailedAt ?? null, { channel: "mail" }),
      ...event("withdrawal_sent", debit.withdrawal?.postedAt ?? null, { channel: "webhook" }),
      ...event("refunded", refundedAt, { amount_minor: Number(refundedCents) }),
      ...event("written_off", writtenOffAt, { by: writtenOffBy, reason: writtenOffFor }),
      ...event("booked_back", bookedBackAt),
    ].sort((a, b) => a.at - b.at),
    createdAt,
    // A debit that is taken back stays in the month in which the bank paid it: the dispute has its own time.
    settledAt,
    lastError: lastError(debit),
  }
}

const withdrawalView = (withdrawal: Collection["withdrawal"]) =>
  withdrawal === undefined
    ? null
    : {
        at: iso(withdrawal.at),
        mailed_at: iso(withdrawal.mailedAt),
        posted_at: iso(withdrawal.postedAt),
        next_attempt_at: iso(withdrawal.dueAt),
        error: withdrawal.error,
      }

/**
 * The time of a notice of Stripe is not known. One of the gateway is sent when its mail or its webhook has arrived; until then the mail
 * says why not. `webhook` is null until the first attempt, so also where the organisation has no URL.
 */
const deliveryView = ({ creditorId, delivery, webhook }: Collection["notice"]) => {
  const byWebhook = webhook === undefined ? null : webhookView(webhook)
  if (creditorId === stripeCreditorId) return { sent_by: "stripe", sent_at: null, channel: "mail", error: null, webhook: byWebhook }
  const { error = null, sentAt = null } = delivery ?? {}
  const sent = sentAt ?? webhook?.sentAt ?? null
  if (sent === null) return { sent_by: null, sent_at: null, channel: null, error, webhook: byWebhook }
  return { sent_by: "gateway", sent_at: iso(sent), channel: sentAt === null ? "webhook" : "mail", error: null, webhook: byWebhook }
}

const webhookView = ({ attempts, dueAt, error, sentAt }: NonNullable<Collection["notice"]["webhook"]>) => ({
  delivered_at: iso(sentAt),
  attempts,
  next_attempt_at: iso(dueAt),
  error,
})

const lastError = ({ disputeReason, failureCode, next, refundedCents, status, voidedAt, writtenOffAt }: Collection): string | null => {
  if (voidedAt !== null) {
    const state =
      status === "failed"
        ? " Nothing is debited."
        : status === "succeeded"
          ? refundedCents > 0n
            ? " What it debited was given back."
            : " What it debited is being given back."
          : " It is cancelled if the bank still allows that, and otherwise given back."
    return `Not needed: the dispute of an earlier debit for the same amount was won, so that one is paid.${state}`
  }
  if (status !== "failed" && status !== "disputed") return null
  const { meaning = null, sepa_code = null } = returnReason(status === "failed" ? failureCode : (disputeReason ?? null)) ?? {}
  const why = meaning === null ? `${failureCode ?? "no code"}` : `${sepa_code}: ${meaning}`
  const what = status === "failed" ? `The debit failed (${why}).` : `The payer took the debit back${meaning === null ? "" : ` (${why})`}.`
  if (writtenOffAt !== null) return `${what} It was given up.`
  return next === null ? `${what} What it was for is owed again.` : `${what} It was claimed again by the debit ${next}.`
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
