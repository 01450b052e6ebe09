import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { toMoney } from "../../../domain/money/Money.ts"
import type { NextCollection, SepaView } from "../../../rails/sepa/desk/view.ts"
import { Api } from "../api/Api.ts"
import { MandateBody } from "../api/sepa.ts"
import { scopeRefusal } from "../Admission.ts"
import { CurrentCaller, RequestBody } from "../Exchange.ts"
import { malformed } from "../mistake.ts"
import { parseObject } from "../readBody.ts"
import { answer, json } from "../respond.ts"
import { returnsOf, sepaDesk } from "./sepaDesk.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

const decodeMandate = Schema.decodeUnknownEffect(MandateBody, { onExcessProperty: "error" })
const fresh = { headers: { "cache-control": "no-store" } }

export const SepaHandlers = HttpApiBuilder.group(Api, "sepa", (handlers) =>
  handlers
    .handleRaw(
      "read",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const desk = yield* sepaDesk
        return json(sepaView(yield* desk.view(caller.organisation)), fresh)
      }, answer),
    )
    .handleRaw(
      "mandate",
      Effect.fnUntraced(function* ({ request }) {
        const caller = yield* CurrentCaller
        const desk = yield* sepaDesk
        // It may spend, by the route's own scope, and it may see what is spent.
        const refusal = scopeRefusal(caller, "billing:read")
        if (refusal !== undefined) return yield* refusal
        const body = yield* RequestBody
        const given = body.bytes.length === 0 ? {} : yield* Effect.mapError(decodeMandate(yield* parseObject(body)), malformed)
        const page = yield* desk.openMandate(caller.organisation, yield* returnsOf(given, request))
        return json({ url: page.url, expires_at: isoTime(page.expiresAt) }, fresh)
      }, answer),
    ),
)

const sepaView = (view: SepaView) => {
  const { debtor, gaps, last, next, oldestAt, terms } = view
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
    subscription: { status: debtor?.subscription ?? "none", renews_at: isoTimeOrNull(view.renewsAt) },
    terms: {
      threshold_minor: Number(terms.thresholdCents),
      currency: "EUR",
      max_age_days: terms.maxAgeDays,
      exposure_cap: toMoney(view.exposureCap),
    },
    ledger: {
      outstanding: toMoney(view.outstanding),
      in_flight: toMoney(view.inFlight),
      entries: view.entries,
      oldest_at: isoTimeOrNull(oldestAt),
    },
    next_collection: next === null ? null : nextView(next),
    last_collection: last === undefined ? null : { id: last.id, status: last.status, failure_code: last.failureCode },
    can_spend: gaps.length === 0,
    gaps,
  }
}

const nextView = ({ cents, debitOn, id, notice, rate, reason, status }: NextCollection) => ({
  id,
  status,
  reason,
  debit_on: debitOn,
  amount_minor: Number(cents),
  currency: "EUR",
  estimate: status === "planned",
  rate: { eur_per_usd: `${rate.num}/${rate.den}`, source: rate.source, at: isoTime(rate.at) },
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
