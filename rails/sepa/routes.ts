import { Effect, Redacted, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { isoTime } from "../../domain/time.ts"
import type { Caller } from "../../domain/identity/Authenticator.ts"
import { organisationRefusal } from "../../domain/ledger/admit.ts"
import { PausedRails } from "../../domain/operating/RailPauses.ts"
import { describe } from "../http/describe.ts"
import { bodyErrors, envelope } from "../http/errors.ts"
import { CurrentCaller } from "../http/RequestContext.ts"
import { answer } from "../http/respond.ts"
import { emptyApi, Guarded, RoutePolicy, scopeRefusal } from "../http/RoutePolicy.ts"
import { notOfferedError, offered, returnAddresses, returnsOf } from "../stripe/paymentPages.ts"
import { SepaObject, sepaExample as example, sepaObject } from "./sepaObject.ts"
import { MandateNotFound, SepaAccounts } from "./SepaAccounts.ts"

const MandatePage = Schema.Struct({ url: Schema.String, expires_at: Schema.String }).annotate({ identifier: "MandatePage" })

const MandateDocument = Schema.Struct({ mandate: Schema.String, reference: Schema.NullOr(Schema.String), url: Schema.String }).annotate({
  identifier: "MandateDocument",
})

/** The route's own scope lets the key spend; `billing:read` lets it see what is spent. */
const mayOpenMandate = Effect.gen(function* () {
  yield* offered(SepaAccounts)
  const refusal = scopeRefusal(yield* CurrentCaller, "billing:read")
  if (refusal !== undefined) return yield* refusal
})

/**
 * Direct debits of the organisation. Reading takes any key. The page for a mandate decides which bank account pays for the
 * organisation, so opening it takes a key that may spend money; ending it takes one that manages the organisation. Of the people in the app an owner or
 * admin opens and ends it.
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
        // It stops the rail for every other key.
        scope: "organisation:manage",
        paid: false,
        noStore: true,
        precondition: offered(SepaAccounts),
      })
      .annotateMerge(
        describe({
          summary: "End the mandate; what is owed is debited a last time",
          responses: {
            200: { ...example, subscription: { status: "cancelled", renews_at: null }, mandate_required: true, can_spend: false },
          },
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
