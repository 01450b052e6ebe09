import { Schema } from "effect"
import { Money, microUsd, toMoney } from "../../domain/money/Money.ts"
import { isoTime, isoTimeOrNull } from "../../domain/time.ts"
import type { AccountView, NextCollection } from "./accountView.ts"
import { rateView } from "./rates.ts"
import type { Collection } from "./store/Collection.ts"
import { writtenOffOf } from "./store/Debtor.ts"

const MoneyView = Schema.toEncoded(Money)
const NullableText = Schema.NullOr(Schema.String)
const usd = (micro: number) => toMoney(microUsd(BigInt(micro)))

const NextObject = Schema.Struct({
  id: NullableText,
  status: Schema.Literals(["planned", "new", "processing", "retry"]),
  reason: Schema.String,
  debit_on: Schema.String,
  amount_minor: Schema.Int,
  currency: Schema.Literal("EUR"),
  /** The amount in euros is not fixed yet: the rate may move until the debit is made. */
  estimate: Schema.Boolean,
  rate: Schema.Struct({ eur_per_usd: Schema.String, eur_per_usd_exact: Schema.String, source: Schema.String, at: Schema.String }),
  notice: Schema.NullOr(
    Schema.Struct({ given_at: Schema.String, mandate_reference: NullableText, iban_last4: NullableText, creditor_id: Schema.String }),
  ),
})

/** What `/v1/me/sepa` answers. */
export const SepaObject = Schema.Struct({
  mandate: Schema.Struct({
    id: NullableText,
    status: Schema.Literals(["none", "pending", "active", "inactive"]),
    reference: NullableText,
    scheme: Schema.Literal("sepa_core"),
    iban_last4: NullableText,
    accepted_at: NullableText,
  }),
  /** `inactive`: no fee accrues, because the mandate is not valid or the rail cannot be used. */
  subscription: Schema.Struct({ status: Schema.Literals(["none", "active", "inactive", "cancelled"]), renews_at: NullableText }),
  terms: Schema.Struct({
    threshold_minor: Schema.Int,
    currency: Schema.Literal("EUR"),
    max_age_days: Schema.Int,
    /** For the days of a month on which the rail could be used. */
    monthly_fee_minor: Schema.Int,
    exposure_cap: MoneyView,
  }),
  /** `reversible`: collected in the last eight weeks, so that it counts against the exposure cap. */
  ledger: Schema.Struct({
    outstanding: MoneyView,
    in_flight: MoneyView,
    reversible: MoneyView,
    /** A part of `outstanding` that no entry shows: what rounding to cents left of entries that were collected before. */
    carried: MoneyView,
    /** What no debit collected when a mandate ended: borne by the platform below 0.50 EUR, or given up as a loss. Debits that were given up are not in it. */
    written_off: MoneyView,
    entries: Schema.Int,
    oldest_at: NullableText,
  }),
  next_collection: Schema.NullOr(NextObject),
  last_collection: Schema.NullOr(Schema.Struct({ id: Schema.String, status: Schema.String, failure_code: NullableText })),
  /** The debit that failed or was taken back and is owed again. */
  returned_debit: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      status: Schema.Literals(["failed", "disputed"]),
      amount_minor: Schema.Int,
      currency: Schema.Literal("EUR"),
    }),
  ),
  /** No call is accepted until a mandate is given: `POST /v1/me/sepa/mandate`. */
  mandate_required: Schema.Boolean,
  can_spend: Schema.Boolean,
  gaps: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
}).annotate({ identifier: "Sepa" })

export const sepaExample = {
  mandate: {
    id: "mandate_1",
    status: "active",
    reference: "FARTHING-37AA6A4ED8F2",
    scheme: "sepa_core",
    iban_last4: "3000",
    accepted_at: "2026-11-01T09:30:00.000Z",
  },
  subscription: { status: "active", renews_at: "2026-12-01T00:00:00.000Z" },
  terms: { threshold_minor: 2_500, currency: "EUR", max_age_days: 7, monthly_fee_minor: 900, exposure_cap: usd(54_350_000) },
  ledger: {
    outstanding: usd(12_002_000),
    in_flight: usd(0),
    reversible: usd(0),
    carried: usd(0),
    written_off: usd(0),
    entries: 6_001,
    oldest_at: "2026-11-18T08:00:00.000Z",
  },
  next_collection: {
    id: null,
    status: "planned",
    reason: "age",
    debit_on: "2026-11-29",
    amount_minor: 1_104,
    currency: "EUR",
    estimate: true,
    rate: { eur_per_usd: "0.919963", eur_per_usd_exact: "10000/10870", source: "operator", at: "2026-11-20T15:00:00.000Z" },
    notice: null,
  },
  last_collection: { id: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01", status: "succeeded", failure_code: null },
  returned_debit: null,
  mandate_required: false,
  can_spend: true,
  gaps: [],
}

/** `can_spend` is what the next call is answered: the gaps are everything that would refuse it on this rail. */
export const sepaObject = (view: AccountView, others: AccountView["gaps"]): typeof SepaObject.Encoded => {
  const { debtor, last, next, oldestAt, returned, terms } = view
  const gaps = [...others, ...view.gaps]
  const mandate = debtor?.mandate ?? null
  return {
    mandate: {
      id: mandate?.id ?? null,
      status: mandate?.status ?? "none",
      reference: mandate?.reference ?? null,
      scheme: "sepa_core",
      iban_last4: mandate?.last4 ?? null,
      accepted_at: isoTimeOrNull(mandate?.acceptedAt ?? null),
    },
    subscription: { status: view.subscription, renews_at: isoTimeOrNull(view.renewsAt) },
    terms: {
      threshold_minor: Number(terms.thresholdCents),
      currency: "EUR",
      max_age_days: terms.maxAgeDays,
      monthly_fee_minor: Number(terms.monthlyFeeCents),
      exposure_cap: toMoney(view.exposureCap),
    },
    ledger: {
      outstanding: toMoney(view.outstanding),
      in_flight: toMoney(view.inFlight),
      reversible: toMoney(view.reversible),
      carried: toMoney(microUsd(debtor?.carry ?? 0n)),
      written_off: toMoney(writtenOffOf(debtor?.remainder ?? null)),
      entries: view.entries,
      oldest_at: isoTimeOrNull(oldestAt),
    },
    next_collection: next === null ? null : nextObject(next),
    last_collection: last === undefined ? null : { id: last.id, status: last.status, failure_code: last.failureCode },
    returned_debit: returned === undefined ? null : returnedDebit(returned),
    mandate_required: view.needsMandate,
    can_spend: gaps.length === 0,
    gaps,
  }
}

const returnedDebit = ({ cents, id, status }: Collection) => ({
  id,
  status: status === "disputed" ? ("disputed" as const) : ("failed" as const),
  amount_minor: Number(cents),
  currency: "EUR" as const,
})

const nextObject = ({ cents, debitOn, id, notice, rate, reason, status }: NextCollection): typeof NextObject.Encoded => ({
  id,
  status,
  reason,
  debit_on: debitOn,
  amount_minor: Number(cents),
  currency: "EUR",
  estimate: status === "planned",
  rate: rateView(rate),
  notice:
    notice === null
      ? null
      : {
          given_at: isoTime(notice.at),
          mandate_reference: notice.mandateReference,
          iban_last4: notice.last4,
          creditor_id: notice.creditorId,
        },
})
