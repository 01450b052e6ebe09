import { Effect, Redacted, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { isoTime, isoTimeOrNull } from "../../domain/time.ts"
import type { Caller } from "../../domain/identity/Authenticator.ts"
import { organisationRefusal } from "../../domain/ledger/admit.ts"
import { PausedRails } from "../../domain/operating/RailPauses.ts"
import { Money, microUsd, toMoney } from "../../domain/money/Money.ts"
import { describe } from "../http/describe.ts"
import { bodyErrors, envelope } from "../http/errors.ts"
import { CurrentCaller } from "../http/RequestContext.ts"
import { answer } from "../http/respond.ts"
import { emptyApi, Guarded, RoutePolicy, scopeRefusal } from "../http/RoutePolicy.ts"
import { notOfferedError, offered, returnAddresses, returnsOf } from "../stripe/paymentPages.ts"
import type { AccountView, NextCollection } from "./accountView.ts"
import { writtenOffOf } from "./store/Debtor.ts"
import { rateView } from "./rates.ts"
import { MandateNotFound, SepaAccounts } from "./SepaAccounts.ts"

const MoneyView = Schema.toEncoded(Money)
const NullableText = Schema.NullOr(Schema.String)
const usd = (micro: number) => toMoney(microUsd(BigInt(micro)))

const MandatePage = Schema.Struct({ url: Schema.String, expires_at: Schema.String }).annotate({ identifier: "MandatePage" })

const MandateDocument = Schema.Struct({ mandate: Schema.String, reference: NullableText, url: Schema.String }).annotate({
  identifier: "MandateDocument",
})

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

const SepaObject = Schema.Struct({
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
  can_spend: Schema.Boolean,
  gaps: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
}).annotate({ identifier: "Sepa" })

const example = {
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
  can_spend: true,
  gaps: [],
}

/** The route's own scope lets the key spend; `billing:read` lets it see what is spent. */
const mayOpenMandate = Effect.gen(function* () {
  yield* offered(SepaAccounts)
  const refusal = scopeRefusal(yield* CurrentCaller, "billing:read")
  if (refusal !== undefined) return yield* refusal
})

/**
 * Direct debits of the organisation. Reading takes any key. The page for a mandate decides which bank account pays for the
 * organisation, so opening it takes a key that may spend money. Of the people in the app an owner or admin opens and ends it.
 */
export class SepaGroup extends HttpApiGroup.make("sepa")
  .add(
    HttpApiEndpoint.get("read", "/v1/me/sepa", { success: SepaObject, error: notOfferedError })
      .annotate(RoutePolicy, { scope: null, paid: false, noStore: true })
      .annotateMerge(describe({ summary: "Read the direct-debit mandate and what is outstanding", responses: { 200: example } })),
    HttpApiEndpoint.post("mandate", "/v1/me/sepa/mandate", {
      payload: Schema.Struct(returnAddresses),
      success: MandatePage,
      error: [...bodyErrors, notOfferedError],
    })
      .annotate(RoutePolicy, {
        scope: "sources:execute",
        bindsOrganisation: true,
        paid: false,
        noStore: true,
        body: "optional",
        precondition: mayOpenMandate,
      })
      .annotateMerge(
        describe({
          summary: "Start the set-up of a mandate",
          request: { success_url: "https://shop.example/done", cancel_url: "https://shop.example/back" },
          responses: { 200: { url: "https://checkout.stripe.com/c/setup/cs_test_a1", expires_at: "2026-11-22T12:00:00.000Z" } },
        }),
      ),
    // An agent's key that only spends does not read its owner's name and bank account.
    HttpApiEndpoint.get("document", "/v1/me/sepa/mandate/document", {
      success: MandateDocument,
      error: [notOfferedError, envelope(MandateNotFound, "The organisation has given no mandate yet.")],
    })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true, precondition: offered(SepaAccounts) })
      .annotateMerge(
        describe({
          summary: "Where the payer reads its mandate",
          description:
            "The page is Stripe's. It shows the payer's name and address and needs no password: open it when it is needed, and do not store or share it. A mandate that has ended keeps its page.",
          responses: {
            200: {
              mandate: "mandate_1",
              reference: "FARTHING-37AA6A4ED8F2",
              url: "https://hooks.stripe.com/adapter/sepa_debit/file/src_1/src_client_secret_1",
            },
          },
        }),
      ),
    HttpApiEndpoint.delete("end", "/v1/me/sepa/mandate", { success: SepaObject, error: notOfferedError })
      .annotate(RoutePolicy, {
        scope: "sources:execute",
        bindsOrganisation: true,
        paid: false,
        noStore: true,
        precondition: mayOpenMandate,
      })
      .annotateMerge(
        describe({
          summary: "End the mandate; what is owed is debited a last time",
          responses: { 200: { ...example, subscription: { status: "cancelled", renews_at: null }, can_spend: false } },
        }),
      ),
  )
  .middleware(Guarded) {}

const handlers = HttpApiBuilder.group(emptyApi.add(SepaGroup), "sepa", (handlers) =>
  handlers
    .handle(
      "read",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const accounts = yield* offered(SepaAccounts)
        return sepaObject(yield* accounts.view(caller.organisation), yield* gapsBeside(caller))
      }, answer),
    )
    .handle(
      "mandate",
      Effect.fnUntraced(function* ({ payload, request }) {
        const caller = yield* CurrentCaller
        const accounts = yield* offered(SepaAccounts)
        const page = yield* accounts.openMandate(caller.organisation, yield* returnsOf(payload, request))
        return { url: page.url, expires_at: isoTime(page.expiresAt) }
      }, answer),
    )
    .handle(
      "document",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const accounts = yield* offered(SepaAccounts)
        const { url, ...document } = yield* accounts.mandateDocument(caller.organisation)
        return { ...document, url: Redacted.value(url) }
      }, answer),
    )
    .handle(
      "end",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const accounts = yield* offered(SepaAccounts)
        return sepaObject(yield* accounts.endMandate(caller.organisation), yield* gapsBeside(caller))
      }, answer),
    ),
)

export const sepaRoutes = { group: SepaGroup, handlers }

/** What refuses a call of this organisation beside the rail's own state. */
const gapsBeside = Effect.fnUntraced(function* (caller: Caller) {
  const paused = (yield* yield* PausedRails).has("sepa")
  const organisation = { ...caller, id: caller.organisation, status: caller.organisationStatus }
  const refusal = organisationRefusal({ organisation, executing: 0 })
  return [...(refusal === undefined ? [] : [{ code: refusal.code, message: refusal.message }]), ...(paused ? [pausedGap] : [])]
})

const pausedGap = { code: "rail_paused", message: "The operator has paused this rail: calls are paid on another rail until it is resumed." }

/** `can_spend` is what the next call is answered: the gaps are everything that would refuse it on this rail. */
const sepaObject = (view: AccountView, others: AccountView["gaps"]): typeof SepaObject.Encoded => {
  const { debtor, last, next, oldestAt, terms } = view
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
    can_spend: gaps.length === 0,
    gaps,
  }
}

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
